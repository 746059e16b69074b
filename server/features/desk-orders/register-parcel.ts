import * as z from 'zod/mini';
import { deskRegisterParcel } from '#contract/desk-shipping.ts';
import { isDeliveryType } from '#contract/delivery-types.ts';
import { parcelCode } from '#contract/parcels.ts';
import { packedGrams } from '#contract/tariff.ts';
import type { Tx } from '#server/db/open.ts';
import { findCarried } from '#server/features/orders/shipments.queries.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { assertNotHeld, holdParcel, type HeldParcel } from '#server/features/desk-orders/held-parcel.ts';
import { readDeskOrder } from '#server/features/desk-orders/read-desk-order.ts';
import { insertEvent, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { findLines, lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { findParcels, findTrack, stepParcel } from '#server/features/parcels/parcels.queries.ts';
import { trackOf } from '#server/features/parcels/parcels.rules.ts';
import { writeShipment } from '#server/features/parcels/shipments.queries.ts';
import type { ShipAsked, ShipOutcome } from '#server/gates/carriers/port.ts';
import { defineOutside } from '#server/platform/outside.ts';
import { refuse, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// A packed parcel is registered at its carrier (docs/product/desk.md#carriers). Contents: 1 what is asked, 2 the call, 3 how it ends

// ── 1 What is asked ─────────────────────────────────────────────────────────────────────────────
const text = z.string();
const Ship = z.object({
  type: z.int(),
  number: text,
  to: z.object({
    countryId: z.int(),
    city: text,
    index: z.nullable(text),
    address: text,
    gate: z.nullable(z.object({ id: text, isLocker: z.boolean() })),
    /** Of a registration that began before there were notes: none. */
    note: z._default(text, ''),
  }),
  recipient: z.object({ name: text, phone: text, email: z.nullable(text) }),
  grams: z.int(),
  items: z.array(z.object({ code: text, title: text, priceKop: z.int(), pieces: z.int(), grams: z.int() })),
});
const Started = z.object({ orderId: z.int(), parcelId: z.int(), actorId: z.int(), carrier: text, ship: Ship });
type Started = z.infer<typeof Started>;

const RUSSIA = 1;
async function askedOf(tx: Tx, { order, parcel }: HeldParcel): Promise<Started['ship']> {
  const { address, gateId, gateType, to } = order.delivery;
  const word = (name: string): string => (typeof address?.[name] === 'string' ? address[name].trim() : '');
  const country = address?.['country_id'];
  const isOuter = order.cartKind === 'shipment';
  const owners = isOuter ? await findCarried(tx, order.id) : [order.id];
  const all = (await Promise.all(owners.map((id) => findLines(tx, id)))).flat();
  const sold = new Map(all.map((line) => [line.id, line]));
  // What lies inside a shipment is told by its orders: their parcels are put in when it leaves.
  const inside = isOuter
    ? all.map(({ id, quantity, returnedQuantity }) => ({ lineId: id, pieces: quantity - returnedQuantity }))
    : parcel.lines;
  const items = inside.filter(({ pieces }) => pieces > 0).flatMap(({ lineId, pieces }) => {
    const line = sold.get(lineId);
    return line ? [{ code: line.code, title: line.title, priceKop: line.priceKop, pieces, grams: line.weightGrams }] : [];
  }); // prettier-ignore
  const goods = items.reduce((sum, one) => sum + one.grams * one.pieces, 0);
  return {
    type: order.deliveryType,
    number: parcelCode(order.id, parcel.number),
    to: {
      countryId: typeof country === 'number' ? country : RUSSIA,
      city: word('city') || (to.split(',')[0] ?? to),
      index: /^\d{6}$/.test(word('index')) ? word('index') : null,
      address: to,
      gate: gateId === null ? null : { id: gateId, isLocker: gateType === 'postamat' },
      note: gateId === null ? word('note') : '',
    },
    recipient: { name: order.recipientName, phone: order.recipientPhone, email: order.recipientEmail },
    grams: parcel.weightGrams ?? packedGrams(goods),
    items,
  };
}

// ── 2 The call ──────────────────────────────────────────────────────────────────────────────────
/** @throws not_possible without an adapter, parcel_changed, order_held, not_found. */
export const registerParcel = defineOutside<typeof deskRegisterParcel, Started, ShipOutcome>({
  call: deskRegisterParcel,
  started: Started,
  async begin(asked, { gates }) {
    const { tx, session, now, body } = asked;
    const held = await holdParcel(asked);
    const { order, parcel } = held;
    if (parcel.state !== 'packed') refuse('parcel_changed', 'Оформляют собранную посылку. Посмотрите ещё раз');
    if (parcel.track !== null) refuse('parcel_changed', `У посылки уже есть трек ${parcel.track}`);
    await assertNotHeld(tx, order.id);
    const shipper = gates.carriers.shippers.find(({ types }) => types.some((type) => type === order.deliveryType));
    if (!shipper)
      return refuse('not_possible', 'Магазин не подключён к этому перевозчику. Оформите посылку у него и впишите трек');
    const { id: actorId } = requireUser(session);
    await insertAudit(tx, {
      actorId,
      act: deskRegisterParcel.name,
      targetType: 'order',
      targetId: order.id,
      reason: '',
      asked: body,
      key: null,
      at: now,
    });
    return { orderId: order.id, parcelId: parcel.id, actorId, carrier: shipper.name, ship: await askedOf(tx, held) };
  },
  ask({ gates, signal }, { carrier, ship }) {
    const shipper = gates.carriers.shippers.find(({ name }) => name === carrier);
    // Its settings have gone meanwhile: nobody is asked, so nothing was registered by this try.
    if (!shipper || !isDeliveryType(ship.type))
      return Promise.resolve({ kind: 'refused', why: 'настроек перевозчика больше нет' });
    const asked: ShipAsked = { ...ship, type: ship.type };
    return shipper.ship(asked, signal);
  },
  finish: ({ tx, now }, started, outcome) => finish(tx, { ...started, outcome, now }),
});

// ── 3 How it ends ───────────────────────────────────────────────────────────────────────────────
type Ended = Started & { outcome: ShipOutcome; now: Date };
async function finish(tx: Tx, { orderId, parcelId, actorId, carrier, outcome, now }: Ended) {
  const order = await lockOrder(tx, { id: orderId });
  const parcel = (await findParcels(tx, orderId)).find(({ id }) => id === parcelId);
  if (!order || !parcel) throw new Error(`no parcel ${parcelId}`);
  const actor = `desk:${actorId}`;
  const code = parcelCode(orderId, parcel.number);
  const note = (words: string) =>
    insertEvent(tx, { orderId, kind: 'parcel', actor, note: `${code} ${words}`, at: now });
  if (outcome.kind === 'refused') {
    await note(`не оформлена у перевозчика: ${outcome.why}`);
    return new RefusedError('not_possible', `Перевозчик не принял посылку: ${outcome.why}. Исправьте или впишите трек`);
  }
  const track = trackOf(outcome.track);
  const owner = track === null ? undefined : await findTrack(tx, track, parcelId);
  if (track === null || owner !== undefined)
    return new RefusedError('track_taken', `Перевозчик дал номер ${outcome.track}, он ${owner === undefined ? 'не похож на трек' : `уже у заказа № ${owner}`}. Позвоните перевозчику`); // prettier-ignore
  await writeShipment(tx, { parcelId, carrier, ref: outcome.ref, registeredAt: now });
  await stepParcel(tx, parcelId, { track });
  if (order.track === null) await updateOrder(tx, orderId, { track });
  await note(`оформлена у перевозчика, трек ${track}`);
  return { ...(await readDeskOrder(tx, orderId, { viewerId: actorId, now })), server_time: now.toISOString() };
}
