import type { deskTakeParcel } from '#contract/desk-packing.ts';
import { HOLD_WORDS, mayBecome, parcelCode, PARCEL_STATE_NAMES, type ParcelState } from '#contract/parcels.ts';
import type { Tx } from '#server/db/open.ts';
import { actorOf, holdOrder } from '#server/features/desk-orders/desk-acts.ts';
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { findHolds, findParcels, type ParcelRecord } from '#server/features/parcels/parcels.queries.ts';
import type { Asked } from '#server/platform/mount.ts';
import { notFound, refuse, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// A parcel that is held for a step, and why a step is refused (docs/product/desk.md#parcels).

export type HeldParcel = { order: OrderRecord; parcel: ParcelRecord; parcels: ParcelRecord[] };
type AnyStep = Pick<Asked<typeof deskTakeParcel>, 'tx' | 'session' | 'now'> & {
  body: { exp_id: number; parcel_id: number; version?: number };
};

/** The order is held with it, so steps of one order come one after the other. @throws not_found, parcel_changed. */
export async function holdParcel({ tx, body }: AnyStep): Promise<HeldParcel> {
  const order = await holdOrder(tx, body.exp_id);
  const parcels = await findParcels(tx, order.id);
  const parcel = parcels.find(({ id }) => id === body.parcel_id);
  if (!parcel) throw notFound('Такой посылки в заказе нет');
  if (body.version !== undefined && body.version !== parcel.version)
    refuse('parcel_changed', 'Посылку изменили в другом окне. Посмотрите ещё раз');
  return { order, parcel, parcels };
}
/** @throws parcel_changed when the table of states does not lead there. */
export function assertMoves({ state }: ParcelRecord, to: ParcelState): void {
  if (!mayBecome(state, to))
    refuse('parcel_changed', `Посылка сейчас: ${PARCEL_STATE_NAMES[state].toLowerCase()}. Посмотрите ещё раз`);
}
/** @throws parcel_taken: somebody else packs it. */
export function assertMine({ session }: AnyStep, { packerId, packerName }: ParcelRecord): void {
  if (packerId === null || packerId === requireUser(session).id) return;
  throw new RefusedError(
    'parcel_taken',
    `Посылку собирает ${packerName ?? 'другой сотрудник'}. Чтобы собирать самому, нажмите «Забрать себе»`,
  );
}
/** @throws order_held with the reasons. */
export async function assertNotHeld(tx: Tx, orderId: number): Promise<void> {
  const holds = await findHolds(tx, orderId);
  if (holds.length === 0) return;
  const why = holds.map(({ kind }) => HOLD_WORDS[kind].name.toLowerCase()).join(', ');
  refuse('order_held', `Заказ ждёт: ${why}. Снимите ожидание и продолжайте`);
}
/** A step of a parcel in the history of its order. */
export async function noteParcel(asked: AnyStep, { order, parcel }: HeldParcel, what: string): Promise<void> {
  const note = `${parcelCode(order.id, parcel.number)} ${what}`;
  await insertEvent(asked.tx, { orderId: order.id, kind: 'parcel', actor: actorOf(asked), note, at: asked.now });
}
