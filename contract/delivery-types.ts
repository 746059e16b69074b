import { DELIVERY_TYPES } from '#contract/tables.ts';

// What each way of delivery is (docs/product/delivery.md#types). No library in here: the phone reads it offline too.

export type DeliveryType = (typeof DELIVERY_TYPES)[keyof typeof DELIVERY_TYPES];
export const ALL_DELIVERY_TYPES: readonly DeliveryType[] = Object.values(DELIVERY_TYPES);
export const isDeliveryType = (code: number): code is DeliveryType =>
  (ALL_DELIVERY_TYPES as readonly number[]).includes(code);

/** A gate is a place where a parcel is handed over. */
export const GATE_TYPES = ['service_center', 'pvz', 'postamat', 'post_office'] as const;
export type GateType = (typeof GATE_TYPES)[number];

export const DELIVERY_STATES = ['process', 'success', 'need_choose', 'error'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * What the buyer has to say before the way can be ordered. `centre` is chosen for them where the town has one;
 * `door_or_gate` is a full street address or a point.
 */
export type Choice = 'nothing' | 'index' | 'index_or_gate' | 'gate' | 'door' | 'door_or_gate' | 'centre';
export type DeliveryGroup = 'pickup' | 'courier' | 'post' | 'freight' | 'deferred';
type Traits = { name: string; group: DeliveryGroup; choice: Choice; isFixedCost?: true };

/** `{shop}` is the name of the shop (`SHOP_NAME`). */
const TRAITS: Record<DeliveryType, Traits> = {
  1: { name: 'Почта России', group: 'post', choice: 'index' },
  3: { name: 'Самовывоз из Центра обслуживания', group: 'pickup', choice: 'centre' },
  8: { name: 'ТК «КИТ»', group: 'freight', choice: 'nothing', isFixedCost: true },
  9: { name: 'ТК «ПЭК»', group: 'freight', choice: 'nothing', isFixedCost: true },
  11: { name: 'СДЭК', group: 'courier', choice: 'door_or_gate' },
  12: { name: 'ТК «Энергия»', group: 'freight', choice: 'nothing', isFixedCost: true },
  14: { name: 'Почта России — Посылка онлайн', group: 'post', choice: 'index' },
  18: { name: 'Почта России — ЕКОМ', group: 'post', choice: 'index_or_gate' },
  19: { name: 'ТК «Мегатранс»', group: 'freight', choice: 'nothing', isFixedCost: true },
  20: { name: 'Курьер «{shop}»', group: 'courier', choice: 'door' },
  22: { name: 'Отложенная доставка', group: 'deferred', choice: 'nothing', isFixedCost: true },
  23: { name: 'Логистический центр', group: 'pickup', choice: 'nothing', isFixedCost: true },
  25: { name: 'Boxberry', group: 'pickup', choice: 'gate' },
  26: { name: '5Post', group: 'pickup', choice: 'gate' },
  27: { name: 'Яндекс Доставка', group: 'courier', choice: 'door_or_gate' },
};

export const deliveryName = (type: DeliveryType, shopName: string): string =>
  TRAITS[type].name.replace('{shop}', shopName);
export const groupOf = (type: DeliveryType): DeliveryGroup => TRAITS[type].group;
export const choiceOf = (type: DeliveryType): Choice => TRAITS[type].choice;
/** Somebody carries it up to the door: without a point chosen for it. */
export const isToDoor = (type: DeliveryType, hasPoint: boolean): boolean =>
  choiceOf(type) === 'door' || (choiceOf(type) === 'door_or_gate' && !hasPoint);
type Home = { [part in 'street' | 'house' | 'flat']?: string | null | undefined } & {
  is_private_house?: boolean | null | undefined;
};
/** A house is named, and neither a flat nor that it has none. */
export const isFlatMissing = ({ street, house, flat, is_private_house: isPrivate }: Home): boolean =>
  Boolean(street?.trim() && house?.trim()) && !flat?.trim() && isPrivate !== true;
/** Starts ready, with cost 0 (docs/product/asked-for.md#states); the others start being calculated. */
export const isFixedCost = (type: DeliveryType): boolean => TRAITS[type].isFixedCost === true;
/** The buyer pays the carrier at its terminal. */
export const isFreight = (type: DeliveryType): boolean => TRAITS[type].group === 'freight';
/** The shop's own centres, courier and store: nobody else learns who gets the parcel. */
const OWN_WAYS: readonly DeliveryType[] = [
  DELIVERY_TYPES.pickup,
  DELIVERY_TYPES.product,
  DELIVERY_TYPES.deferred,
  DELIVERY_TYPES.logisticCenter,
];
/** Name, phone and address go to another company, which needs a consent of its own (docs/product/law.md#consents). */
export const isByCarrier = (type: DeliveryType): boolean => !OWN_WAYS.includes(type);
/** Has a list of points to choose from. */
export const hasPoints = (type: DeliveryType): boolean =>
  ['centre', 'gate', 'index_or_gate', 'door_or_gate'].includes(choiceOf(type)) ||
  type === DELIVERY_TYPES.logisticCenter;

export type Days = { min: number; max: number };

/** One way of delivery as `POST /delivery` answers it and the screen shows it. Money is kopecks. */
export type DeliveryRow = {
  type: DeliveryType;
  name: string;
  state: DeliveryState;
  /** To the door; null while it is not known. Where there is no courier it is the same as `costGate`. */
  cost: number | null;
  /** To the point. */
  costGate: number | null;
  /** What the choice costs: `costGate` with a point, else `cost`; null until something is chosen. */
  costSelected: number | null;
  /** Shown struck through beside a cost that became free. */
  costBefore: number | null;
  deliveryTime: string | null;
  daysMin: number | null;
  daysMax: number | null;
  notice: string | null;
  error: string | null;
  /** A hidden way is neither shown nor chosen; that is not the same as an error. */
  visible: boolean;
  isFreeZone: boolean;
  gateType: GateType | null;
  gateId: string | null;
  /** Of the chosen point, as it is shown. */
  address: string | null;
  source: 'live' | 'embedded';
};
