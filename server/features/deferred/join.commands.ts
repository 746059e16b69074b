import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import type { FrozenDelivery } from '#server/db/tables/orders.ts';
import { orderName } from '#server/features/orders/letter-frame.rules.ts';
import { insertEvent, updateOrder, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';

type Join = { order: OrderRecord; next: OrderRecord; actor: string; jobs: JobSender; at: Date };
/**
 * A deferred order goes where another one of the same person goes, at no price of its own; both histories and the buyer are told
 * (docs/product/orders.md#deferred). Both are held.
 */
export async function joinOrder(tx: Tx, { order, next, actor, jobs, at }: Join): Promise<void> {
  const { deliveryType, delivery, recipientName, recipientEmail } = next;
  await updateOrder(tx, order.id, {
    deliveryType,
    delivery: { ...delivery, costKop: 0 },
    recipientName,
    recipientEmail,
  });
  const note = `Отложенный: едет с заказом ${orderName(next.id)}`;
  await writeStatus(tx, { orderId: order.id, status: ORDER_STATUSES.paid, actor, note, at });
  const other = `С ним едет отложенный заказ ${orderName(order.id)}`;
  await insertEvent(tx, { orderId: next.id, kind: 'note', actor, note: other, at });
  await tellNews(tx, jobs, order.id, { what: 'joined', ref: next.id });
}

type Leave = { order: OrderRecord; delivery: FrozenDelivery; actor: string; jobs: JobSender; at: Date };
/** A deferred order leaves by itself, by a way that costs its buyer nothing here. It is held. */
export async function leaveOrder(tx: Tx, { order, delivery, actor, jobs, at }: Leave): Promise<void> {
  await updateOrder(tx, order.id, { deliveryType: delivery.type, delivery });
  const note = `Больше не отложен: ${delivery.name}, ${delivery.to}`;
  await writeStatus(tx, { orderId: order.id, status: ORDER_STATUSES.paid, actor, note, at });
  await tellNews(tx, jobs, order.id, { what: 'leaves', ref: at.getTime() });
}
