import type { Getter, Setter } from 'jotai';
import { type Address, getAddresses } from '#contract/addresses.ts';
import { writeAddress } from '#contract/address-line.ts';
import { findCity } from '#contract/cities.ts';
import { doorOfPlace, emptyDoor } from '#src/features/checkout/door.rules.ts';
import { draftAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import type { PlaceDraft } from '#src/features/checkout/checkout.types.ts';
import { cityAtom, startCityAtom } from '#src/features/session/city-state.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

/**
 * The address by default fills an empty checkout (docs/product/addresses-of-people.md), without one the city that is known already:
 * of the registration, or chosen on this phone. What was typed meanwhile stays.
 */
export async function fillFromBook(get: Getter, set: Setter): Promise<void> {
  if (get(draftAtom)?.where !== '') return;
  const place = (await inBook(get)) ?? (await ofKnownCity(get, set));
  if (place && get(draftAtom)?.where === '') set(writeDraftAtom, place);
}
async function inBook(get: Getter) {
  if (get(sessionAtom).user.isGuest) return null;
  const headers = { 'X-Client-User': await get(ownerAtom) };
  const book = await get(apiAtom)
    .send(getAddresses, {}, { headers })
    .catch(() => null);
  const address = book?.addresses[0];
  const filled = placeOf(address);
  return address && filled
    ? { ...filled, door: { ...doorOfPlace(emptyDoor(), filled.place), note: address.comment } }
    : null;
}
async function ofKnownCity(get: Getter, set: Setter) {
  await set(startCityAtom);
  const city = findCity(get(cityAtom)?.id ?? 0);
  return city
    ? { where: city.title, place: inCity(city, { index: '', street: '', house: '', building: '', flat: '' }) }
    : null;
}

/** Prices go by the city: a village that the gazetteer does not know is typed by its town. */
export function placeOf(address: Address | undefined): { where: string; place: PlaceDraft } | null {
  const city = address?.city_id ? findCity(address.city_id) : undefined;
  if (!address || !city) return null;
  const { street, house, building, flat } = address;
  return {
    where: writeAddress({ city: city.title, street, house, building, flat }),
    place: inCity(city, address),
  };
}
type Door = Pick<Address, 'index' | 'street' | 'house' | 'building' | 'flat'>;
const inCity = (
  city: NonNullable<ReturnType<typeof findCity>>,
  { index, street, house, building, flat }: Door,
): PlaceDraft => ({
  city: city.title,
  region: city.region,
  lat: city.lat,
  lon: city.lon,
  address: {
    country_id: city.countryId as PlaceDraft['address']['country_id'],
    city_id: city.id,
    index: index || null,
    street: street || null,
    house: house || null,
    building: building || null,
    flat: flat || null,
  },
});
