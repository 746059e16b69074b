import type { deskCancelOrder, deskMarkPaid, deskSendLink } from '#contract/desk-orders.ts';
import { MESSAGES } from '#contract/messages.ts';
import { mayCancel, ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { Tx } from '#server/db/open.ts';
import { markPaid } from '#server/features/acquiring/by-hand.commands.ts';
import { countLinks } from '#server/features/desk-orders/desk-order.queries.ts';
import { endOrder } from '#server/features/order-changes/cancel.commands.ts';
import { assertTarget } from '#server/features/order-changes/take-off.commands.ts';
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import { tellBuyer } from '#server/features/orders/order-mail.commands.ts';
import { lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { paidAtOf } from '#server/features/desk-orders/paid-at.rules.ts';
import { findPaymentsOf } from '#server/features/payments/payments.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// What whoever is at the desk does to an order (docs/product/desk.md#acts). Each holds the order first.

export const actorOf = (asked: Pick<Asked<typeof deskMarkPaid>, 'session'>): string =>
  `desk:${requireUser(asked.session).id}`;

/** @throws not_found (404). */
export async function holdOrder(tx: Tx, id: number): Promise<OrderRecord> {
  const order = await lockOrder(tx, { id });
  if (!order) throw notFound(MESSAGES.orderNotFound);
  return order;
}

export async function deskMarksPaid(shop: Shop, asked: Asked<typeof deskMarkPaid>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  const paidAt = paidAtOf(body.paid_on, { placedAt: order.createdAt, now });
  if (!paidAt) throw invalid({ paid_on: ['Дата — день от оформления заказа до сегодняшнего'] });
  const { amount: amountKop, reason } = body;
  const { jobs } = shop;
  await markPaid(tx, { orderId: order.id, amountKop, paidAt, jobs, actor: actorOf(asked), reason, now });
}

export async function deskCancels(shop: Shop, asked: Asked<typeof deskCancelOrder>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  if (order.status === ORDER_STATUSES.cancelled) refuse('order_cancelled', 'Заказ уже отменён');
  if (!mayCancel(order.status)) refuse('order_closed', 'Отменить уже нельзя: заказ собран. Можно вернуть деньги');
  const attempts = await findPaymentsOf(tx, order.id);
  if (attempts.some(({ status }) => status === 'needs_review'))
    refuse('payment_unavailable', 'Сначала верните деньги, которые пришли с другой суммой');
  assertTarget(order, body.refund_to);
  const { reason, refund_to: to } = body;
  await endOrder(tx, { order, actor: actorOf(asked), reason, to, holds: 'released', jobs: shop.jobs, now });
}

export async function deskSendsLink(shop: Shop, asked: Asked<typeof deskSendLink>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  if (order.status === ORDER_STATUSES.cancelled) refuse('order_cancelled', 'Заказ отменён: о нём уже не пишут');
  const again = (await countLinks(tx, order.id)) + 1;
  await insertEvent(tx, { orderId: order.id, kind: 'link', actor: actorOf(asked), note: body.reason, at: now });
  await tellBuyer(tx, shop.jobs, order.id, again);
}
