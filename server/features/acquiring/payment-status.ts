import type { getPaymentStatus } from '#contract/payments.ts';
import type { CallReply } from '#contract/call.ts';
import { hurryCheck } from '#server/features/acquiring/acquiring.queries.ts';
import { confirmPayment } from '#server/features/acquiring/acquiring.jobs.ts';
import { paymentView } from '#server/features/acquiring/payment-view.rules.ts';
import { findOrder } from '#server/features/orders/order-rows.queries.ts';
import { assertTheirs, whichOrderOf } from '#server/features/orders/read-order.commands.ts';
import { findPaymentsOf } from '#server/features/payments/payments.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';

const PAUSE_MS = 5000;

/**
 * Whether an order is paid, for a screen that waits. It never asks the provider itself: it has the job look at the attempt, at most
 * once in five seconds however many screens wait.
 */
export async function readPaymentStatus(
  { tx, body, session, now }: Asked<typeof getPaymentStatus>,
  shop: Shop,
): Promise<Omit<CallReply<typeof getPaymentStatus>, 'status'>> {
  const which = whichOrderOf(session, body, 'order.pay');
  const order = assertTheirs((await findOrder(tx, which))?.order, which, session);
  const attempts = await findPaymentsOf(tx, order.id);
  const payment = paymentView(order, attempts, now);
  const live = attempts.find(({ status }) => status === 'pending');
  const isWaiting = live !== undefined && payment.state === 'waiting';
  if (isWaiting && (await hurryCheck(tx, live.id, now, new Date(now.getTime() - PAUSE_MS))))
    await shop.jobs.send(tx, confirmPayment, { paymentId: live.id, source: 'return' });
  return { exp_id: order.id, payment };
}
