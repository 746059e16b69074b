import * as z from 'zod/mini';
import { burningWords } from '#server/features/burning/burning.rules.ts';
import { findBurningNews, findUntold, markTold } from '#server/features/burning/burning.queries.ts';
import { tellPerson } from '#server/features/notifications/notifications.commands.ts';
import { letterPage, paragraph, SELLER_LINE } from '#server/features/orders/letter-frame.rules.ts';
import { MailError } from '#server/gates/mail/port.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

/** So many days before a gift burns its owner is told. */
const TOLD_DAYS = 7;
const AT_ONCE = 200;

/** One news a person and day: the inbox once, the letter under one Message-ID. What was spent meanwhile is not told of. */
export const tellBurning = defineJob({
  name: 'accounts.tell-burning',
  data: z.object({ ownerId: z.int(), day: z.string() }),
  together: 10,
  async handle(work, burning) {
    const { db, gates, env, now } = work;
    const found = await findBurningNews(db, burning, now());
    if (!found) return;
    const { title, text } = burningWords(found);
    const event = `grants-burn.${burning.ownerId}.${burning.day}`;
    await tellPerson(work, { userId: burning.ownerId, event, title, text, path: '/user/account', isPushed: true });
    if (found.email === null) return;
    const about = [text, `Счета: ${env.publicUrl}/user/account`];
    try {
      await gates.mail.send({
        to: found.email,
        subject: title,
        text: [`${title}.`, ...about, '—', SELLER_LINE].join('\n\n'),
        html: letterPage(title, [...about.map(paragraph), '<hr>', paragraph(SELLER_LINE)]),
        messageId: `<${event}@${new URL(env.publicUrl).hostname}>`,
      });
    } catch (error) {
      throw error instanceof MailError && error.kind === 'refused' ? new JobGivenUp(error.message) : error;
    }
  },
});

/** Every hour, gifts that burn within seven days. A gift and its day are marked with the job that tells, so each is told once. */
export const findBurning = defineJob({
  name: 'accounts.find-burning',
  data: z.object({}),
  // What one hour misses the next one takes.
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '17 * * * *', data: {} },
  async handle({ db, jobs, now, signal }) {
    for (let more = true; more && !signal.aborted;) {
      const at = now();
      const till = new Date(at.getTime() + TOLD_DAYS * 86_400_000);
      const found = await findUntold(db, { at, till, limit: AT_ONCE });
      for (const burning of found)
        await db.transaction(async (tx) => {
          if (await markTold(tx, burning)) await jobs.send(tx, tellBurning, burning);
        });
      more = found.length === AT_ONCE;
    }
  },
});
