import * as z from 'zod/mini';
import { contactLetter, wholesaleLetter } from '#server/features/desk-users/person-letter.rules.ts';
import { findBlockedUntil, liftReadonly } from '#server/features/desk-users/readonly.queries.ts';
import { findApplicationById, findPerson } from '#server/features/desk-users/person-rows.queries.ts';
import { MailError } from '#server/gates/mail/port.ts';
import { SmsError } from '#server/gates/sms/port.ts';
import { contactOf } from '#server/platform/contact.rules.ts';
import { defineJob, JobGivenUp, type JobWork } from '#server/platform/job.ts';

type Message = { to: string; subject: string; text: string; html: string; sms: string; name: string };
/** A letter, or an SMS where the address is a telephone. */
async function send({ gates, env }: JobWork, { to, sms, name, ...letter }: Message): Promise<void> {
  const messageId = `<${name}@${new URL(env.publicUrl).hostname}>`;
  try {
    if (contactOf(to).type === 'email') await gates.mail.send({ to, ...letter, messageId });
    else await gates.sms.send({ to, text: sms, messageId });
  } catch (error) {
    const isFinal = (error instanceof MailError || error instanceof SmsError) && error.kind === 'refused';
    throw isFinal ? new JobGivenUp(error.message) : error;
  }
}

/** An address of an account was replaced at the desk. The old one is in no table any more, so the job carries it. */
export const tellContact = defineJob({
  name: 'desk-users.tell-contact',
  data: z.object({ userId: z.int(), version: z.int(), to: z.string(), kind: z.enum(['old', 'new', 'kept']) }),
  async handle(work, { userId, version, to, kind }) {
    const name = `contact-changed.${userId}.${version}.${contactOf(to).type}.${kind}`;
    await send(work, { to, ...contactLetter({ kind, publicUrl: work.env.publicUrl }), name });
  },
});

/** The answer to an application for wholesale. */
export const tellWholesale = defineJob({
  name: 'desk-users.tell-wholesale',
  data: z.object({ applicationId: z.int() }),
  async handle(work, { applicationId }) {
    const application = await findApplicationById(work.db, applicationId);
    const person = application && (await findPerson(work.db, application.userId));
    const to = person?.email ?? person?.phone;
    if (!application || application.state === 'waiting' || !to) return;
    const { state, reason, company } = application;
    const letter = wholesaleLetter({
      isApproved: state === 'approved',
      reason: reason ?? '',
      company,
      publicUrl: work.env.publicUrl,
    });
    await send(work, { to, ...letter, name: `wholesale.${applicationId}` });
  },
});

/** «Только просмотр» whose last day is over. */
export const endReadonly = defineJob({
  name: 'desk-users.end-readonly',
  data: z.object({}),
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '*/10 * * * *', data: {} },
  async handle({ db, now }) {
    const at = now();
    for (const id of await findBlockedUntil(db, at)) await liftReadonly(db, id, at);
  },
});
