import { createStore } from 'jotai';
import { beforeEach, expect, it } from 'vitest';
import { lookedAtIdsAtom, noteLookedAtAtom, readLookedAtAtom } from '#src/features/catalogue/looked-at.atoms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { guestIdVersionAtom, sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { GUEST_KEY, LOOKED_AT_KEY } from '#src/offline/keys.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';

// docs/product/catalogue.md#looked-at

let stores: ReturnType<typeof memoryStores>;
function open(uid = 'guest') {
  const store = createStore();
  store.set(storesAtom, stores);
  const user = { ...guestSession.user, isGuest: uid === 'guest' };
  store.set(sessionStateAtom, { ...guestSession, known: true, uid, user });
  return store;
}
beforeEach(() => {
  stores = memoryStores();
});

it('holds the latest first, each once, and no more than 24', async () => {
  const store = open('7');
  for (const id of [1, 2, 3, 1]) await store.set(noteLookedAtAtom, id);
  expect(store.get(lookedAtIdsAtom)).toEqual([1, 3, 2]);
  for (let id = 10; id < 40; id += 1) await store.set(noteLookedAtAtom, id);
  const again = open('7');
  await again.set(readLookedAtAtom);
  expect(again.get(lookedAtIdsAtom)).toHaveLength(24);
  expect(again.get(lookedAtIdsAtom)[0]).toBe(39);
});

it('is one person’s: another account and another guest of the phone see nothing of it', async () => {
  await open('7').set(noteLookedAtAtom, 1);
  const other = open('8');
  await other.set(readLookedAtAtom);
  expect(other.get(lookedAtIdsAtom)).toEqual([]);
  const guest = open();
  await guest.set(noteLookedAtAtom, 5);
  expect(guest.get(lookedAtIdsAtom)).toEqual([5]);
  // A login and a logout later the phone has another guest.
  await stores.pub().set(GUEST_KEY, { id: '00000000-0000-4000-8000-000000000002' });
  guest.set(guestIdVersionAtom, 1);
  await guest.set(readLookedAtAtom);
  expect(guest.get(lookedAtIdsAtom)).toEqual([]);
});

it('comes too late for whoever has logged out', async () => {
  const person = await stores.person('7');
  await person.set(OPEN_KEY, false);
  const store = open('7');
  await store.set(noteLookedAtAtom, 1);
  expect(await person.get(LOOKED_AT_KEY)).toBeUndefined();
  expect(store.get(lookedAtIdsAtom)).toEqual([]);
});

it.each(['broken', { v: 1 }, { v: 2, ids: [1] }, { v: 1, ids: ['1', null] }])('reads %j as nothing', async (kept) => {
  await (await stores.person('7')).set(LOOKED_AT_KEY, kept);
  const store = open('7');
  await store.set(readLookedAtAtom);
  expect(store.get(lookedAtIdsAtom)).toEqual([]);
  await store.set(noteLookedAtAtom, 2);
  expect(store.get(lookedAtIdsAtom)).toEqual([2]);
});
