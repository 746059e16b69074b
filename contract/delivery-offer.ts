import {
  ALL_DELIVERY_TYPES,
  choiceOf,
  deliveryName,
  type DeliveryRow,
  type DeliveryType,
  type GateType,
  isFixedCost,
  isFreight,
} from '#contract/delivery-types.ts';
import { carrierPrice, isCarriers, type LiveQuote, ownPrice, type Parcel } from '#contract/delivery-prices.ts';
import { DELIVERY_WORDS, notServedWords, pointTooSmallWords, tooHeavyWords } from '#contract/delivery-words.ts';
import { COUNTRIES, DELIVERY_TYPES } from '#contract/tables.ts';
import { isFreeZone, packedGrams, type Tariff, zoneOf } from '#contract/tariff.ts';

// What a buyer is offered: which ways are seen, what they cost and what is still missing (docs/product/delivery.md). The shop
// answers by these rules and the phone without a signal too. Contents: 1 what is asked, 2 who sees which way, 3 one row, 4 what is still
// missing. Prices: contract/delivery-prices.ts.

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
  /** The one of them that the buyer works at. */
  ownCentre?: string | null;
  /** The counter of the company's warehouse, where the town has one. */
  warehouse: Point | null;
  /** For «Храним до …» of the deferred way. */
  now?: Date;
  /** Ways that the operator has switched off. */
  off: readonly DeliveryType[];
};

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
  const lost = gate !== null && 'lost' in gate ? gate : null;
  const chosen = gate !== null && 'id' in gate ? gate : lost ? null : chosenForBuyer(type, asked);
  const { to, parcel } = asked;
  const price = isCarriers(type)
    ? carrierPrice(type, { to, parcel, hasPoint: chosen !== null }, live)
    : ownPrice(type, asked);
  if (!price.ok) return failed(start, whyNot(price, asked));
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

// ── 4 What is still missing ─────────────────────────────────────────────────────────────────────
/** The centre the buyer works at, else the town's only one; the warehouse has one counter. */
function chosenForBuyer(type: DeliveryType, { centres, warehouse, ownCentre }: OfferAsked): Point | null {
  if (type === T.logisticCenter) return warehouse;
  if (type !== T.pickup) return null;
  return centres.find(({ id }) => id === ownCentre) ?? (centres.length === 1 ? (centres[0] ?? null) : null);
}
/** Only an operator has a centre of their own: «ваш» would be news to anybody else (docs/decisions/610). */
function centreWords({ id }: Point, { centres, ownCentre }: OfferAsked): string | null {
  if (id === ownCentre) return DELIVERY_WORDS.yourCentre;
  return centres.length === 1 ? DELIVERY_WORDS.onlyCentre : null;
}

type Chosen = { chosen: Point | null; lost: LostPoint | null };
function withChoice(type: DeliveryType, asked: OfferAsked, row: DeliveryRow, { chosen, lost }: Chosen): DeliveryRow {
  const isReady = isChosen(type, asked.to, chosen);
  const selected = chosen ? row.costGate : row.cost;
  const isFree = isFreeForPunkt(asked) && !isFreight(type) && (selected ?? row.costGate ?? 0) > 0;
  const notice = lost
    ? lostWords(lost)
    : type === T.pickup && chosen
      ? centreWords(chosen, asked)
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

/** Names a point among all ways: two carriers may number theirs alike. */
export const pointKey = ({ deliveryType, id }: { deliveryType: number; id: string | number }): string =>
  `${deliveryType}:${id}`;
