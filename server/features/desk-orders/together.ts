import type { deskJoinDeferred, deskSendParcel } from '#contract/desk-packing.ts';
import { tooHeavyWords } from '#contract/delivery-words.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { parcelCode } from '#contract/parcels.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { maxGramsOf } from '#contract/tariff.ts';
import type { Tx } from '#server/db/open.ts';
import { joinOrder } from '#server/features/deferred/join.commands.ts';
import { actorOf, holdOrder } from '#server/features/desk-orders/desk-acts.ts';
import { assertMoves, assertNotHeld, type HeldParcel } from '#server/features/desk-orders/held-parcel.ts';
import { findOrdersOfParcels } from '#server/features/desk-orders/together.queries.ts';
import { orderName } from '#server/features/orders/letter-frame.rules.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { findParcels, type ParcelRecord } from '#server/features/parcels/parcels.queries.ts';
import { siteOf } from '#server/features/parcels/parcels.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';

// Several orders of one person travel together (docs/product/desk.md#together). Contents: 1 deferred orders, 2 one parcel

/** Always in the order of their numbers: two acts that share orders wait for each other instead of locking each other out. */
async function holdAll(tx: Tx, ids: readonly number[]): Promise<Map<number, OrderRecord>> {
  const held = new Map<number, OrderRecord>();
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) held.set(id, await holdOrder(tx, id));
  return held;
}
const isSamePerson = (one: OrderRecord, other: OrderRecord): boolean =>
  one.userId !== null && one.userId === other.userId && one.recipientPhone === other.recipientPhone;

// ── 1 Deferred orders ───────────────────────────────────────────────────────────────────────────
const PACKABLE: readonly number[] = [ORDER_STATUSES.paid, ORDER_STATUSES.packing];
/** They go where this order goes. @throws not_found, order_closed, order_changed, order_held, not_possible. */
export async function deskJoinsDeferred(shop: Shop, asked: Asked<typeof deskJoinDeferred>): Promise<void> {
  const { tx, body, now } = asked;
  const held = await holdAll(tx, [body.exp_id, ...body.joined]);
  const next = held.get(body.exp_id);
  if (!next) throw notFound('Такого заказа нет');
  if (next.version !== body.version) refuse('order_changed', 'Заказ изменился в другом окне. Посмотрите ещё раз');
  if (!PACKABLE.includes(next.status))
    refuse('order_closed', 'Отложенный заказ едет с оплаченным, который ещё не отправлен. С этим заказом уже нельзя');
  await assertNotHeld(tx, next.id);
  for (const order of [...held.values()].filter(({ id }) => id !== next.id)) {
    const name = `Заказ ${orderName(order.id)}`;
    if (order.status !== ORDER_STATUSES.deferred) refuse('order_closed', `${name} уже не отложен. Посмотрите ещё раз`);
    if (!isSamePerson(order, next))
      refuse('not_possible', `${name} другого покупателя или с другим телефоном. Вместе едут заказы одного человека`);
    if (order.shipmentId !== null)
      refuse('order_closed', `${name} покупатель уже отправляет: отправка ${orderName(order.shipmentId)} ждёт оплаты`);
    await assertNotHeld(tx, order.id);
    await joinOrder(tx, { order, next, actor: actorOf(asked), jobs: shop.jobs, at: now });
  }
}

// ── 2 One parcel ────────────────────────────────────────────────────────────────────────────────
export type Rider = { order: OrderRecord; parcel: ParcelRecord };
type Sending = Pick<Asked<typeof deskSendParcel>, 'tx' | 'body'>;
/** Before the parcel itself is held: its order and theirs, in their one order. @throws not_found. */
export async function holdRiders({ tx, body }: Sending): Promise<Rider[]> {
  if (body.inside.length === 0) return [];
  const owners = await findOrdersOfParcels(tx, body.inside.map(({ parcel_id: id }) => id)); // prettier-ignore
  const held = await holdAll(tx, [body.exp_id, ...owners.values()]);
  const riders: Rider[] = [];
  for (const { parcel_id: id, version } of body.inside) {
    const order = held.get(owners.get(id) ?? 0);
    const parcel = order && (await findParcels(tx, order.id)).find((one) => one.id === id);
    if (!order || !parcel) throw notFound('Посылки, которую кладут внутрь, уже нет. Посмотрите ещё раз');
    if (parcel.version !== version)
      refuse('parcel_changed', `Посылку ${parcelCode(order.id, parcel.number)} изменили в другом окне. Посмотрите ещё раз`); // prettier-ignore
    riders.push({ order, parcel });
  }
  return riders;
}
/** @throws not_possible, parcel_changed, order_held. */
export async function assertTogether(tx: Tx, { order, parcel }: HeldParcel, riders: readonly Rider[]): Promise<void> {
  if (riders.length === 0) {
    if (order.cartKind === 'shipment')
      refuse(
        'parcel_incomplete',
        'В отправке ещё ничего нет. Соберите её заказы и отметьте их посылки: они едут внутри',
      );
    return;
  }
  if (siteOf(order) !== null)
    refuse('not_possible', 'В пункт посылки и так едут в одной коробке. Отправьте каждую: пункт выдаёт их по отдельности'); // prettier-ignore
  for (const one of riders) {
    const code = parcelCode(one.order.id, one.parcel.number);
    if (one.order.id === order.id) refuse('not_possible', `${code} из этого же заказа: отправьте её отдельно`);
    if (!isSamePerson(one.order, order) || placeOf(one.order) !== placeOf(order))
      refuse('not_possible', `${code} едет другому человеку или по другому адресу. Вместе её отправить нельзя`);
    assertMoves(one.parcel, 'sent');
    await assertNotHeld(tx, one.order.id);
  }
  const grams = [parcel, ...riders.map((one) => one.parcel)].reduce((sum, one) => sum + (one.weightGrams ?? 0), 0);
  const most = maxGramsOf(order.deliveryType as DeliveryType);
  if (most !== undefined && grams > most) refuse('not_possible', `${tooHeavyWords(grams, most)}. Отправьте отдельно`);
}
const placeOf = ({ deliveryType, delivery }: OrderRecord): string =>
  JSON.stringify([deliveryType, delivery.gateId, delivery.to]);
