import { createHash } from 'node:crypto';
import { type City, cityNamed, cityOfIndex, findCity } from '#contract/cities.ts';
import type { DeliveryAddress } from '#contract/delivery.ts';
import type { Destination } from '#contract/delivery-offer.ts';
import type { Parcel } from '#contract/delivery-prices.ts';
import { choiceOf, type DeliveryType } from '#contract/delivery-types.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';

// Where a parcel goes, from what a client has sent (docs/product/delivery.md#prices-and-trust).

/** An address as clients send it; everything but the country may be missing. */
export type SentAddress = Partial<Omit<DeliveryAddress, 'country_id'>> & { country_id: number };
export type CityFound = { ok: true; city: City } | { ok: false; error: string };

/** By number, else by name, else by index; a number that lies in another country is a mistake of somebody's, not a guess of ours. */
export function cityOf({ country_id: countryId, city_id: id, city: title, index }: SentAddress): CityFound {
  const known = typeof id === 'number' ? findCity(id) : undefined;
  if (known && known.countryId !== countryId) return { ok: false, error: DELIVERY_WORDS.wrongCountry };
  const city = known ?? (title ? cityNamed(title, countryId) : undefined) ?? (index ? cityOfIndex(index, countryId) : undefined); // prettier-ignore
  if (city) return { ok: true, city };
  return { ok: false, error: id || title ? DELIVERY_WORDS.unknownCity : DELIVERY_WORDS.chooseCity };
}

type Coordinates = { countryId: number; lat: number; lon: number };
/**
 * Coordinates are never the client's: a chosen point lies where it lies, a parcel by index goes where the index leads, any other
 * to the city. Otherwise a far address under a near city would cost less.
 */
export function destinationOf(
  type: DeliveryType,
  city: City,
  address: SentAddress,
  gate: Coordinates | null,
): Destination {
  const index = /^\d{6}$/.test(address.index ?? '') ? (address.index ?? null) : null;
  const goesByIndex = choiceOf(type) === 'index' || choiceOf(type) === 'index_or_gate';
  const place = gate ?? (goesByIndex && index !== null ? cityOfIndex(index, city.countryId) : undefined) ?? city;
  return {
    countryId: place.countryId,
    lat: place.lat,
    lon: place.lon,
    index,
    hasDoor: Boolean(address.street?.trim() && address.house?.trim()),
  };
}

/** Of everything that a carrier's price depends on: placing finds the quote of this very request by it. */
export function fingerprintOf(
  type: DeliveryType,
  city: City,
  address: SentAddress,
  { grams, sumKop }: Parcel,
  gateId: string | null,
): string {
  const plain = (text: string | null | undefined): string => (text ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const { index, street, house } = address;
  const parts = [type, city.id, plain(index), plain(street), plain(house), grams, sumKop, gateId];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
