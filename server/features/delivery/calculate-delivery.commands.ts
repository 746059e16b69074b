import type { City } from '#contract/cities.ts';
import type { CallParsed, CallReply } from '#contract/call.ts';
import type { calculateDelivery } from '#contract/delivery.ts';
import { FREE_FOR_PUNKT_FROM_KOP, type OfferAsked, offerDelivery } from '#contract/delivery-offer.ts';
import type { LiveQuote } from '#contract/delivery-prices.ts';
import { ALL_DELIVERY_TYPES, type DeliveryRow, type DeliveryType } from '#contract/delivery-types.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import { CART_TYPES } from '#contract/tables.ts';
import { isFreeZone, nearestWarehouse, packedGrams } from '#contract/tariff.ts';
import type { Db } from '#server/db/open.ts';
import { readAddress } from '#server/features/addresses/addresses.commands.ts';
import { cartKindOf, readCart } from '#server/features/cart/read-cart.commands.ts';
import { findOfferFacts, type OfferFacts, writeQuotes } from '#server/features/delivery/delivery.queries.ts';
import { cityOf, destinationOf, fingerprintOf, type SentAddress } from '#server/features/delivery/destination.rules.ts';
import { type CartFacts, type DeliverySettings, helloOf, offerAskedOf } from '#server/features/delivery/offer.rules.ts';
import { gateOf } from '#server/features/delivery/points.rules.ts';
import { toQuoteRow } from '#server/features/delivery/quotes.rules.ts';
import type { CarriersGate, QuoteAsked } from '#server/gates/carriers/port.ts';
import { authRequired, invalid } from '#server/platform/refuse.ts';
import { priceTypeOf, type Session } from '#server/platform/session.ts';

type Asked = CallParsed<typeof calculateDelivery>['body'];
type Answer = Omit<CallReply<typeof calculateDelivery>, 'status'>;
type Parts = { db: Db; carriers: CarriersGate; settings: DeliverySettings };

/**
 * The ways of delivery of this session's own cart. No transaction is open: carriers are asked in the middle, all at once, and what they
 * said is stored for whoever places the order (docs/decisions/206). @throws validation, not_found: an address of somebody else's book
 */
export async function offerDeliveries(parts: Parts, session: Session, body: Asked, now: Date): Promise<Answer> {
  return offerFor(parts, { session, body, cart: await cartFacts(parts.db, session, now), now });
}
/** The same for what is not in a cart. */
export async function offerFor(
  { db, carriers, settings }: Parts,
  { session, body, cart, now }: { session: Session; body: Asked; cart: CartFacts; now: Date },
): Promise<Answer> {
  const to = await addressOf(db, session, body);
  const found = cityOf(to);
  if (!found.ok) throw invalid({ city_id: [found.error] });
  const { city } = found;
  const gate = body.gate ? { type: body.gate.type, id: body.gate.gateId } : null;
  const facts = await findOfferFacts(db, { cityId: city.id, gate, userId: session.user?.id ?? null, quote: null });
  const buyer = session.user && { ...session.user, priceType: priceTypeOf(session.user) };
  const base = offerAskedOf(settings, { buyer, cart, city, facts, now });
  // Named twice it is one way all the same.
  const types = [...new Set(body.types ?? ALL_DELIVERY_TYPES)];
  const ways = types.map((type) => wayOf(type, { base, city, to, facts, gateId: gate?.type === type ? gate.id : null })); // prettier-ignore
  const quotes = await quotesOf(ways, carriers, { city, to, cart, force: body.force === true });
  await keepQuotes(db, session, { ways, quotes, city, to, cart, now });
  return {
    rid: body.rid,
    isFreeZone: isFreeZone(city),
    deliveries: ways.map((way, at) => way.row(quotes[at] ?? null)),
    weight: packedGrams(cart.grams),
    sum_amount: cart.sumKop,
    free_from: session.user?.isPunktVydachi === true ? FREE_FOR_PUNKT_FROM_KOP : null,
    city: { id: city.id, name: city.title },
    helloBonus: helloOf({ buyer, cart, facts, now }),
  };
}

async function addressOf(db: Db, session: Session, { address_id: id, address }: Asked): Promise<SentAddress> {
  if (id !== undefined) {
    if (!session.user) throw authRequired();
    return readAddress(db, session.user.id, id);
  }
  if (!address) throw invalid({ address: [DELIVERY_WORDS.chooseCity] });
  return address;
}

/** A stranger has no cart yet: the lightest parcel is asked about. */
async function cartFacts(db: Db, session: Session, now: Date): Promise<CartFacts> {
  const cart = await readCart(db, session, cartKindOf(session.user), now);
  return {
    grams: cart.result.sum_weight,
    sumKop: cart.result.sum_amount,
    isBase: cart.kind === 'retail' && cart.groups.every(({ cartType }) => cartType === CART_TYPES.base),
  };
}

type Way = {
  type: DeliveryType;
  gateId: string | null;
  asked: OfferAsked;
  point: OfferFacts['points'][number] | null;
  row(live: LiveQuote | null): DeliveryRow;
};
type WayParts = {
  base: Omit<OfferAsked, 'to'>;
  city: City;
  to: SentAddress;
  facts: OfferFacts;
  gateId: string | null;
};
function wayOf(type: DeliveryType, { base, city, to, facts, gateId }: WayParts): Way {
  const { gate, row: point } = gateOf(facts.points, type, gateId, base.parcel.grams);
  const asked = { ...base, to: destinationOf(type, city, to, point) };
  return { type, gateId, asked, point, row: (live) => offerDelivery(type, asked, gate, live) };
}

type Asking = { city: City; to: SentAddress; cart: CartFacts };
/** Nobody is asked about a way that is hidden or too heavy for it. */
async function quotesOf(
  ways: readonly Way[],
  carriers: CarriersGate,
  { city, to, cart, force }: Asking & { force: boolean },
): Promise<(LiveQuote | null)[]> {
  const asks = ways.map((way): QuoteAsked | null => {
    if (!carriers.types.includes(way.type)) return null;
    const now = way.row(null);
    if (!now.visible || (now.state === 'error' && !isBeyondTable(way))) return null;
    const { countryId, lat, lon, index } = way.asked.to;
    const place = { countryId, lat, lon, index, city: city.title, region: city.region };
    const door = { street: to.street?.trim() || null, house: to.house?.trim() || null };
    return {
      type: way.type,
      from: nearestWarehouse(way.asked.to),
      to: { ...place, ...door, gate: way.point && { id: way.point.id, rate: way.point.rate } },
      grams: packedGrams(cart.grams),
      sumKop: cart.sumKop,
    };
  });
  const answers = await carriers.quotes(asks.filter((one) => one !== null), { force }); // prettier-ignore
  const rest = answers.values();
  return asks.map((one) => (one === null ? null : (rest.next().value ?? null)));
}
/** Our own table ends there, a carrier may still go. */
const isBeyondTable = (way: Way): boolean =>
  way.row({ kind: 'price', costKop: 100, costGateKop: 100, days: null }).state !== 'error';

async function keepQuotes(
  db: Db,
  { owner }: Session,
  { ways, quotes, city, to, cart, now }: Asking & { ways: readonly Way[]; quotes: readonly (LiveQuote | null)[]; now: Date }, // prettier-ignore
): Promise<void> {
  if (owner === null) return;
  const rows = ways.flatMap(({ type, gateId }, at) => {
    const live = quotes[at];
    if (live?.kind !== 'price') return [];
    return [
      { owner, deliveryType: type, fingerprint: fingerprintOf(type, city, to, cart, gateId), ...toQuoteRow(live) },
    ];
  });
  await writeQuotes(db, rows, now);
}
