import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { type AttemptNews, ended, isNews, waitOn } from '#server/features/acquiring/attempt-without-money.ts';
import { prepaidItems, saleOf } from '#server/features/acquiring/sale.rules.ts';
import { shipmentPaid } from '#server/features/deferred/shipment.commands.ts';
import { updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findLines, lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { noteOnOrder, orderPaid } from '#server/features/orders/orders.commands.ts';
import { judgeSeen, useOfMoney } from '#server/features/payments/payment-states.rules.ts';
import { beginRefund, cancelPayments, keepReceipt } from '#server/features/payments/payments.commands.ts';
import { lockPayment, setPayment } from '#server/features/payments/payments.queries.ts';
import { itemsWorth } from '#server/features/payments/refund.rules.ts';

// What the provider said of an attempt becomes what the shop does, in one transaction (docs/product/payments.md#states).
// Contents: 1 in which order, 2 money that came. Attempts without money: attempt-without-money.ts

// ── 1 In which order ────────────────────────────────────────────────────────────────────────────
export type Applied = 'nothing' | 'paid' | 'given_back' | 'review' | 'ended';
export type { Source } from '#server/features/acquiring/attempt-without-money.ts';
type News = AttemptNews & { order: OrderRecord; jobs: JobSender };

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
  await shipmentPaid(tx, { orderId: order.id, jobs: news.jobs, at: now });
  await tellNews(tx, news.jobs, order.id, { what: 'paid' });
}
