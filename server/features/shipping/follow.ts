import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { mayBecome, parcelCode, type ParcelState } from '#contract/parcels.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { receivedFromCarrier } from '#server/features/desk-orders/received.commands.ts';
import { insertEvent, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { findInside, findParcels, stepParcel } from '#server/features/parcels/parcels.queries.ts';
import { findMeaning, insertStatuses, setShipment } from '#server/features/parcels/shipments.queries.ts';
import type { CarrierStatus } from '#server/gates/carriers/port.ts';

// What a carrier has said becomes what the parcel is (docs/product/desk.md#carriers).

type Seen = { orderId: number; parcelId: number; carrier: string; statuses: readonly CarrierStatus[]; jobs: JobSender; now: Date }; // prettier-ignore
const STATES = { at_point: 'at_point', handed: 'handed', back: 'returned' } as const;

/**
 * The latest status that we know decides, whatever came first or twice. Returns codes that nobody knows: they are kept and stand in the
 * history, and change nothing.
 */
export async function follow(tx: Tx, { orderId, parcelId, carrier, statuses, jobs, now }: Seen): Promise<string[]> {
  const inside = await findInside(tx, parcelId);
  // Orders are always held by rising number (docs/decisions/496).
  const shared = [orderId, ...inside.map((one) => one.orderId)].toSorted((a, b) => a - b);
  for (const id of shared) await lockOrder(tx, { id });
  const order = await lockOrder(tx, { id: orderId });
  const parcels = await findParcels(tx, orderId);
  const parcel = parcels.find(({ id }) => id === parcelId);
  if (!order || !parcel) return [];
  await setShipment(tx, parcelId, { checkedAt: now });
  const news = (await insertStatuses(tx, parcelId, statuses)).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const actor = `carrier:${carrier}`;
  const code = parcelCode(orderId, parcel.number);
  for (const { words, at } of news)
    await insertEvent(tx, { orderId, kind: 'parcel', actor, note: `${code}: ${words}`, at });
  const meaning = await findMeaning(tx, parcelId);
  const to = meaning === null || meaning === 'moving' ? null : STATES[meaning];
  if (to !== null && mayBecome(parcel.state, to)) {
    if (to !== 'at_point') await setShipment(tx, parcelId, { endedAt: now });
    await move(tx, { orderId, parcelId, to, actor, jobs, now });
    // What lies inside it has come as far.
    for (const one of inside) await move(tx, { orderId: one.orderId, parcelId: one.id, to, actor, jobs, now });
  }
  return news.filter((one) => one.meaning === null).map((one) => one.code);
}

type Step = Pick<Seen, 'orderId' | 'parcelId' | 'jobs' | 'now'> & { to: ParcelState; actor: string };
async function move(tx: Tx, { orderId, parcelId, to, actor, jobs, now }: Step): Promise<void> {
  const order = await lockOrder(tx, { id: orderId });
  const parcels = await findParcels(tx, orderId);
  const parcel = parcels.find(({ id }) => id === parcelId);
  if (!order || !parcel || !mayBecome(parcel.state, to)) return;
  await stepParcel(tx, parcelId, { state: to, stateAt: now });
  const states = parcels.map((one) => (one.id === parcelId ? to : one.state)).filter((state) => state !== 'cancelled');
  await followOrder(tx, { order, states, actor, jobs, now });
}
type Moved = { order: OrderRecord; states: readonly string[]; actor: string; jobs: JobSender; now: Date };
/** The order waits or is received with the last of its parcels. */
async function followOrder(tx: Tx, { order, states, actor, jobs, now }: Moved): Promise<void> {
  const { sent, ready } = ORDER_STATUSES;
  const isUnderWay = order.status === sent || order.status === ready;
  if (!isUnderWay) return;
  if (states.every((state) => state === 'handed'))
    return receivedFromCarrier(tx, jobs, order, { actor, note: 'Вручён перевозчиком', now });
  if (order.status !== sent || !states.every((state) => state === 'at_point' || state === 'handed')) return;
  await writeStatus(tx, { orderId: order.id, status: ready, actor, note: 'Ждёт в пункте перевозчика', at: now });
  await tellNews(tx, jobs, order.id, { what: 'at_carrier', ref: now.getTime() });
}
