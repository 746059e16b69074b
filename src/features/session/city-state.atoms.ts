import { atom } from 'jotai';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { CITY_KEY, OWN_CITY_KEY } from '#src/offline/keys.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: cityAtom, isCityAskedAtom. Commands: startCityAtom. The gazetteer and what needs it come later: city.atoms.ts.

/** A city of the gazetteer (contract/cities.ts); prices and days of delivery are those of a parcel to there. */
export type ShownCity = { id: number; title: string };
/** What stands on the phone: of the person `uid` and of the device. */
export const keptCitiesAtom = atom<{ uid: string | null; own: ShownCity | null; device: ShownCity | null }>({
  uid: null,
  own: null,
  device: null,
});
/** «Ваш город» is open. */
export const isCityAskedAtom = atom(false);

/**
 * Where the person wants parcels: their own choice, else the account's city, else the one that was chosen on this phone without an
 * account. Null: nobody has said, and it is never guessed from the network address (docs/product/addresses.md#city).
 */
export const cityAtom = atom((get): ShownCity | null => {
  const { uid, user } = get(sessionAtom);
  const kept = get(keptCitiesAtom);
  const account = user.city && { id: user.city.id, title: user.city.name };
  return (kept.uid === uid ? kept.own : null) ?? account ?? kept.device;
});

/** Reads what this phone knows; a city that the gazetteer has lost since counts as none. Never throws. */
export const startCityAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  const stores = get(storesAtom);
  const [device, own] = await Promise.all([
    stores.pub().get<unknown>(CITY_KEY),
    user.isGuest ? undefined : stores.person(uid).then((store) => store.get<unknown>(OWN_CITY_KEY)),
  ]).catch(() => []);
  // A first visit has nothing to read, and need not load the gazetteer.
  const code = device || own ? await import('#src/features/session/city.rules.ts').catch(() => null) : null;
  const cityOf = (kept: unknown) => code?.toCity(kept) ?? null;
  if (get(sessionAtom).uid === uid) set(keptCitiesAtom, { uid, own: cityOf(own), device: cityOf(device) });
});
