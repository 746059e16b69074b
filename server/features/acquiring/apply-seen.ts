import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { insertEvent } from '#server/features/acquiring/acquiring.queries.ts';
import { prepaidItems, saleOf } from '#server/features/acquiring/sale.rules.ts';
import { updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findLines, lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { noteOnOrder, orderPaid } from '#server/features/orders/orders.commands.ts';
import { isActive, judgeSeen, nextCheckS, useOfMoney } from '#server/features/payments/payment-states.rules.ts';
import { beginRefund, cancelPayments, keepReceipt } from '#server/features/payments/payments.commands.ts';
import { lockPayment, type Payment, setPayment } from '#server/features/payments/payments.queries.ts';
import { itemsWorth } from '#server/features/payments/refund.rules.ts';
import type { Seen } from '#server/gates/payments/port.ts';

// What the provider said of an attempt becomes what the shop does, in one transaction (docs/product/payments.md#states).
// Contents: 1 in which order, 2 money that came, 3 attempts without money

// ── 1 In which order ────────────────────────────────────────────────────────────────────────────
export type Source = 'webhook' | 'poll' | 'return' | 'sandbox';
export type Applied = 'nothing' | 'paid' | 'given_back' | 'review' | 'ended';
type News = { tx: Tx; order: OrderRecord; payment: Payment; seen: Seen; source: Source; jobs: JobSender; now: Date };

/** The order is held first and the attempt after it, by everybody: payments, cancellations and changes of one order queue up. */
export async function applySeen(
  tx: Tx,
  { paymentId, orderId, ...more }: { paymentId: number; orderId: number } & Omit<News, 'tx' | 'order' | 'payment'>,
): Promise<Applied> {
  const order = await lockOrder(tx, { id: orderId });
  const payment = await lockPayment(tx, paymentId);
  if (!order || !payment) return 'nothing';
  const news: News = { tx, order, payment, ...more };
  const verdict = judgeSeen(payment, more.seen);
  if (verdict.kind === 'paid' || verdict.kind === 'review') return moneyCame(news, verdict.capturedKop, verdict.kind);
  if (verdict.kind === 'ended') return ended(news, verdict.status);
  return waitOn(news);
}
/** Whether this is news. What was heard before was done before. */
const isNews = ({ tx, payment, source, now }: News, event: string, amountKop: number | null): Promise<boolean> =>
  insertEvent(tx, {
    paymentId: payment.id,
    provider: payment.provider ?? '',
    externalId: payment.externalId ?? '',
    event,
    source,
    amountKop,
    at: now,
  });
const actorOf = ({ source, payment }: News): string =>
  source === 'poll' ? 'job:confirm' : `webhook:${payment.provider ?? ''}`;

// ── 2 Money that came ───────────────────────────────────────────────────────────────────────────
async function moneyCame(news: News, capturedKop: number, kind: 'paid' | 'review'): Promise<Applied> {
  const { tx, order, payment, seen, now } = news;
  const use = useOfMoney({ status: order.status, isPaid: order.paidAt !== null });
  // An order that costs more than came, by a change meanwhile or by a wrong sum, is for a person to look at.
  const isShort = use.kind === 'pay' && capturedKop < order.dueKop;
  const status = kind === 'review' || isShort ? 'needs_review' : 'succeeded';
  if (!(await isNews(news, status === 'succeeded' ? 'succeeded' : `review:${capturedKop}`, capturedKop)))
    return 'nothing';
  const paidAt = seen.capturedAt ?? now;
  await setPayment(tx, payment.id, { status, capturedKop, paidAt, checkAt: null, cancelAt: null, reason: null });
  if (status === 'needs_review') {
    const note = `Пришла не та сумма: ${capturedKop} коп. вместо ${payment.amountKop}. Нужно решение`;
    await noteOnOrder(tx, { orderId: order.id, actor: 'bank', note, at: now });
    return 'review';
  }
  const items = payment.items ?? prepaidItems(saleOf(order, await findLines(tx, order.id)), order.id, capturedKop);
  await keepReceipt(tx, { orderId: order.id, kind: 'prepayment', ref: `payment:${payment.id}`, now }, items);
  const back = { orderId: order.id, to: 'source', actor: 'shop', paymentId: payment.id, jobs: news.jobs, now } as const;
  if (use.kind === 'give_back') {
    await beginRefund(tx, { ...back, key: `late:${payment.id}`, items, reason: use.reason });
    const note =
      use.reason === 'order_paid'
        ? 'Заказ оплачен второй раз, деньги возвращаются'
        : 'Оплата отменённого заказа возвращается';
    await noteOnOrder(tx, { orderId: order.id, actor: 'bank', note, at: now });
    return 'given_back';
  }
  await payOrder(news, paidAt);
  const excessKop = capturedKop - order.dueKop;
  if (excessKop > 0)
    await beginRefund(tx, {
      ...back,
      key: `excess:${payment.id}`,
      items: itemsWorth(items, excessKop),
      reason: 'order_lessened',
    });
  return 'paid';
}

/** Other attempts of the order are given up; it remembers by which way it was paid. */
async function payOrder(news: News, capturedAt: Date): Promise<void> {
  const { tx, order, payment, now } = news;
  await cancelPayments(tx, order.id, now, 'order_paid');
  const outcome = await orderPaid(tx, {
    orderId: order.id,
    capturedAt,
    now,
    money: { code: payment.code, amountKop: order.dueKop },
    actor: actorOf(news),
  });
  if (outcome !== 'paid') throw new Error(`order ${order.id} was held and could not be paid: ${outcome}`);
  if (order.paymentType !== payment.code) await updateOrder(tx, order.id, { paymentType: payment.code });
  await tellNews(tx, news.jobs, order.id, { what: 'paid' });
}

// ── 3 Attempts without money ────────────────────────────────────────────────────────────────────
async function ended(news: News, status: 'canceled' | 'expired'): Promise<Applied> {
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
function nextLook({ payment, seen, now }: News, checks: number): Date | null {
  // Money that has come is not waited for.
  if (payment.paidAt !== null) return null;
  const stillReadMs = seen.state === 'pending' ? 7 * DAY_MS : DAY_MS;
  const isOld = now.getTime() > payment.expiresAt.getTime() + stillReadMs;
  return isOld ? null : new Date(now.getTime() + nextCheckS(checks) * 1000);
}
/** No end yet: the next look, or, when our own time for it is over, the end as far as links are concerned. */
async function waitOn(news: News): Promise<Applied> {
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
