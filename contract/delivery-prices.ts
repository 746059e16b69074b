import { type Days, type DeliveryRow, type DeliveryType, isFixedCost } from '#contract/delivery-types.ts';
import { daysWords, DELIVERY_WORDS, keptUntilWords, ownDaysWords } from '#contract/delivery-words.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { embeddedTariff, packedGrams, type Place, type Tariff, type Zone, zoneOf } from '#contract/tariff.ts';

// What a way of delivery costs: a carrier's by its quote or our tariff, the shop's own by rules of ours
// (docs/product/delivery.md#tariff). No library in here.

const T = DELIVERY_TYPES;
export type Parcel = {
  /** Of the goods, without packing. */
  grams: number;
  /** Of the goods in kopecks, before anything is spent from accounts. */
  sumKop: number;
};
/** What a carrier said of this way. Null: nobody was asked. Missing sums are filled from our own tariff. */
export type LiveQuote =
  | { kind: 'price'; costKop: number | null; costGateKop: number | null; days: Days | null }
  /** The carrier does not go there. */
  | { kind: 'refused' }
  /** It was asked and did not answer: our own tariff holds, and the row says so. */
  | { kind: 'silent' };
type Priced = { ok: true; row: Partial<DeliveryRow> } | Exclude<Tariff, { ok: true }>;
export const isCarriers = (type: DeliveryType): boolean =>
  !isFixedCost(type) && type !== T.pickup && type !== T.product;

type PriceAsked = {
  to: Place;
  parcel: Parcel;
  /** A point is chosen, so its price is the one that counts. */ hasPoint: boolean;
};
/** Sums in kopecks; `live` is null where nobody was asked. */
export function carrierPrice(type: DeliveryType, { to, parcel, hasPoint }: PriceAsked, live: LiveQuote | null): Priced {
  if (live?.kind === 'refused') return { ok: false, reason: 'not_served' };
  const own = embeddedTariff(type, to, packedGrams(parcel.grams));
  const said = live?.kind === 'price' ? live : NOTHING_SAID;
  // Too heavy stays too heavy; where our table ends, a carrier may still go.
  if (!own.ok && !(live?.kind === 'price' && own.reason === 'not_served')) return own;
  const cost = said.costKop ?? (own.ok ? own.costKop : null);
  const costGate = said.costGateKop ?? (own.ok ? own.costGateKop : null);
  if (cost === null && costGate === null) return { ok: false, reason: 'not_served' };
  const isLive = (hasPoint ? said.costGateKop : (said.costKop ?? (own.ok ? null : costGate))) !== null;
  const days = (isLive ? said.days : null) ?? (own.ok ? own.days : null);
  return {
    ok: true,
    row: {
      cost: cost ?? costGate,
      costGate: costGate ?? cost,
      ...timeOf(days, daysWords),
      notice: live?.kind === 'silent' ? DELIVERY_WORDS.ourTariff : null,
      source: isLive ? 'live' : 'embedded',
    },
  };
}
const NOTHING_SAID = { costKop: null, costGateKop: null, days: null };

const COURIER_KOP = 30_000;
const COURIER_FREE_FROM_KOP = 500_000;
/** Days from the warehouse to an own service centre, by zone. */
const CENTRE_DAYS: Record<Zone, Days> = {
  1: { min: 1, max: 1 },
  2: { min: 2, max: 3 },
  3: { min: 3, max: 5 },
  4: { min: 4, max: 7 },
  5: { min: 6, max: 10 },
  6: { min: 8, max: 13 },
  7: { min: 7, max: 12 },
  8: { min: 8, max: 14 },
};
/** The shop's own ways; those of fixed cost keep what they start with. */
export function ownPrice(type: DeliveryType, { to, parcel, now }: { to: Place; parcel: Parcel; now?: Date }): Priced {
  const zone = zoneOf(to);
  if (type === T.pickup && zone !== undefined)
    return { ok: true, row: { cost: 0, costGate: 0, ...timeOf(CENTRE_DAYS[zone], ownDaysWords) } };
  if (type === T.logisticCenter) return { ok: true, row: timeOf({ min: 0, max: 0 }, ownDaysWords) };
  if (type === T.deferred && now) return { ok: true, row: { notice: keptUntilWords(now) } };
  if (type !== T.product) return { ok: true, row: {} };
  const cost = parcel.sumKop >= COURIER_FREE_FROM_KOP ? 0 : COURIER_KOP;
  return {
    ok: true,
    row: {
      cost,
      costGate: cost,
      ...timeOf({ min: 1, max: 1 }, ownDaysWords),
      notice: DELIVERY_WORDS.courierFreeFrom,
    },
  };
}
const timeOf = (days: Days | null, words: (days: Days) => string): Partial<DeliveryRow> =>
  days ? { deliveryTime: words(days), daysMin: days.min, daysMax: days.max } : {};
