import { writeAddress } from '#contract/address-line.ts';
import type { City } from '#contract/cities.ts';
import { missingWords, offerDelivery } from '#contract/delivery-offer.ts';
import { type DeliveryRow, type DeliveryType, isDeliveryType, isToDoor } from '#contract/delivery-types.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import type { FrozenDelivery } from '#server/db/tables/orders.ts';
import { findOfferFacts, type PointRow } from '#server/features/delivery/delivery.queries.ts';
import { cityOf, destinationOf, fingerprintOf, type SentAddress } from '#server/features/delivery/destination.rules.ts';
import { type CartFacts, type DeliverySettings, offerAskedOf } from '#server/features/delivery/offer.rules.ts';
import { gateOf } from '#server/features/delivery/points.rules.ts';
import { liveOf } from '#server/features/delivery/quotes.rules.ts';
import { invalid, RefusedError } from '#server/platform/refuse.ts';
import { priceTypeOf, type Session } from '#server/platform/session.ts';

/** A quote is as good as new for half an hour. */
export const QUOTE_HOLDS_MS = 30 * 60_000;

export type FrozenAsked = {
  /** Whose order it is, and whose quotes are looked for: none without an owner. */
  session: Pick<Session, 'user' | 'owner'>;
  /** Of the lines that are being ordered: the client's numbers are not asked. */
  cart: CartFacts;
  to: SentAddress;
  type: number;
  gateId: string | null;
  now: Date;
};

/**
 * The delivery of an order that is being placed, in one statement and without a network: the quote that this person was shown for this
 * very request within half an hour, else the embedded tariff. `costKop` in kopecks; `days` in words.
 * @throws validation: unknown city or way; delivery_changed: the way or the point cannot be had, or something is not chosen yet
 */
export async function frozenDelivery(
  db: DbOrTx,
  settings: DeliverySettings,
  asked: FrozenAsked,
): Promise<FrozenDelivery> {
  const { session, cart, to, type, gateId, now } = asked;
  if (!isDeliveryType(type)) throw invalid({ 'delivery.type': ['Такого способа доставки нет'] });
  const found = cityOf(to);
  if (!found.ok) throw invalid({ 'delivery.address.city_id': [found.error] });
  const { city } = found;
  const facts = await findOfferFacts(db, {
    cityId: city.id,
    gate: gateId === null ? null : { type, id: gateId },
    userId: session.user?.id ?? null,
    quote: session.owner === null ? null : {
      owner: session.owner,
      deliveryType: type,
      fingerprint: fingerprintOf(type, city, to, cart, gateId),
      after: new Date(now.getTime() - QUOTE_HOLDS_MS),
    },
  }); // prettier-ignore
  const { gate, row: point } = gateOf(facts.points, type, gateId, cart.grams);
  const buyer = session.user && { ...session.user, priceType: priceTypeOf(session.user) };
  const row = offerDelivery(
    type,
    { ...offerAskedOf(settings, { buyer, cart, city, facts, now }), to: destinationOf(type, city, to, point) },
    gate,
    liveOf(facts.quote),
  );
  return toFrozen(row, { city, to, point: point ?? facts.points.find(({ id, deliveryType }) => id === row.gateId && deliveryType === type) ?? null }); // prettier-ignore
}

function toFrozen(
  row: DeliveryRow,
  { city, to, point }: { city: City; to: SentAddress; point: PointRow | null },
): FrozenDelivery {
  const costKop = row.costSelected;
  if (!row.visible || row.state !== 'success' || costKop === null)
    throw new RefusedError('delivery_changed', whyNot(row));
  return {
    type: row.type,
    name: row.name,
    costKop,
    gateType: row.gateType,
    gateId: row.gateId,
    to: lineOf(row, city, to),
    schedule: point?.schedule ?? null,
    days: row.deliveryTime,
    isFreeZone: row.isFreeZone,
    source: row.source,
    address: { ...to, city_id: city.id, city: city.title, region: city.region },
  };
}

/** In words, with the way's name in front: it is read away from the row. */
function whyNot(row: DeliveryRow): string {
  const why = !row.visible
    ? DELIVERY_WORDS.notForYou
    : row.state === 'error'
      ? (row.error ?? DELIVERY_WORDS.unavailable)
      : (row.notice ?? missingWords(row.type));
  return `${row.name}: ${why}`;
}

const FREIGHT_TO = 'терминал в городе';
/** One line for the order: the point's address or the person's. */
function lineOf(row: DeliveryRow, city: City, to: SentAddress): string {
  if (row.address !== null) return row.address.includes(city.title) ? row.address : `${city.title}, ${row.address}`;
  if (row.type === DELIVERY_TYPES.deferred) return 'Хранится на складе';
  if (FREIGHT.includes(row.type)) return `${city.title}, ${FREIGHT_TO}`;
  const { index, street, house, building, flat } = to;
  const words = { index, street, house, building, flat };
  const line = writeAddress({
    city: city.title,
    street: '',
    house: '',
    ...Object.fromEntries(Object.entries(words).map(([key, word]) => [key, word?.trim() ?? ''])),
  });
  return isToDoor(row.type, false) && to.is_private_house === true ? `${line}, частный дом` : line;
}
const FREIGHT: readonly DeliveryType[] = [DELIVERY_TYPES.kit, DELIVERY_TYPES.pek, DELIVERY_TYPES.energy, DELIVERY_TYPES.megatrans]; // prettier-ignore
