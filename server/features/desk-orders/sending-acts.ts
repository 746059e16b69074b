import { type deskMarkReceived, type deskNoteOrder, type deskHoldOrder, type deskReleaseHold, type deskSendParcel, goesWithoutTrack } from '#contract/desk-packing.ts'; // prettier-ignore
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { HOLD_WORDS, parcelCode } from '#contract/parcels.ts';
import type { Tx } from '#server/db/open.ts';
import { receivedFromCarrier } from '#server/features/desk-orders/received.commands.ts';
import { actorOf, holdOrder } from '#server/features/desk-orders/desk-acts.ts';
import {
  assertMoves,
  assertNotHeld,
  type HeldParcel,
  holdParcel,
  noteParcel,
} from '#server/features/desk-orders/held-parcel.ts';
import { mayHold, mayReceive } from '#server/features/desk-orders/desk-view.rules.ts';
import { assertTogether, holdRiders, type Rider } from '#server/features/desk-orders/together.ts';
import { lastMoment } from '#server/features/desk-orders/paid-at.rules.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { insertEvent, updateOrder, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { findLines, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { dropMarks } from '#server/features/marking/marks.queries.ts';
import { closeHold, findHolds, findParcels, findTrack, insertHold, setParcelLine, stepParcel, type ParcelRecord } from '#server/features/parcels/parcels.queries.ts'; // prettier-ignore
import { hasLeft, siteOf, statusBySending, trackOf, trimmed, unparcelled } from '#server/features/parcels/parcels.rules.ts'; // prettier-ignore
import { supplyOfDay } from '#server/features/parcels/supply.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// A packed order leaves, waits or is told of (docs/product/desk.md#parcels). Contents: 1 to the carrier, 2 pieces that went back, 3 waiting, 4 words

// ── 1 To the carrier ────────────────────────────────────────────────────────────────────────────
/** @throws validation, track_taken, parcel_changed, order_held. */
export async function deskSendsParcel(shop: Shop, asked: Asked<typeof deskSendParcel>): Promise<void> {
  const { tx, body, now } = asked;
  const riders = await holdRiders(asked);
  const held = await holdParcel(asked);
  const { order, parcel } = held;
  assertMoves(parcel, 'sent');
  await assertNotHeld(tx, order.id);
  await assertTogether(tx, held, riders);
  const track = await freeTrack(tx, order, parcel.id, body.track);
  const site = siteOf(order);
  // What goes to one of our points on one day is one supply: its counter accepts it as a whole.
  const boxId = site === null ? null : await supplyOfDay(tx, site, now);
  await stepParcel(tx, parcel.id, { state: 'sent', stateAt: now, track, boxId });
  if (track !== null && order.track === null) await updateOrder(tx, order.id, { track });
  await noteParcel(asked, held, track === null ? 'отправлена' : `отправлена, трек ${track}`);
  await followParcels(tx, order, { actor: actorOf(asked), now });
  await tellNews(tx, shop.jobs, order.id, { what: 'sent', ref: parcel.id, number: parcel.number, track });
  for (const rider of riders) await sendInside(shop, asked, { rider, held, track });
}
type Inside = { rider: Rider; held: HeldParcel; track: string | null };
/** It leaves inside another one, under the same number; its own order and buyer are told. */
async function sendInside(shop: Shop, asked: Asked<typeof deskSendParcel>, inside: Inside): Promise<void> {
  const { tx, now } = asked;
  const { rider, held, track } = inside;
  const { order, parcel } = rider;
  await stepParcel(tx, parcel.id, { state: 'sent', stateAt: now, track, insideId: held.parcel.id });
  if (track !== null && order.track === null) await updateOrder(tx, order.id, { track });
  const lead = parcelCode(held.order.id, held.parcel.number);
  const note = `${parcelCode(order.id, parcel.number)} отправлена внутри ${lead}${track === null ? '' : `, трек ${track}`}`;
  await insertEvent(tx, { orderId: order.id, kind: 'parcel', actor: actorOf(asked), note, at: now });
  await followParcels(tx, order, { actor: actorOf(asked), now });
  const { id: ref, number } = parcel;
  await tellNews(tx, shop.jobs, order.id, { what: 'sent', ref, number, track, inside: held.order.id });
}
async function freeTrack(tx: Tx, order: OrderRecord, parcelId: number, typed: string): Promise<string | null> {
  if (typed === '' && goesWithoutTrack(order.deliveryType)) return null;
  const track = trackOf(typed);
  if (track === null)
    throw invalid({ track: ['Трек-номер перевозчика: от 5 латинских букв и цифр, например 10087453200123'] });
  const owner = await findTrack(tx, track, parcelId);
  if (owner !== undefined) {
    const why = `Трек ${track} уже у посылки заказа № ${owner}. Проверьте наклейку`;
    refuse('track_taken', why, { track: [why] });
  }
  return track;
}
/** With the last of its parcels the order has left too. */
async function followParcels(tx: Tx, order: OrderRecord, by: { actor: string; now: Date }): Promise<void> {
  if (order.status !== ORDER_STATUSES.packing) return;
  const parcels = await findParcels(tx, order.id);
  const live = parcels.filter(({ state }) => state !== 'cancelled');
  const rest = unparcelled(await findLines(tx, order.id), live);
  const states = parcels.map(({ state }) => state);
  const status = statusBySending(states, rest.length === 0);
  if (status !== null) await writeStatus(tx, { orderId: order.id, status, actor: by.actor, at: by.now });
}

// ── 2 Pieces that went back ─────────────────────────────────────────────────────────────────────
/** After a refund nobody packs what the buyer does not get any more. The order is read anew: the refund has changed it. */
export async function takeOutOfParcels(tx: Tx, orderId: number, by: { actor: string; now: Date }): Promise<void> {
  const parcels = await findParcels(tx, orderId);
  if (parcels.length === 0) return;
  const order = await holdOrder(tx, orderId);
  const inside = parcels.filter(({ state }) => !hasLeft(state) && state !== 'cancelled');
  const lines = await findLines(tx, orderId);
  const isOver = order.status === ORDER_STATUSES.cancelled || order.status === ORDER_STATUSES.returned;
  const live = parcels.filter(({ state }) => state !== 'cancelled');
  const changes = trimmed(lines, live, new Set(inside.map(({ id }) => id)));
  for (const change of changes) await setParcelLine(tx, change);
  if (order.status !== ORDER_STATUSES.received) await forgetMarks(tx, live, lines);
  for (const { id, lines: had } of inside) {
    const left = had.some(({ lineId, pieces }) => {
      const change = changes.find((one) => one.parcelId === id && one.lineId === lineId);
      return (change?.pieces ?? pieces) > 0;
    });
    if (isOver || !left) await stepParcel(tx, id, { state: 'cancelled', stateAt: by.now });
  }
  await followParcels(tx, order, by);
}

/** Codes of units that are not sold: which of them have left the parcel nobody knows, so what stays is scanned anew. */
async function forgetMarks(tx: Tx, live: readonly ParcelRecord[], lines: readonly Sold[]): Promise<void> {
  const marks = new Map(live.flatMap((one) => one.lines).map((line) => [line.lineId, line.marks]));
  const over = lines.filter(({ id, quantity, returnedQuantity }) => (marks.get(id) ?? 0) > quantity - returnedQuantity);
  await dropMarks(
    tx,
    over.map(({ id }) => id),
  );
}
type Sold = { id: number; quantity: number; returnedQuantity: number };

// ── 3 Waiting ───────────────────────────────────────────────────────────────────────────────────
/** @throws order_closed, duplicate, validation. */
export async function deskHoldsOrder(shop: Shop, asked: Asked<typeof deskHoldOrder>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  if (!mayHold(order.status)) refuse('order_closed', 'Заказ уже в пути или закрыт: ждать ему нечего');
  const until = lastMoment(body.until);
  if (until === null || until <= now) throw invalid({ until: ['День, до которого заказ ждёт: сегодня или позже'] });
  const { kind, words, reason } = body;
  if ((await findHolds(tx, order.id)).some((one) => one.kind === kind))
    refuse('duplicate', `«${HOLD_WORDS[kind].name}» уже стоит. Снимите его, чтобы поставить заново`);
  const { id: ownerId } = requireUser(asked.session);
  const ref = await insertHold(tx, { orderId: order.id, kind, words, ownerId, until, reason, openedAt: now });
  const note = `${HOLD_WORDS[kind].name}: ${reason}`;
  await insertEvent(tx, { orderId: order.id, kind: 'hold', actor: actorOf(asked), note, at: now });
  await tellNews(tx, shop.jobs, order.id, { what: 'held', ref, words });
}
/** @throws not_found. */
export async function deskReleasesHold(_shop: Shop, asked: Asked<typeof deskReleaseHold>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  const hold = (await findHolds(tx, order.id)).find(({ id }) => id === body.hold_id);
  if (!hold) throw notFound('Этого ожидания уже нет. Посмотрите ещё раз');
  await closeHold(tx, hold.id, now);
  const note = `Снято «${HOLD_WORDS[hold.kind].name}»: ${body.reason}`;
  await insertEvent(tx, { orderId: order.id, kind: 'hold', actor: actorOf(asked), note, at: now });
}

// ── 4 Words ─────────────────────────────────────────────────────────────────────────────────────
export async function deskNotesOrder(_shop: Shop, asked: Asked<typeof deskNoteOrder>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  await insertEvent(tx, { orderId: order.id, kind: 'note', actor: actorOf(asked), note: body.reason, at: now });
}
/** Only where nobody of ours hands it over: a counter asks for the code. @throws order_closed. */
export async function deskMarksReceived(shop: Shop, asked: Asked<typeof deskMarkReceived>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  if (!mayReceive(order))
    refuse('order_closed', 'Отметить можно заказ в пути, который выдаёт не наш пункт. В пункте его выдают по коду');
  await receivedFromCarrier(tx, shop.jobs, order, { actor: actorOf(asked), note: body.reason, now });
}
