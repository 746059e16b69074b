import {
  ALL_DELIVERY_TYPES,
  choiceOf,
  type Days,
  deliveryName,
  type DeliveryRow,
  type DeliveryType,
  type GateType,
  isFixedCost,
  isFreight,
} from '#contract/delivery-types.ts';
import {
  daysWords,
  DELIVERY_WORDS,
  notServedWords,
  ownDaysWords,
  pointTooSmallWords,
  tooHeavyWords,
} from '#contract/delivery-words.ts';
import { COUNTRIES, DELIVERY_TYPES } from '#contract/tables.ts';
import { embeddedTariff, isFreeZone, packedGrams, type Tariff, type Zone, zoneOf } from '#contract/tariff.ts';

// What a buyer is offered: which ways are seen, what they cost and what is still missing (docs/product/delivery.md). The shop
// answers by these rules and the phone without a signal too. Contents: 1 what is asked, 2 who sees which way, 3 one row, 4 prices
// of the shop's own ways, 5 what is still missing.

// ── 1 What is asked ─────────────────────────────────────────────────────────────────────────────
export type Destination = {
  countryId: number;
  lat: number;
  lon: number;
  /** Six digits, or null when it is not known yet. */
  index: string | null;
  /** Street and house are there. */
  hasDoor: boolean;
};
export type Point = { id: string; gateType: GateType; address: string };
/** A point that was chosen and cannot be had: it does not exist any more, or takes no parcel as heavy as this. */
export type LostPoint = { lost: 'closed' } | { lost: 'too_heavy'; maxGrams: number };
export type Parcel = {
  /** Of the goods, without packing. */
  grams: number;
  /** Of the goods in kopecks, before anything is spent from accounts. */
  sumKop: number;
};
export type Buyer = {
  isPunkt: boolean;
  /** Logged in. */
  isKnown: boolean;
  priceType: 0 | 1;
};
export type OfferAsked = {
  shopName: string;
  to: Destination;
  parcel: Parcel;
  buyer: Buyer;
  /** The base cart of the shop; other carts are not kept in the warehouse. */
  isBaseCart: boolean;
  /** This very cart earns the hello bonus, so it is sent at once. */
  isHelloMet: boolean;
  /** Own service centres of the town. */
  centres: readonly Point[];
  /** The counter of the company's warehouse, where the town has one. */
  warehouse: Point | null;
  /** Ways that the operator has switched off. */
  off: readonly DeliveryType[];
};
/** What a carrier said of this way. Null: nobody was asked. Missing sums are filled from our own tariff. */
export type LiveQuote =
  | { kind: 'price'; costKop: number | null; costGateKop: number | null; days: Days | null }
  /** The carrier does not go there. */
  | { kind: 'refused' }
  /** It was asked and did not answer: our own tariff holds, and the row says so. */
  | { kind: 'silent' };

// ── 2 Who sees which way ────────────────────────────────────────────────────────────────────────
const T = DELIVERY_TYPES;
/** Operators of pickup points see these only. */
const OF_PUNKT: readonly DeliveryType[] = [T.pickup, T.logisticCenter, T.kit, T.pek, T.energy, T.megatrans, T.sdek, T.deferred]; // prettier-ignore
const ABROAD: readonly DeliveryType[] = [T.postal, T.pickup, T.kit, T.pek, T.sdek, T.deferred];
/** 15 000 ₽. */
export const FREE_FOR_PUNKT_FROM_KOP = 1_500_000;

export const isFreeForPunkt = ({ buyer, parcel, to }: OfferAsked): boolean =>
  buyer.isPunkt && isFreeZone(to) && parcel.sumKop >= FREE_FOR_PUNKT_FROM_KOP;

function isOffered(type: DeliveryType, asked: OfferAsked): boolean {
  if (asked.off.includes(type)) return false;
  if (asked.buyer.isPunkt && !OF_PUNKT.includes(type)) return false;
  if (asked.to.countryId !== COUNTRIES.russia && !ABROAD.includes(type)) return false;
  if (type === T.deferred) return isDeferredOffered(asked);
  if (type === T.logisticCenter) return asked.warehouse !== null;
  if (type === T.product) return zoneOf(asked.to) === 1 && asked.centres.length > 0;
  return true;
}
/** Free delivery and the hello bonus both hide it: such an order is sent at once. */
const isDeferredOffered = (asked: OfferAsked): boolean =>
  asked.buyer.isKnown && asked.buyer.priceType === 1 && asked.isBaseCart && !asked.isHelloMet && !isFreeForPunkt(asked);

// ── 3 One row ───────────────────────────────────────────────────────────────────────────────────
/** Every way, seen or hidden, in the order of the specification's codes. */
export const offerAll = (asked: OfferAsked): DeliveryRow[] =>
  ALL_DELIVERY_TYPES.map((type) => offerDelivery(type, asked, null, null));

/** One way for this parcel and this buyer. An unusable one is an error in words, never a silent absence. */
export function offerDelivery(
  type: DeliveryType,
  asked: OfferAsked,
  gate: Point | LostPoint | null,
  live: LiveQuote | null,
): DeliveryRow {
  const start: DeliveryRow = { ...startRow(type, asked.shopName), isFreeZone: isFreeZone(asked.to) };
  if (zoneOf(asked.to) === undefined) return failed({ ...start, visible: false }, DELIVERY_WORDS.unavailable);
  if (!isWeight(asked.parcel.grams)) return failed(start, DELIVERY_WORDS.unavailable);
  if (!isOffered(type, asked)) return hidden(start, type, asked);
  if (type === T.pickup && asked.centres.length === 0) return failed(start, DELIVERY_WORDS.noCentre);
  const price = isCarriers(type) ? carrierPrice(type, asked, live) : ownPrice(type, asked);
  if (!price.ok) return failed(start, whyNot(price, asked));
  const lost = gate !== null && 'lost' in gate ? gate : null;
  const chosen = gate !== null && 'id' in gate ? gate : lost ? null : chosenForBuyer(type, asked);
  return withChoice(type, asked, { ...start, ...price.row }, { chosen, lost });
}
/** Whatever a weight may have come from, it is whole grams. */
const isWeight = (grams: number): boolean => Number.isSafeInteger(grams) && grams >= 0;

/** How a way stands before anything is known of it. */
export const startRow = (type: DeliveryType, shopName: string): DeliveryRow => ({
  type,
  name: deliveryName(type, shopName),
  state: isFixedCost(type) ? 'success' : 'process',
  cost: isFixedCost(type) ? 0 : null,
  costGate: isFixedCost(type) ? 0 : null,
  costSelected: isFixedCost(type) ? 0 : null,
  costBefore: null,
  deliveryTime: null,
  daysMin: null,
  daysMax: null,
  notice: isFreight(type) ? DELIVERY_WORDS.payAtReceipt : null,
  error: null,
  visible: true,
  isFreeZone: false,
  gateType: null,
  gateId: null,
  address: null,
  source: 'embedded',
});
const NO_COST = { cost: null, costGate: null, costSelected: null, costBefore: null, deliveryTime: null } as const;
const failed = (row: DeliveryRow, error: string): DeliveryRow => ({
  ...row,
  ...NO_COST,
  state: 'error',
  error,
  notice: null,
});
function hidden(row: DeliveryRow, type: DeliveryType, { to }: OfferAsked): DeliveryRow {
  if (isFixedCost(type)) return { ...row, visible: false };
  const isAbroad = to.countryId !== COUNTRIES.russia && !ABROAD.includes(type);
  return failed({ ...row, visible: false }, isAbroad ? notServedWords(to.countryId) : DELIVERY_WORDS.unavailable);
}
const whyNot = (tariff: Exclude<Tariff, { ok: true }>, { to, parcel }: OfferAsked): string =>
  tariff.reason === 'too_heavy'
    ? tooHeavyWords(packedGrams(parcel.grams), tariff.maxGrams)
    : tariff.reason === 'not_served'
      ? notServedWords(to.countryId)
      : DELIVERY_WORDS.unavailable;

// ── 4 Prices ────────────────────────────────────────────────────────────────────────────────────
type Priced = { ok: true; row: Partial<DeliveryRow> } | Exclude<Tariff, { ok: true }>;
const isCarriers = (type: DeliveryType): boolean => !isFixedCost(type) && type !== T.pickup && type !== T.product;

function carrierPrice(type: DeliveryType, asked: OfferAsked, live: LiveQuote | null): Priced {
  const own = embeddedTariff(type, asked.to, packedGrams(asked.parcel.grams));
  const isLive = live?.kind === 'price';
  if (live?.kind === 'refused') return { ok: false, reason: 'not_served' };
  // Too heavy stays too heavy; where our table ends, a carrier may still go.
  if (!own.ok && !(isLive && own.reason === 'not_served')) return own;
  const cost = (isLive ? live.costKop : null) ?? (own.ok ? own.costKop : null);
  const costGate = (isLive ? live.costGateKop : null) ?? (own.ok ? own.costGateKop : null);
  if (cost === null && costGate === null) return { ok: false, reason: 'not_served' };
  const days = (isLive ? live.days : null) ?? (own.ok ? own.days : null);
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
function ownPrice(type: DeliveryType, { to, parcel }: OfferAsked): Priced {
  const zone = zoneOf(to);
  if (type === T.pickup && zone !== undefined)
    return { ok: true, row: { cost: 0, costGate: 0, ...timeOf(CENTRE_DAYS[zone], ownDaysWords) } };
  if (type === T.logisticCenter) return { ok: true, row: timeOf({ min: 0, max: 0 }, ownDaysWords) };
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

// ── 5 What is still missing ─────────────────────────────────────────────────────────────────────
/** The town's only service centre is «yours»; the warehouse has one counter. */
function chosenForBuyer(type: DeliveryType, { centres, warehouse }: OfferAsked): Point | null {
  if (type === T.logisticCenter) return warehouse;
  return type === T.pickup && centres.length === 1 ? (centres[0] ?? null) : null;
}

type Chosen = { chosen: Point | null; lost: LostPoint | null };
function withChoice(type: DeliveryType, asked: OfferAsked, row: DeliveryRow, { chosen, lost }: Chosen): DeliveryRow {
  const isReady = isChosen(type, asked.to, chosen);
  const selected = chosen ? row.costGate : row.cost;
  const isFree = isFreeForPunkt(asked) && !isFreight(type) && (selected ?? row.costGate ?? 0) > 0;
  const notice = lost
    ? lostWords(lost)
    : type === T.pickup && chosen && asked.centres.length === 1
      ? DELIVERY_WORDS.yourCentre
      : isFree
        ? DELIVERY_WORDS.freeForPunkt
        : row.notice;
  return {
    ...row,
    ...(isFree ? { cost: 0, costGate: 0, costBefore: selected ?? row.costGate } : {}),
    state: isReady ? 'success' : 'need_choose',
    costSelected: isReady ? (isFree ? 0 : selected) : null,
    notice,
    gateType: chosen?.gateType ?? null,
    gateId: chosen?.id ?? null,
    address: chosen?.address ?? null,
  };
}

const lostWords = (lost: LostPoint): string =>
  lost.lost === 'closed' ? DELIVERY_WORDS.pointClosed : pointTooSmallWords(lost.maxGrams);

function isChosen(type: DeliveryType, { index, hasDoor }: Destination, chosen: Point | null): boolean {
  const choice = choiceOf(type);
  if (choice === 'index') return index !== null;
  if (choice === 'index_or_gate') return index !== null || chosen !== null;
  if (choice === 'gate' || choice === 'centre') return chosen !== null;
  if (choice === 'door') return hasDoor;
  if (choice === 'door_or_gate') return hasDoor || chosen !== null;
  return true;
}
/** What to ask the buyer for while a way is `need_choose`. */
export function missingWords(type: DeliveryType): string {
  const choice = choiceOf(type);
  if (choice === 'index') return DELIVERY_WORDS.chooseIndex;
  if (choice === 'door') return DELIVERY_WORDS.chooseDoor;
  return choice === 'door_or_gate' ? DELIVERY_WORDS.chooseDoorOrGate : DELIVERY_WORDS.chooseGate;
}
