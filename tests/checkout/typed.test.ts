import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from '#src/features/checkout/draft.rules.ts';
import { draftAtom, openCheckoutAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { fillFromBook } from '#src/features/checkout/from-book.ts';
import { readTypedAtom } from '#src/features/checkout/typed.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { CITY_KEY } from '#src/offline/keys.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { createApi, createHttp } from '#src/platform/api/api.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';

// What a person has said once is not asked for again: name and addresses of the checkout in the registration, the city of the
// account or of the phone at the checkout (docs/product/people.md#registration, docs/product/checkout.md#draft).

const GUEST = 'guest:1b671a64-40d5-491e-99b0-da01ff1f3341';
async function phone(user: Partial<typeof guestSession.user> = {}) {
  const store = createStore();
  const stores = memoryStores();
  store.set(storesAtom, stores);
  store.set(apiAtom, createApi(createHttp(() => Promise.reject(new TypeError('Failed to fetch')))));
  store.set(sessionStateAtom, { ...guestSession, known: true, uid: GUEST, user: { ...guestSession.user, ...user } });
  return { store, stores };
}

describe('the registration after a checkout that was begun', () => {
  it('has name, telephone, mail and city in it', async () => {
    const { store } = await phone();
    await store.set(openCheckoutAtom);
    store.set(writeDraftAtom, {
      recipient: { name: '  Анна  Мария Полякова ', phone: '+79132450361', email: 'anna@mail.ru' },
      where: 'Новосибирск',
      place: { city: 'Новосибирск', region: '', lat: 55, lon: 82, address: { country_id: 1, city_id: 3 } },
    });
    await expect.poll(() => store.set(readTypedAtom)).toMatchObject({ first_name: 'Анна' });
    expect(await store.set(readTypedAtom)).toEqual({
      first_name: 'Анна',
      last_name: 'Мария Полякова',
      phone: '+79132450361',
      phone_country: 'ru',
      email: 'anna@mail.ru',
      city_id: 'Новосибирск',
    });
  });
  it('has nothing in it where nothing was typed, and the city that was chosen on this phone', async () => {
    const { store, stores } = await phone();
    expect(await store.set(readTypedAtom)).toEqual({});
    await stores.pub().set(CITY_KEY, { v: 1, id: 3 });
    expect(await store.set(readTypedAtom)).toEqual({ city_id: 'Новосибирск' });
  });
});

describe('an empty checkout', () => {
  it('begins with the city of the account', async () => {
    const { store } = await phone({ isGuest: false, id: 7, role: 'client', city: { id: 3, name: 'Новосибирск' } });
    await store.set(openCheckoutAtom);
    await fillFromBook(store.get, store.set);
    expect(store.get(draftAtom)).toMatchObject({
      where: 'Новосибирск',
      place: { address: { city_id: 3, street: null } },
    });
  });
  it('of a guest with the city chosen on this phone; what was typed stays', async () => {
    const { store, stores } = await phone();
    await stores.pub().set(CITY_KEY, { v: 1, id: 3 });
    await store.set(openCheckoutAtom);
    store.set(writeDraftAtom, { ...emptyDraft(), where: 'Барн' });
    await fillFromBook(store.get, store.set);
    expect(store.get(draftAtom)?.where).toBe('Барн');
    store.set(writeDraftAtom, emptyDraft());
    await fillFromBook(store.get, store.set);
    expect(store.get(draftAtom)?.where).toBe('Новосибирск');
  });
  it('stays empty where no city is known', async () => {
    const { store } = await phone();
    await store.set(openCheckoutAtom);
    await fillFromBook(store.get, store.set);
    expect(store.get(draftAtom)?.where).toBe('');
  });
});
