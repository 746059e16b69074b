import type { Getter, Setter } from 'jotai';
import { type GuestHearts, guestHeartsAtom, guestWishesAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { ask } from '#src/device/storage.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// keepGuestHeart · readGuestHearts · isGuestHearts · HEARTS_KEY

export const HEARTS_KEY = 'hearts';

/** Read, changed and written in one transaction, so that two tabs lose nothing. */
export async function keepGuestHeart(get: Getter, set: Setter, id: number): Promise<void> {
  const isOn = get(guestWishesAtom).get(id);
  if (isOn === undefined) return;
  const at = new Date().toISOString();
  const { uid } = get(sessionAtom);
  let kept: GuestHearts = { v: 1, ids: change(get(guestHeartsAtom)?.ids ?? []), at };
  try {
    const store = await get(storesAtom).person(uid);
    kept = await store.change(async (kv) => {
      const held = await ask(kv.get(HEARTS_KEY));
      const next: GuestHearts = { v: 1, ids: change(isGuestHearts(held) ? held.ids : []), at };
      kv.put(next, HEARTS_KEY);
      return next;
    });
  } catch {
    set(showToastAtom, { text: 'Телефон не даёт сохранить: избранное пропадёт, когда вы закроете страницу' });
  }
  if (get(sessionAtom).uid === uid) set(guestHeartsAtom, kept);
  if (get(guestWishesAtom).get(id) !== isOn) return;
  const left = new Map(get(guestWishesAtom));
  left.delete(id);
  set(guestWishesAtom, left);

  function change(ids: readonly number[]): number[] {
    const others = ids.filter((one) => one !== id);
    return isOn ? [id, ...others] : others;
  }
}

export async function readGuestHearts(get: Getter, set: Setter): Promise<void> {
  const kept = await get(storesAtom)
    .person('guest')
    .then((store) => store.get<unknown>(HEARTS_KEY))
    .catch(() => undefined);
  set(guestHeartsAtom, isGuestHearts(kept) ? kept : null);
}

/** Stored data is read tolerantly: what does not look like hearts is none. */
export function isGuestHearts(value: unknown): value is GuestHearts {
  const { v, ids, at } = (value ?? {}) as Partial<GuestHearts>;
  return v === 1 && typeof at === 'string' && Array.isArray(ids) && ids.every((id) => Number.isInteger(id));
}
