import * as z from 'zod/mini';
import { findToAsk, forgetUnconfirmed, insertLink } from '#server/features/notify/confirm.queries.ts';
import { findDue, markSent, takeAnswerable, waitOn } from '#server/features/notify/letter.queries.ts';
import { backInStockLetter, confirmLetter, confirmLetterId, letterId } from '#server/features/notify/letter.rules.ts';
import { tellPerson } from '#server/features/notifications/notifications.commands.ts';
import { hashToken, newToken } from '#server/features/notify/token.ts';
import { keepLinkKey } from '#server/features/notify/unsubscribe.queries.ts';
import { unsubscribeUrl } from '#server/features/notify/unsubscribe.rules.ts';
import { type Letter, MailError, type MailGate } from '#server/gates/mail/port.ts';
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
  async handle(work, { requestId }) {
    const { db, gates, env, now } = work;
    const due = await findDue(db, requestId);
    if (!due) return;
    const { email, userId, askedAt, product } = due;
    if (!due.onSale) return waitOn(db, requestId, askedAt);
    const unsubscribe = unsubscribeUrl(env.publicUrl, await keepLinkKey(db), { of: 'request', id: requestId });
    const letter = backInStockLetter({ product, askedAt, publicUrl: env.publicUrl, unsubscribe });
    const messageId = letterId(requestId, askedAt, env.publicUrl);
    // The account hears of it by the same event, before the letter: of two tries both tell it once.
    if (userId !== null)
      await tellPerson(work, {
        userId,
        event: messageId,
        title: letter.subject,
        text: 'Вы просили сообщить о поступлении. Количество ограничено.',
        path: `/produkt/${product.slug}`,
        isPushed: true,
      });
    await post(gates.mail, { to: email, ...letter, messageId });
    await markSent(db, requestId, askedAt, now());
  },
});

/**
 * Asks a mailbox whether it wants to be written to. The token is made here and its hash alone is kept, so a letter that is
 * tried again carries another link; each of them opens (docs/decisions/134).
 */
export const askToConfirm = defineJob({
  name: 'notify.ask-to-confirm',
  data: z.object({ confirmationId: z.int(), letter: z.int() }),
  retry: { limit: 12, delay: 60, delayMax: 4 * 3600 },
  expireIn: 120,
  async handle({ db, gates, env, now }, { confirmationId, letter }) {
    const asked = await findToAsk(db, confirmationId, now());
    if (!asked) return;
    const { contact, expiresAt, product } = asked;
    const token = newToken();
    await insertLink(db, confirmationId, hashToken(token));
    const unsubscribe = unsubscribeUrl(env.publicUrl, await keepLinkKey(db), {
      of: 'confirmation',
      id: confirmationId,
    });
    await post(gates.mail, {
      to: contact,
      ...confirmLetter({ product, token, expiresAt, publicUrl: env.publicUrl, unsubscribe }),
      messageId: confirmLetterId(confirmationId, letter, env.publicUrl),
    });
  },
});

/** Once a day: addresses that were never confirmed (docs/product/law.md row 1: no data without a purpose). */
export const forgetSilent = defineJob({
  name: 'notify.forget-unconfirmed',
  data: z.object({}),
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '41 4 * * *', data: {} },
  handle: ({ db, now }) => db.transaction((tx) => forgetUnconfirmed(tx, now())),
});

async function post(mail: MailGate, letter: Letter): Promise<void> {
  try {
    await mail.send(letter);
  } catch (error) {
    throw error instanceof MailError && error.kind === 'refused' ? new JobGivenUp(error.message) : error;
  }
}
