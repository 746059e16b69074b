import type { Getter, Setter } from 'jotai';
import { guestHeartsAtom, guestWishesAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { HEARTS_KEY, isGuestHearts, keepGuestHeart as keepOnDevice, withHeart } from '#src/offline/identity/hearts.ts';
import { identityStoresAtom } from '#src/platform/memory/identity-stores.atom.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// keepGuestHeart · readGuestHearts

export async function keepGuestHeart(get: Getter, set: Setter, id: number): Promise<void> {
  const isOn = get(guestWishesAtom).get(id);
  if (isOn === undefined) return;
  const heart = { id, isOn, at: new Date().toISOString() };
  const { uid } = get(sessionAtom);
  let kept = withHeart(get(guestHeartsAtom)?.ids ?? [], heart);
  try {
    kept = await keepOnDevice(get(identityStoresAtom), heart);
  } catch {
    set(showToastAtom, { text: 'Телефон не даёт сохранить: избранное пропадёт, когда вы закроете страницу' });
  }
  if (get(sessionAtom).uid === uid) set(guestHeartsAtom, kept);
  if (get(guestWishesAtom).get(id) !== isOn) return;
  const left = new Map(get(guestWishesAtom));
  left.delete(id);
  set(guestWishesAtom, left);
}

export async function readGuestHearts(get: Getter, set: Setter): Promise<void> {
  const kept = await get(storesAtom)
    .person('guest')
    .then((store) => store.get<unknown>(HEARTS_KEY))
    .catch(() => undefined);
  set(guestHeartsAtom, isGuestHearts(kept) ? kept : null);
}
