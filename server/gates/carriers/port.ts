import type { OpeningHours } from '#contract/delivery.ts';
import type { LiveQuote } from '#contract/delivery-prices.ts';
import type { Days, DeliveryType, GateType } from '#contract/delivery-types.ts';
import type { Warehouse } from '#contract/tariff.ts';

// The way to the outside for delivery (docs/decisions/206). Called where no transaction is open (docs/decisions/141).

/** What a carrier takes for a parcel to one point of its, in kopecks. */
export type PointRate = { baseKop: number; includedKg: number; extraKopPerKg: number };

export type QuoteAsked = {
  type: DeliveryType;
  from: Warehouse;
  to: {
    countryId: number;
    city: string;
    region: string;
    /** Six digits, or null. */
    index: string | null;
    lat: number;
    lon: number;
    street: string | null;
    house: string | null;
    /** The chosen point, with the carrier's rate where its list of points has one. */
    gate: { id: string; rate: PointRate | null } | null;
  };
  /** Of the parcel with its packing. */
  grams: number;
  /** Of the goods, in kopecks: the declared value. */
  sumKop: number;
};

/** Whole roubles in kopecks; null where this carrier has no such way or was not told enough. */
export type Quote = { costKop: number | null; costGateKop: number | null; days: Days | null };

export type CarrierPoint = {
  type: DeliveryType;
  id: string;
  gateType: GateType;
  name: string;
  address: string;
  countryId: number;
  postIndex: string;
  lat: number;
  lon: number;
  schedule: string;
  hours: OpeningHours | null;
  phone: string | null;
  maxGrams: number | null;
  payCard: boolean;
  payCash: boolean;
  note: string | null;
  rate: PointRate | null;
};

/** A parcel as it is registered at its carrier. `number` is ours, the same at every try: the carrier knows by it that it is the same parcel. */
export type ShipAsked = {
  type: DeliveryType;
  number: string;
  to: {
    countryId: number;
    city: string;
    index: string | null;
    /** One line, as the label has it. */
    address: string;
    gate: { id: string; isLocker: boolean } | null;
    /** For the courier: entrance, floor, intercom. */
    note: string;
  };
  recipient: { name: string; phone: string; email: string | null };
  grams: number;
  items: { code: string; title: string; priceKop: number; pieces: number; grams: number }[];
};
/** `ref`: the carrier's own id, `track`: the number that people know. A definite no comes with its words. */
export type ShipOutcome = { kind: 'registered'; ref: string; track: string } | { kind: 'refused'; why: string };
/** What it means to us; null: a status that we do not know. */
export type CarrierStatus = {
  code: string;
  at: Date;
  words: string;
  meaning: 'moving' | 'at_point' | 'handed' | 'back' | null;
};
/** Registers parcels and tells what becomes of them. @throws CarrierError: the end is unknown, or there is no answer. */
export type Shipper = {
  ship(asked: ShipAsked, signal: AbortSignal): Promise<ShipOutcome>;
  /** PDF, to be stuck onto the parcel. */
  label(ref: string, signal: AbortSignal): Promise<Uint8Array>;
  /** All that there are, in any order. */
  statuses(ref: string, signal: AbortSignal): Promise<CarrierStatus[]>;
  /** The secret word in the address to which it sends messages; null: it sends none. */
  hook: string | null;
  /** Whom a message of it is about. A message is a hint to ask, never believed. */
  refOf(message: unknown): string | null;
};

/** One carrier's service. */
export type Carrier = {
  name: string;
  types: readonly DeliveryType[];
  /**
   * `refused`: it answers that it does not carry this. Null: nothing can be asked yet (no point, no index), our own tariff holds.
   * @throws CarrierError: no answer, or none that can be read
   */
  quote(asked: QuoteAsked, signal: AbortSignal): Promise<Quote | 'refused' | null>;
  /** All its points, part by part; absent where there is no such list. @throws CarrierError */
  points?(signal: AbortSignal): AsyncIterable<CarrierPoint[]>;
  /** Absent where parcels are registered by hand. */
  shipper?: Shipper;
};

/** What the shop is given: every carrier whose settings are there, asked with patience and never for longer than a buyer waits. */
export type CarriersGate = {
  /** Ways about which somebody is asked. */
  types: readonly DeliveryType[];
  /** All at once, in the order of asking; never fails: who is silent is `silent`. `force` asks again what was asked a moment ago. */
  quotes(asked: readonly QuoteAsked[], more: { force: boolean }): Promise<(LiveQuote | null)[]>;
  /** Carriers that have a list of points. */
  withPoints: readonly { name: string; types: readonly DeliveryType[] }[];
  /** Carriers that register parcels. */
  shippers: readonly (Shipper & { name: string; types: readonly DeliveryType[] })[];
  /** @throws CarrierError */
  points(name: string, signal: AbortSignal): AsyncIterable<CarrierPoint[]>;
};

/** No answer, or none that can be used. The message names a number or a word of the protocol, never an address or a key. */
export class CarrierError extends Error {
  override name = 'CarrierError' as const;
  /** Of HTTP, where there was one. */
  readonly status: number | undefined;
  /** The carrier asked to be left alone for so long. */
  readonly retryAfterS: number | undefined;
  constructor(cause: string, more: { status?: number | undefined; retryAfterS?: number | undefined } = {}) {
    super(cause);
    this.status = more.status;
    this.retryAfterS = more.retryAfterS;
  }
}
