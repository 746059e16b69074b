import type { Getter, Setter } from 'jotai';
import type { FoundAddress } from '#contract/addresses.ts';
import { readAddress, writeAddress } from '#contract/address-line.ts';
import { citiesLike, findCity } from '#contract/cities.ts';
import { geocode } from '#contract/delivery.ts';
import type { Found, FoundPlace, PlaceDraft } from '#src/features/checkout/checkout.types.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';

/** Cities and addresses for what has been typed: the shop's, without a signal those of the gazetteer on the phone. */
export async function findPlaces(get: Getter, set: Setter, query: string): Promise<Found> {
  try {
    const { places } = await get(apiAtom).send(geocode, { body: { query } });
    set(reportNetworkAtom, true);
    return { kind: 'places', places: places.flatMap(inGazetteer) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused') return { kind: 'failed', text: failureText(failure) };
    return { kind: 'places', places: findHere(query) };
  }
}

/** Prices of delivery go by the city, so a place that the gazetteer does not know cannot be chosen. */
function inGazetteer(found: FoundAddress): FoundPlace[] {
  const city = found.city_id === null ? undefined : findCity(found.city_id);
  if (!city) return [];
  return [{ ...found, city_id: city.id, lat: found.lat ?? city.lat, lon: found.lon ?? city.lon }];
}

/** The same look-up on the phone: a whole address first, else the cities whose name begins so. */
export function findHere(query: string): FoundPlace[] {
  const read = readAddress(query);
  const whole = read.cityId === null ? undefined : findCity(read.cityId);
  if (whole)
    return [
      {
        ...read,
        country_id: whole.countryId,
        city_id: whole.id,
        full: writeAddress(read),
        lat: whole.lat,
        lon: whole.lon,
      },
    ];
  return citiesLike(query).map((city) => ({
    index: city.index,
    country_id: city.countryId,
    region: city.region,
    city: city.title,
    city_id: city.id,
    street: '',
    house: '',
    building: '',
    flat: '',
    full: city.title,
    lat: city.lat,
    lon: city.lon,
    quality: 'partial',
  }));
}

export const toPlace = (found: FoundPlace): PlaceDraft => ({
  city: found.city,
  region: found.region,
  lat: found.lat,
  lon: found.lon,
  address: {
    country_id: found.country_id as PlaceDraft['address']['country_id'],
    city_id: found.city_id,
    index: found.index || null,
    street: found.street || null,
    house: found.house || null,
    building: found.building || null,
    flat: found.flat || null,
    lat: found.lat,
    lon: found.lon,
  },
});
/** The line as it stands in the field: without the index, which the post asks for by itself. */
export const placeLine = ({ city, street, house, building, flat }: FoundPlace): string =>
  writeAddress({ city, street, house, building, flat });
