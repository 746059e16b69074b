import * as z from 'zod/mini';
import { MailError } from '#server/gates/mail/port.ts';
import { SmsError } from '#server/gates/sms/port.ts';
import { findContactChange } from '#server/features/session/security.queries.ts';
import { type SecurityNews, securityLetter, securitySms } from '#server/features/session/security-letter.rules.ts';
import { findPersonWithCity } from '#server/features/session/session.queries.ts';
import type { Db } from '#server/db/open.ts';
import { contactOf, maskContact } from '#server/platform/contact.rules.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

const Data = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device'), userId: z.int(), device: z.string(), at: z.string() }),
  z.object({ kind: z.literal('password'), userId: z.int(), at: z.string() }),
  z.object({ kind: z.literal('contact'), userId: z.int(), changeId: z.int() }),
]);
export type SecurityEvent = z.infer<typeof Data>;

/**
 * Tells an owner what was done with their account: to the mailbox, of a password or an address also to the phone when there is no
 * mailbox. Addresses stand in no job's data.
 */
export const tellOwner = defineJob({
  name: 'session.tell',
  data: Data,
  async handle({ db, gates, env }, event) {
    const told = await readNews(db, event);
    if (!told) return;
    const { news, to } = told;
    const { type, target } = contactOf(to);
    const id = `${event.kind}-${event.userId}-${news.at.getTime()}`;
    const messageId = `<${id}@${new URL(env.publicUrl).hostname}>`;
    try {
      if (type === 'email') await gates.mail.send({ to: target, ...securityLetter(news, env.publicUrl), messageId });
      else await gates.sms.send({ to: target, text: securitySms(news), messageId });
    } catch (error) {
      const isFinal = (error instanceof MailError || error instanceof SmsError) && error.kind === 'refused';
      throw isFinal ? new JobGivenUp(error.message) : error;
    }
  },
});

/** What is told, and where; null when there is nowhere to tell it. */
async function readNews(db: Db, event: SecurityEvent): Promise<{ news: SecurityNews; to: string } | null> {
  const person = (await findPersonWithCity(db, event.userId))?.person;
  if (event.kind === 'device') {
    const news = { kind: event.kind, device: event.device, at: new Date(event.at) };
    return person?.email ? { news, to: person.email } : null;
  }
  if (event.kind === 'password') {
    const to = person?.email ?? person?.phone;
    return to ? { news: { kind: event.kind, at: new Date(event.at) }, to } : null;
  }
  const change = await findContactChange(db, event.changeId);
  if (!change) return null;
  const { type, next, at } = change;
  // Nobody had the first address of its kind: the other one hears of it.
  const to = change.previous ?? (type === 'email' ? person?.phone : person?.email);
  return to ? { news: { kind: event.kind, type, masked: maskContact({ type, target: next }), at }, to } : null;
}
