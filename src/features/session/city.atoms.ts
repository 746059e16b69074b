import { atom } from 'jotai';
import { type KeptCity, toCity } from '#src/features/session/city.rules.ts';
import { keptCitiesAtom } from '#src/features/session/city-state.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { ask } from '#src/device/storage.ts';
import { CITY_KEY, OWN_CITY_KEY } from '#src/offline/keys.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Command: chooseCityAtom. What is shown of it, and read at a start: city-state.atoms.ts.

/** Shown at once; kept for the person in their own database, which a logout empties, and for a guest on the device. */
export const chooseCityAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  const value: KeptCity = { v: 1, id };
  const city = toCity(value);
  if (!city) return;
  const { device } = get(keptCitiesAtom);
  set(keptCitiesAtom, user.isGuest ? { uid, own: null, device: city } : { uid, own: city, device });
  const stores = get(storesAtom);
  const kept = user.isGuest
    ? stores.pub().set(CITY_KEY, value)
    : stores.person(uid).then((store) =>
        store.change(async (kv) => {
          // Whoever has logged out leaves nothing behind.
          if ((await ask(kv.get(OPEN_KEY))) !== false) kv.put(value, OWN_CITY_KEY);
        }),
      );
  // Without storage the choice lasts as long as the page.
  await kept.catch(() => {});
});
