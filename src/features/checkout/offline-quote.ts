import type { Getter } from 'jotai';
import type { DeliveryRow } from '#contract/delivery-types.ts';
import { offerAll, type OfferAsked } from '#contract/delivery-offer.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { isFreeZone, packedGrams } from '#contract/tariff.ts';
import type { PlaceDraft } from '#src/features/checkout/checkout.types.ts';
import { hasDoor, SHOP_NAME } from '#src/features/checkout/checkout.atoms.ts';
import { storedCartAtom } from '#src/features/cart/cart.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Prices of delivery without a signal (docs/product/checkout.md#without-a-signal): «расчёт от …» is the shop's own earlier answer
// for this town, index and weight; «предварительно» is the same tariff counted on the phone. The shop counts anew at the order.

type Kept = { key: string; at: string; weight: number; rows: readonly DeliveryRow[] };
const KEY = 'quotes:delivery';
const KEPT_MAX = 12;
const STEP_GRAMS = 500;

const keyOf = ({ address }: PlaceDraft, weight: number): string =>
  [address.city_id, address.index ?? '', hasStreet(address) ? 'door' : 'town', Math.ceil(weight / STEP_GRAMS)].join(
    ':',
  );
const hasStreet = ({ street, house }: PlaceDraft['address']): boolean => !!street && !!house;

export async function keepQuote(
  get: Getter,
  { place, weight, at, rows }: { place: PlaceDraft; weight: number; at: string; rows: readonly DeliveryRow[] },
): Promise<void> {
  const key = keyOf(place, weight);
  const others = (await all(get)).filter((one) => one.key !== key);
  await get(storesAtom)
    .person(get(sessionAtom).uid)
    .then((store) => store.set(KEY, [{ key, at, weight, rows }, ...others].slice(0, KEPT_MAX)))
    .catch(() => {});
}
export async function readQuote(get: Getter, place: PlaceDraft, weight: number): Promise<Kept | undefined> {
  const key = keyOf(place, weight);
  return (await all(get)).find((one) => one.key === key);
}
async function all(get: Getter): Promise<readonly Kept[]> {
  const kept = await get(storesAtom)
    .person(get(sessionAtom).uid)
    .then((store) => store.get<readonly Kept[]>(KEY))
    .catch(() => undefined);
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.key === 'string' && Array.isArray(one.rows)) : [];
}

/** By the tariff that the phone carries. Own centres are the shop's to name, so self-collection waits for the network. */
export async function ownRows(
  get: Getter,
  place: PlaceDraft,
): Promise<{ rows: readonly DeliveryRow[]; weight: number; isFreeZone: boolean }> {
  const { user } = get(sessionAtom);
  const result = get(storedCartAtom)?.data.result;
  const grams = result?.sum_weight ?? 0;
  const to = {
    countryId: place.address.country_id,
    lat: place.lat,
    lon: place.lon,
    index: place.address.index || null,
    hasDoor: hasDoor(place),
  };
  const asked: OfferAsked = {
    shopName: SHOP_NAME,
    to,
    parcel: { grams, sumKop: result?.sum_amount ?? 0 },
    buyer: { isPunkt: user.isPunktVydachi, isKnown: !user.isGuest, priceType: user.price_type },
    isBaseCart: true,
    isHelloMet: false,
    centres: [],
    warehouse: null,
    // Its points stand on the phone, and the shop does not send with it unless it says so (docs/product/delivery.md#carriers).
    off: [DELIVERY_TYPES.boxberry],
  };
  const rows = offerAll(asked).map((row) => (row.type === DELIVERY_TYPES.pickup ? { ...row, error: DELIVERY_WORDS.centresUnknown } : row)); // prettier-ignore
  return { rows, weight: packedGrams(grams), isFreeZone: isFreeZone(to) };
}
