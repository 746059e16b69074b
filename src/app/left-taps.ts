import type { createStore } from 'jotai';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import { setFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { notSavedAtom } from '#src/features/notices/notices.atoms.ts';
import { GUEST_UID } from '#src/features/session/guest-session.rules.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { pageWindow } from '#src/app/rendered-page.ts';
import { type Unkept, unkeptAtom } from '#src/app/unkept.ts';
import { LEFT_TAPS } from '#src/offline/keys.ts';
import { isObject } from '#src/offline/outbox/mutation.ts';
import { type Fresh, saveAtom } from '#src/sync-client/sync.atoms.ts';

type Store = ReturnType<typeof createStore>;

/**
 * Carries out what pages of this device had not stored when they were left (docs/decisions/285). A note goes when the device
 * holds all of it; a page that is left before that leaves it to the next one, and the queue takes every key once.
 */
export async function carryOutLeft(store: Store): Promise<void> {
  await alone(async () => {
    // Not this page's own, written when it was shown or hidden for a moment: its taps are about to be done here.
    const notes = Object.keys(localStorage).filter((name) => name.startsWith(LEFT_TAPS) && name !== pageWindow.tapNote);
    for (const tap of notes.flatMap(readNote)) carryOut(store, tap);
    await everythingKept(store);
    for (const name of notes) localStorage.removeItem(name);
  });
}

/** Two tabs that start together: the second finds what the first has left over. */
const alone = (work: () => Promise<void>): Promise<void> =>
  // Plain http has no locks; the shop is tried there, not used.
  (globalThis.navigator.locks as LockManager | undefined)?.request(LEFT_TAPS, work) ?? work();

/** Written by another page, perhaps of another build: what cannot be read was nothing. */
function readNote(name: string): Unkept[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(name) ?? '');
    return Array.isArray(list) ? list.filter(isLeft) : [];
  } catch {
    return [];
  }
}
function isLeft(one: unknown): one is Unkept {
  if (!isObject(one)) return false;
  if (one.tap === 'cart' || one.tap === 'heart') return Number.isInteger(one.id);
  const isMade = isObject(one.mutation) && isObject(one.seen);
  return isMade && typeof one.key === 'string' && typeof one.uid === 'string';
}

function carryOut(store: Store, left: Unkept): void {
  if ('mutation' in left) return save(store, left);
  if (left.tap === 'cart') {
    const { id, delta = 1, cartType, key } = left;
    store.set(changeCartAtom, { productId: id, delta, cartType, ...(key ? { key } : {}) });
  } else store.set(setFavouriteAtom, { id: left.id, on: left.on ?? true });
}

/** A guest's gesture is of whoever holds the phone by now, as their cart is; a person's is nobody else's. */
function save(store: Store, { mutation, ...how }: Fresh): void {
  const { uid } = store.get(sessionAtom);
  if (how.uid !== uid && how.uid !== GUEST_UID) return;
  const saved = store.set(saveAtom, mutation, { ...how, uid, owner: store.get(ownerAtom) });
  void saved.then((what) => store.set(notSavedAtom, what));
}

function everythingKept(store: Store): Promise<void> {
  return new Promise((done) => {
    const look = (): void => {
      if (store.get(unkeptAtom).length > 0) return;
      stop();
      done();
    };
    const stop = store.sub(unkeptAtom, look);
    look();
  });
}
