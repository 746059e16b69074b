import * as z from 'zod/mini';
import { findDue, markSent, takeAnswerable, waitOn } from '#server/features/notify/letter.queries.ts';
import { backInStockLetter, letterId } from '#server/features/notify/letter.rules.ts';
import { MailError } from '#server/gates/mail/port.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

const AT_ONCE = 200;

/**
 * Looks for people who wait for what is on sale, and sends a letter job for each of them. Sent with every change after
 * which a product may be back; the schedule is for what reached the database another way.
 */
export const answerWaiting = defineJob({
  name: 'notify.answer-waiting',
  data: z.object({}),
  schedule: { cron: '*/10 * * * *', data: {} },
  async handle({ db, jobs, now, signal }) {
    let taken = AT_ONCE;
    while (taken === AT_ONCE && !signal.aborted) {
      taken = await db.transaction(async (tx) => {
        const requests = await takeAnswerable(tx, now(), AT_ONCE);
        for (const requestId of requests) await jobs.send(tx, writeBackInStock, { requestId });
        return requests.length;
      });
    }
  },
});

/**
 * One letter to one person. Its Message-ID is the same at every try, and «sent» is written after the server has taken it:
 * a crash in between sends the same letter again, never another one (docs/decisions/141).
 */
export const writeBackInStock = defineJob({
  name: 'notify.back-in-stock',
  data: z.object({ requestId: z.int() }),
  // Over a day: a mail server may be away for a night.
  retry: { limit: 12, delay: 60, delayMax: 4 * 3600 },
  expireIn: 120,
  async handle({ db, gates, env, now }, { requestId }) {
    const due = await findDue(db, requestId);
    if (!due) return;
    const { email, askedAt, product } = due;
    if (!due.onSale) return waitOn(db, requestId, askedAt);
    try {
      await gates.mail.send({
        to: email,
        ...backInStockLetter({ product, askedAt, publicUrl: env.publicUrl }),
        messageId: letterId(requestId, askedAt, env.publicUrl),
      });
    } catch (error) {
      throw error instanceof MailError && error.kind === 'refused' ? new JobGivenUp(error.message) : error;
    }
    await markSent(db, requestId, askedAt, now());
  },
});
