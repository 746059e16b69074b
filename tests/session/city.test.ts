import { createStore } from 'jotai';
import { beforeEach, expect, it } from 'vitest';
import { chooseCityAtom } from '#src/features/session/city.atoms.ts';
import { cityAtom, startCityAtom } from '#src/features/session/city-state.atoms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { CITY_KEY, OWN_CITY_KEY } from '#src/offline/keys.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';

// docs/product/addresses.md#city

let stores: ReturnType<typeof memoryStores>;
/** The page is opened again on the same phone. */
function open(city: { id: number; name: string } | null | 'guest' = 'guest') {
  const store = createStore();
  store.set(storesAtom, stores);
  const { user } = guestSession;
  store.set(
    sessionStateAtom,
    city === 'guest'
      ? { ...guestSession, known: true }
      : { ...guestSession, known: true, uid: '7', user: { ...user, isGuest: false, id: 7, city } },
  );
  return store;
}
beforeEach(() => {
  stores = memoryStores();
});

it('is nobody’s until somebody says; a guest’s choice is the device’s and outlives the page', async () => {
  const store = open();
  await store.set(startCityAtom);
  expect(store.get(cityAtom)).toBeNull();
  await store.set(chooseCityAtom, 25);
  expect(store.get(cityAtom)).toEqual({ id: 25, title: 'Томск' });
  const again = open();
  await again.set(startCityAtom);
  expect(again.get(cityAtom)).toEqual({ id: 25, title: 'Томск' });
});

it('is the account’s at login, and the device’s where the account has none', async () => {
  await stores.pub().set(CITY_KEY, { v: 1, id: 25 });
  const store = open({ id: 3, name: 'Новосибирск' });
  await store.set(startCityAtom);
  expect(store.get(cityAtom)?.title).toBe('Новосибирск');
  const other = open(null);
  await other.set(startCityAtom);
  expect(other.get(cityAtom)?.title).toBe('Томск');
});

it('a person’s own choice wins over the account’s, and stands in their database only', async () => {
  const store = open({ id: 3, name: 'Новосибирск' });
  await store.set(chooseCityAtom, 2);
  expect(store.get(cityAtom)?.title).toBe('Санкт-Петербург');
  expect(await (await stores.person('7')).get(OWN_CITY_KEY)).toEqual({ v: 1, id: 2 });
  expect(await stores.pub().get(CITY_KEY)).toBeUndefined();
  const guest = open();
  await guest.set(startCityAtom);
  expect(guest.get(cityAtom)).toBeNull();
});

it('leaves nothing in a database that a logout has emptied', async () => {
  const person = await stores.person('7');
  await person.set(OPEN_KEY, false);
  await open(null).set(chooseCityAtom, 2);
  expect(await person.get(OWN_CITY_KEY)).toBeUndefined();
});

it.each([{ v: 1, id: 9999 }, { v: 2, id: 3 }, { v: 1, id: '3' }, 'Томск', null])(
  'what is no city of the gazetteer counts as none: %j',
  async (kept) => {
    await stores.pub().set(CITY_KEY, kept);
    const store = open();
    await store.set(startCityAtom);
    expect(store.get(cityAtom)).toBeNull();
    await store.set(chooseCityAtom, 9999);
    expect(store.get(cityAtom)).toBeNull();
  },
);
