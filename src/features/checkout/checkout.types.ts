import type { FoundAddress } from '#contract/addresses.ts';
import type { DeliveryAddress, DeliveryPoint } from '#contract/delivery.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import type { FieldErrors } from '#contract/reply.ts';

/** What a person types about who gets the parcel. */
export type RecipientDraft = { name: string; phone: string; email: string };

/** To a point, or to the door: СДЭК and Яндекс go both ways. Ways without a choice are `door`. */
export type Mode = 'gate' | 'door';
export type WayKey = `${number}:${Mode}`;
/** A chosen point as the screen shows it also without a signal. */
export type ChosenPoint = Pick<DeliveryPoint, 'id' | 'gateType' | 'name' | 'address' | 'schedule' | 'distance'>;
/** Where the parcel goes: a place of the gazetteer, and the rest of the line as it was read. */
export type PlaceDraft = {
  city: string;
  region: string;
  lat: number;
  lon: number;
  address: DeliveryAddress & { city_id: number };
};

/** What a courier has to know at the door; `of`: the street it was said of. */
export type DoorDraft = { of: string; flat: string; isPrivate: boolean; note: string };

export type Step = 'recipient' | 'delivery' | 'payment';

/** Everything that has been typed and chosen; kept on the phone until the order is made (docs/product/checkout.md#draft). */
export type CheckoutDraft = {
  v: 1;
  recipient: RecipientDraft;
  /** The line as it was typed. */
  where: string;
  place: PlaceDraft | null;
  door: DoorDraft;
  way: { type: DeliveryType; mode: Mode } | null;
  /** The last point chosen for each way. */
  points: Partial<Record<DeliveryType, ChosenPoint>>;
  payment: number | null;
  comment: string;
  debitUse: boolean;
  step: Step;
};

/** What an order was made of: the next one offers it as «Как в прошлый раз». */
export type LastOrder = Pick<CheckoutDraft, 'recipient' | 'where' | 'place' | 'door' | 'way' | 'points' | 'payment'> & {
  v: 1;
  consent: GivenBefore;
  /** To pass name, phone and address to a carrier; null while no order of this phone went with one. */
  carrier: GivenBefore | null;
};
/** A consent of an earlier order, named by the version of its text. */
export type GivenBefore = { version: string; at: string };
/** Ticked now (`true`), or given with an earlier order (ISO time). */
export type Given = true | string;

/** A place that was found and lies in a city of the gazetteer. */
export type FoundPlace = Omit<FoundAddress, 'city_id' | 'lat' | 'lon'> & { city_id: number; lat: number; lon: number };
export type Found = { kind: 'places'; places: readonly FoundPlace[] } | { kind: 'failed'; text: string };

/** Why the order was not made. */
export type NotPlaced =
  | { kind: 'fields'; errors: FieldErrors }
  | { kind: 'text'; text: string }
  /** The answer got lost: the same key is asked again until the shop has said which it was. */
  | { kind: 'unknown' };
