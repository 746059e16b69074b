import { paymentName } from '#contract/payment-methods.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { gatewayOf } from '#server/features/accounts/house.rules.ts';
import { insertEvent } from '#server/features/acquiring/acquiring.queries.ts';
import type { Applied, Source } from '#server/features/acquiring/apply-seen.ts';
import { ended, waitOn } from '#server/features/acquiring/attempt-without-money.ts';
import { findHolder } from '#server/features/acquiring/deposits.queries.ts';
import { depositItem } from '#server/features/acquiring/deposits.rules.ts';
import { judgeSeen } from '#server/features/payments/payment-states.rules.ts';
import { keepReceipt } from '#server/features/payments/payments.commands.ts';
import { lockPayment, type Payment, setPayment } from '#server/features/payments/payments.queries.ts';
import type { Seen } from '#server/gates/payments/port.ts';

type DepositNews = { paymentId: number; seen: Seen; source: Source; now: Date };

/**
 * What the provider said of a deposit: money that has come stands on ЛС in the same transaction, once. Money is never late here and
 * never too much: it is the person's own, and what came is what is booked (docs/product/payments.md#deposits).
 */
export async function applyDeposit(tx: Tx, { paymentId, ...more }: DepositNews): Promise<Applied> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return 'nothing';
  const news = { tx, payment, ...more };
  const verdict = judgeSeen(payment, more.seen);
  if (verdict.kind === 'ended') return ended(news, verdict.status);
  const isMoney = verdict.kind === 'paid' || verdict.kind === 'review';
  // «Paid», and not how much: it is asked again.
  if (!isMoney || verdict.capturedKop <= 0) return waitOn(news);
  return moneyCame(news, payment, verdict.capturedKop);
}

async function moneyCame(
  { tx, seen, source, now }: Omit<DepositNews, 'paymentId'> & { tx: Tx },
  { id, ownerId, code, provider, externalId, amountKop, items }: Payment,
  capturedKop: number,
): Promise<Applied> {
  if (ownerId === null) throw new Error(`payment ${id} is no deposit`);
  const name = { provider: provider ?? '', externalId: externalId ?? '' };
  const isNews = await insertEvent(tx, { paymentId: id, ...name, event: 'succeeded', source, amountKop: capturedKop, at: now }); // prettier-ignore
  if (!isNews) return 'nothing';
  const paidAt = seen.capturedAt ?? now;
  await setPayment(tx, id, { status: 'succeeded', capturedKop, paidAt, checkAt: null, cancelAt: null, reason: null });
  const lines = capturedKop === amountKop && items ? items : [depositItem(capturedKop, now)];
  await keepReceipt(tx, { orderId: null, kind: 'prepayment', ref: `payment:${id}`, now }, lines);
  const holderId = await findHolder(tx, ownerId);
  await postLedger(tx, {
    key: `payment:${id}:deposit`,
    kind: 'deposit',
    ref: { type: 'payment', id },
    actor: source === 'poll' ? 'job:confirm' : `webhook:${name.provider}`,
    reason: `Пополнение счёта, ${paymentName(code)}`,
    at: now,
    entries: [
      { account: { house: gatewayOf(code) }, amountKop: -capturedKop },
      { account: { ownerId: holderId, type: ACCOUNT_TYPES.LS }, amountKop: capturedKop },
    ],
  });
  return 'paid';
}
