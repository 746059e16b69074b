import { MESSAGES } from '#contract/messages.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { assertPayable } from '#server/features/acquiring/payable.ts';
import { prepaidItems, saleOf } from '#server/features/acquiring/sale.rules.ts';
import { updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { findLines, lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { noteOnOrder, orderPaid } from '#server/features/orders/orders.commands.ts';
import {
  beginRefund,
  cancelPayments,
  createPayment,
  finishRefund,
  keepReceipt,
  REFUND_QUEUE,
} from '#server/features/payments/payments.commands.ts';
import {
  findPaymentsOf,
  lockPayment,
  lockRefund,
  setPayment,
  setRefund,
} from '#server/features/payments/payments.queries.ts';
import { isActive } from '#server/features/payments/payment-states.rules.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';

// What a person at the desk does with money, always with a reason (docs/product/payments.md). `actor` is `desk:<user id>`.
// Contents: 1 a transfer has arrived, 2 a sum that was not asked for, 3 refunds that wait

type ByHand = { actor: string; reason: string; now: Date };

// ── 1 A transfer has arrived ────────────────────────────────────────────────────────────────────
/**
 * The bank's statement shows the money: the order is paid. Only the whole due: less is not a payment, and more is sent back by
 * the bank. @throws order_paid, order_cancelled, validation for another sum.
 */
export async function markPaid(
  tx: Tx,
  { orderId, amountKop, paidAt, actor, reason, now }: ByHand & { orderId: number; amountKop: number; paidAt: Date },
): Promise<void> {
  const order = await lockOrder(tx, { id: orderId });
  if (!order) throw notFound(MESSAGES.orderNotFound);
  const attempts = await findPaymentsOf(tx, orderId);
  assertPayable(order, attempts);
  if (amountKop !== order.dueKop) refuse('validation', MESSAGES.otherSum, { amount: [MESSAGES.otherSum] });
  const code = PAYMENT_TYPES.bankRequisite;
  const waiting = attempts.find((one) => one.code === code && isActive(one.status) && one.amountKop === amountKop);
  if (!waiting) await cancelPayments(tx, orderId, now, 'paid_by_hand');
  const paymentId = waiting?.id ?? (await createPayment(tx, { orderId, code, amountKop, now }));
  await setPayment(tx, paymentId, { status: 'succeeded', capturedKop: amountKop, paidAt, reason: 'by_hand' });
  const items = prepaidItems(saleOf(order, await findLines(tx, orderId)), orderId, amountKop);
  await keepReceipt(tx, { orderId, kind: 'prepayment', ref: `payment:${paymentId}`, now }, items);
  const outcome = await orderPaid(tx, { orderId, capturedAt: paidAt, money: { code, amountKop }, actor });
  if (outcome !== 'paid') throw new Error(`order ${orderId} was held and could not be paid: ${outcome}`);
  if (order.paymentType !== code) await updateOrder(tx, orderId, { paymentType: code });
  await noteOnOrder(tx, { orderId, actor, note: `Отмечен оплаченным: ${reason}`, at: now });
}

// ── 2 A sum that was not asked for ──────────────────────────────────────────────────────────────
/** Money that came wrong goes back whole, and the order waits for the right sum again. @throws not_found. */
export async function returnReviewed(
  tx: Tx,
  { paymentId, orderId, jobs, actor, reason, now }: ByHand & { paymentId: number; orderId: number; jobs: JobSender },
): Promise<void> {
  const order = await lockOrder(tx, { id: orderId });
  const payment = await lockPayment(tx, paymentId);
  if (!order || payment?.orderId !== orderId || payment.status !== 'needs_review')
    throw notFound(MESSAGES.orderNotFound);
  const items = prepaidItems(saleOf(order, await findLines(tx, orderId)), orderId, payment.capturedKop);
  await setPayment(tx, paymentId, { status: 'succeeded', items });
  await keepReceipt(tx, { orderId, kind: 'prepayment', ref: `payment:${paymentId}`, now }, items);
  await beginRefund(tx, {
    key: `review:${paymentId}`,
    orderId,
    items,
    to: 'source',
    actor,
    reason,
    paymentId,
    jobs,
    now,
  });
  await noteOnOrder(tx, { orderId, actor, note: `Деньги с неверной суммой возвращаются: ${reason}`, at: now });
}

// ── 3 Refunds that wait ─────────────────────────────────────────────────────────────────────────
/** A refund that a person has made or found made at the provider or at the bank. @throws not_found for any other. */
export async function markRefunded(
  tx: Tx,
  { refundId, orderId, actor, reason, now }: ByHand & { refundId: number; orderId: number },
): Promise<void> {
  await lockOrder(tx, { id: orderId });
  const refund = await lockRefund(tx, refundId);
  if (refund?.orderId !== orderId || refund.state !== 'failed' || !isSetAside(refund.cause))
    throw notFound(MESSAGES.refundNotFound);
  await finishRefund(tx, { refundId, orderId, items: refund.items, now });
  await noteOnOrder(tx, { orderId, actor, note: `Возврат ${refundId} сделан вручную: ${reason}`, at: now });
}
/** A refund of which nobody knows is tried again, after a person has looked that it was not made. @throws not_found. */
export async function retryRefund(
  tx: Tx,
  { refundId, orderId, jobs, actor, reason, now }: ByHand & { refundId: number; orderId: number; jobs: JobSender },
): Promise<void> {
  await lockOrder(tx, { id: orderId });
  const refund = await lockRefund(tx, refundId);
  if (refund?.orderId !== orderId || refund.state !== 'failed' || !isSetAside(refund.cause))
    throw notFound(MESSAGES.refundNotFound);
  await setRefund(tx, refundId, { state: 'created', cause: null });
  await jobs.send(tx, REFUND_QUEUE, { refundId });
  await noteOnOrder(tx, { orderId, actor, note: `Возврат ${refundId} повторяется: ${reason}`, at: now });
}
/** One that was refused has set its sum free again: it is begun anew instead. */
const isSetAside = (cause: string | null): boolean =>
  cause !== null && cause !== 'canceled' && !cause.startsWith('refused:');
