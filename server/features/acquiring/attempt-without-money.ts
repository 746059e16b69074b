import type { Tx } from '#server/db/open.ts';
import { insertEvent } from '#server/features/acquiring/acquiring.queries.ts';
import { isActive, nextCheckS } from '#server/features/payments/payment-states.rules.ts';
import { type Payment, setPayment } from '#server/features/payments/payments.queries.ts';
import type { Seen } from '#server/gates/payments/port.ts';

// What becomes of an attempt that has brought no money yet, of an order or of a deposit (docs/product/payments.md#states).

export type Source = 'webhook' | 'poll' | 'return' | 'sandbox';
export type AttemptNews = { tx: Tx; payment: Payment; seen: Seen; source: Source; now: Date };
/** Whether this is news. What was heard before was done before. */
export const isNews = (
  { tx, payment, source, now }: AttemptNews,
  event: string,
  amountKop: number | null,
): Promise<boolean> =>
  insertEvent(tx, {
    paymentId: payment.id,
    provider: payment.provider ?? '',
    externalId: payment.externalId ?? '',
    event,
    source,
    amountKop,
    at: now,
  });

/** The provider's «no». */
export async function ended(news: AttemptNews, status: 'canceled' | 'expired'): Promise<'ended' | 'nothing'> {
  const { tx, payment, seen } = news;
  if (!(await isNews(news, status, null))) return 'nothing';
  // The pauses begin anew: a second card is tried soon after the first was declined.
  const checkAt = nextLook(news, 0);
  await setPayment(tx, payment.id, { status, reason: seen.reason, checkAt, checks: 0, cancelAt: null });
  return 'ended';
}

const DAY_MS = 86_400_000;
/**
 * When the attempt is read again; null: never. A provider's «no» is not its last word, for money may come after it and the message
 * of it get lost: it is read for a day more, one without an end for a week (docs/product/payments.md#states).
 */
function nextLook({ payment, seen, now }: AttemptNews, checks: number): Date | null {
  // Money that has come is not waited for.
  if (payment.paidAt !== null) return null;
  const stillReadMs = seen.state === 'pending' ? 7 * DAY_MS : DAY_MS;
  const isOld = now.getTime() > payment.expiresAt.getTime() + stillReadMs;
  return isOld ? null : new Date(now.getTime() + nextCheckS(checks) * 1000);
}
/** No end yet: the next look, or, when our own time for it is over, the end as far as links are concerned. */
export async function waitOn(news: AttemptNews): Promise<'ended' | 'nothing'> {
  const { tx, payment, source, now } = news;
  // A screen that waits asks often: that must not make our own looks rare.
  const isLook = source !== 'return';
  const checkAt = nextLook(news, payment.checks);
  const isLate = isActive(payment.status) && payment.externalId !== null && now >= payment.expiresAt;
  await setPayment(tx, payment.id, {
    checkAt: isLook ? checkAt : payment.checkAt,
    checks: payment.checks + (isLook ? 1 : 0),
    ...(isLate ? { status: 'expired', reason: 'our_time', cancelAt: now } : {}),
  });
  return isLate ? 'ended' : 'nothing';
}
