import { atom } from 'jotai';
import { catalogueAtom, priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { favouriteIdsAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { lookAtHearts, readHeartsStock } from '#src/features/favourites/hearts-back.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { ask } from '#src/device/storage.ts';
import { HEARTS_STOCK_KEY } from '#src/offline/keys.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: heartsBackAtom. Command: noteHeartsAtom, at every new catalogue and every change of the hearts.

const heldAtom = atom<{ uid: string; ids: readonly number[] } | null>(null);
/** Hearts that were out of stock and are back, those that came last first. */
export const heartsBackAtom = atom((get): readonly number[] => {
  const held = get(heldAtom);
  const loved = get(favouriteIdsAtom);
  return held?.uid === get(sessionAtom).uid ? held.ids.filter((id) => loved.has(id)) : [];
});

/** Never throws: nobody waits for it. */
export const noteHeartsAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  if (user.isGuest || get(catalogueAtom).status !== 'ready') return;
  const priceOf = get(priceOfAtom);
  const hearts = [...get(favouriteIdsAtom)].flatMap((id) => {
    const price = priceOf(id);
    return price ? [{ id, stock: price.stock }] : [];
  });
  const store = await get(storesAtom).person(uid);
  const back = await store
    .change(async (kv) => {
      const [isOpen, kept] = await Promise.all([
        ask<unknown>(kv.get(OPEN_KEY)),
        ask<unknown>(kv.get(HEARTS_STOCK_KEY)),
      ]);
      // Whoever has logged out leaves nothing behind.
      if (isOpen === false) return {};
      const next = lookAtHearts(readHeartsStock(kept), hearts, new Date());
      kv.put(next, HEARTS_STOCK_KEY);
      return next.back;
    })
    .catch(() => ({}) as Record<string, string>);
  if (get(sessionAtom).uid !== uid) return;
  const ids = Object.entries(back).toSorted(([, a], [, b]) => (a < b ? 1 : -1));
  set(heldAtom, { uid, ids: ids.map(([id]) => Number(id)) });
});
