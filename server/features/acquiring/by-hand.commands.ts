import { randomUUID } from 'node:crypto';
import { MESSAGES } from '#contract/messages.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { assertPayable } from '#server/features/acquiring/payable.ts';
import { prepaidItems, saleOf } from '#server/features/acquiring/sale.rules.ts';
import { shipmentPaid } from '#server/features/deferred/shipment.commands.ts';
import { updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
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
  addRefunded,
  findPaymentsOf,
  lockPayment,
  lockRefund,
  type Refund,
  setPayment,
  setRefund,
} from '#server/features/payments/payments.queries.ts';
import { isActive } from '#server/features/payments/payment-states.rules.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';

// What a person at the desk does with money, always with a reason (docs/product/payments.md). `actor` is `desk:<user id>`.
// Contents: 1 a transfer has arrived, 2 a sum that was not asked for, 3 refunds that wait

type ByHand = { actor: string; reason: string; now: Date };
type PaidByHand = { orderId: number; amountKop: number; paidAt: Date; jobs: JobSender };

// ── 1 A transfer has arrived ────────────────────────────────────────────────────────────────────
/**
 * The bank's statement shows the money: the order is paid. Only the whole due: less is not a payment, and more is sent back by
 * the bank. @throws order_paid, order_cancelled, validation for another sum.
 */
export async function markPaid(
  tx: Tx,
  { orderId, amountKop, paidAt, jobs, actor, reason, now }: ByHand & PaidByHand,
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
  const outcome = await orderPaid(tx, { orderId, capturedAt: paidAt, now, money: { code, amountKop }, actor });
  if (outcome !== 'paid') throw new Error(`order ${orderId} was held and could not be paid: ${outcome}`);
  if (order.paymentType !== code) await updateOrder(tx, orderId, { paymentType: code });
  await noteOnOrder(tx, { orderId, actor, note: `Отмечен оплаченным: ${reason}`, at: now });
  await shipmentPaid(tx, { orderId, jobs, at: now });
  await tellNews(tx, jobs, orderId, { what: 'paid' });
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
type WaitingRefund = ByHand & { refundId: number; orderId: number };

/** A refund that a person has made, or found made, at the provider or at the bank. @throws not_found for any other. */
export async function markRefunded(tx: Tx, asked: WaitingRefund & { jobs: JobSender }): Promise<void> {
  const { refundId, orderId, jobs, actor, reason, now } = asked;
  const refund = await takeWaiting(tx, asked);
  await finishRefund(tx, { refundId, orderId, items: refund.items, now });
  await noteOnOrder(tx, { orderId, actor, note: `Возврат ${refundId} сделан вручную: ${reason}`, at: now });
  await tellNews(tx, jobs, orderId, { what: 'refund_done', ref: refundId, sourceKop: refund.amountKop });
}
/**
 * A refund is tried again, after a person has looked that it was not made: under a new key, for the answer to the old one
 * stands. @throws not_found for any other.
 */
export async function retryRefund(tx: Tx, asked: WaitingRefund & { jobs: JobSender }): Promise<void> {
  const { refundId, orderId, jobs, actor, reason, now } = asked;
  await takeWaiting(tx, asked);
  await setRefund(tx, refundId, { state: 'created', cause: null, externalId: null, idempotencyKey: randomUUID() });
  await jobs.send(tx, REFUND_QUEUE, { refundId });
  await noteOnOrder(tx, { orderId, actor, note: `Возврат ${refundId} повторяется: ${reason}`, at: now });
}

/** The refund, held, with its sum set aside (again, where a refusal had set it free). */
async function takeWaiting(tx: Tx, { refundId, orderId }: WaitingRefund): Promise<Refund> {
  await lockOrder(tx, { id: orderId });
  const refund = await lockRefund(tx, refundId);
  const payment = refund && (await lockPayment(tx, refund.paymentId));
  if (refund?.orderId !== orderId || refund.state !== 'failed' || !payment) throw notFound(MESSAGES.refundNotFound);
  if (refund.isFree) {
    if (payment.capturedKop - payment.refundedKop < refund.amountKop) refuse('validation', MESSAGES.alreadyRefunded);
    await addRefunded(tx, payment.id, refund.amountKop);
    await setRefund(tx, refundId, { isFree: false });
  }
  return refund;
}
