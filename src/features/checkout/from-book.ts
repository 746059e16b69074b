import type { Getter, Setter } from 'jotai';
import { type Address, getAddresses } from '#contract/addresses.ts';
import { writeAddress } from '#contract/address-line.ts';
import { findCity } from '#contract/cities.ts';
import { doorOfPlace, emptyDoor } from '#src/features/checkout/door.rules.ts';
import { draftAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import type { PlaceDraft } from '#src/features/checkout/checkout.types.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

/** The address by default fills an empty checkout (docs/product/addresses-of-people.md); what was typed meanwhile stays. */
export async function fillFromBook(get: Getter, set: Setter): Promise<void> {
  if (get(sessionAtom).user.isGuest || get(draftAtom)?.where !== '') return;
  const headers = { 'X-Client-User': await get(ownerAtom) };
  const book = await get(apiAtom)
    .send(getAddresses, {}, { headers })
    .catch(() => null);
  const address = book?.addresses[0];
  const filled = placeOf(address);
  if (!address || !filled || get(draftAtom)?.where !== '') return;
  const door = { ...doorOfPlace(emptyDoor(), filled.place), note: address.comment };
  set(writeDraftAtom, { ...filled, door });
}

/** Prices go by the city: a village that the gazetteer does not know is typed by its town. */
export function placeOf(address: Address | undefined): { where: string; place: PlaceDraft } | null {
  const city = address?.city_id ? findCity(address.city_id) : undefined;
  if (!address || !city) return null;
  const { street, house, building, flat } = address;
  return {
    where: writeAddress({ city: city.title, street, house, building, flat }),
    place: {
      city: city.title,
      region: city.region,
      lat: city.lat,
      lon: city.lon,
      address: {
        country_id: city.countryId as PlaceDraft['address']['country_id'],
        city_id: city.id,
        index: address.index || null,
        street: street || null,
        house: house || null,
        building: building || null,
        flat: flat || null,
      },
    },
  };
}
