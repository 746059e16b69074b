import { deliveryName } from '#contract/delivery-types.ts';
import { ORDER_STATUSES as S } from '#contract/order-statuses.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { joinOrder } from '#server/features/deferred/join.commands.ts';
import { findCarried, findDeferredSince, holdOrders, setShipment } from '#server/features/orders/shipments.queries.ts'; // prettier-ignore
import { orderName } from '#server/features/orders/letter-frame.rules.ts';
import { updateOrder, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { findOrder, lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { refuse } from '#server/platform/refuse.ts';

// What becomes of deferred orders with their shipment (docs/product/orders.md#sent-together). Contents: 1 it is paid, 2 it is given up, 3 who may leave it

const isShipment = ({ cartKind }: Pick<OrderRecord, 'cartKind'>): boolean => cartKind === 'shipment';

// ── 1 It is paid ────────────────────────────────────────────────────────────────────────────────
/** Its orders go with it, in the transaction of the money. Any other order: nothing. */
export async function shipmentPaid(
  tx: Tx,
  { orderId, jobs, at }: { orderId: number; jobs: JobSender; at: Date },
): Promise<void> {
  const shipment = await lockOrder(tx, { id: orderId });
  if (!shipment || !isShipment(shipment) || shipment.status !== S.paid) return;
  for (const order of await holdOrders(tx, await findCarried(tx, orderId)))
    if (order.status === S.deferred) await joinOrder(tx, { order, next: shipment, actor: 'buyer', jobs, at });
}

// ── 2 It is given up ────────────────────────────────────────────────────────────────────────────
const WAREHOUSE = {
  type: DELIVERY_TYPES.deferred,
  name: deliveryName(DELIVERY_TYPES.deferred, ''),
  costKop: 0,
  gateType: null,
  gateId: null,
  to: 'Хранится на складе',
  schedule: null,
  days: null,
  isFreeZone: true,
  source: 'embedded',
  address: null,
};
/**
 * Cancelled or expired, it lets its orders go: they lie deferred as before, from their first day. @throws order_closed when one of them is
 * being packed already.
 */
export async function letCarriedGo(tx: Tx, shipment: OrderRecord, by: { actor: string; at: Date }): Promise<void> {
  if (!isShipment(shipment)) return;
  const carried = await holdOrders(tx, await findCarried(tx, shipment.id));
  const gone = carried.find(({ status }) => ![S.deferred, S.paid, S.cancelled, S.returned].some((one) => one === status)); // prettier-ignore
  if (gone) refuse('order_closed', `Отменить отправку уже нельзя: заказ ${orderName(gone.id)} собирают`);
  for (const { id } of carried.filter(({ status }) => status === S.paid)) {
    const since = await findDeferredSince(tx, id);
    const note = `Отправка ${orderName(shipment.id)} отменена, снова отложен`;
    await writeStatus(tx, { orderId: id, status: S.deferred, actor: by.actor, note, at: by.at });
    const delivery = { deliveryType: DELIVERY_TYPES.deferred, delivery: WAREHOUSE };
    await updateOrder(tx, id, { ...delivery, ...(since ? { statusAt: since } : {}) });
  }
  const free = carried.filter(({ status }) => status === S.deferred || status === S.paid);
  if (free.length > 0) await setShipment(tx, free.map(({ id }) => id), null); // prettier-ignore
}

// ── 3 Who may leave it ──────────────────────────────────────────────────────────────────────────
/** Before an order is cancelled or lessened: its road may have been counted with it. @throws order_closed with which shipment to cancel. */
export async function assertMayLeave(tx: Tx, order: OrderRecord, how: 'cancel' | 'lessen'): Promise<void> {
  if (order.shipmentId === null) return;
  const shipment = (await findOrder(tx, { id: order.shipmentId }))?.order;
  if (!shipment) return;
  const name = orderName(shipment.id);
  if (shipment.paidAt === null && shipment.status !== S.cancelled)
    refuse('order_closed', `Заказ входит в отправку ${name}, она ждёт оплаты. Сначала отмените отправку`);
  if (how === 'lessen' || shipment.status === S.cancelled || shipment.status === S.returned) return;
  const others = (await findCarried(tx, shipment.id)).filter((id) => id !== order.id);
  const rest = others.length === 0 ? [] : await holdOrders(tx, others);
  if (rest.some(({ status }) => status !== S.cancelled && status !== S.returned)) return;
  refuse('order_closed', `В отправке ${name} едет только этот заказ. Отмените отправку: деньги за дорогу вернутся, и заказ снова можно отменить`); // prettier-ignore
}
