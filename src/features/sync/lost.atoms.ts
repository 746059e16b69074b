import { atom } from 'jotai';
import type { Lost } from '#src/features/sync/lost.rules.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** Own key of a person's database: it goes with a logout, and stands until the notice has been closed. */
export const LOST_KEY = 'sync:lost';
/** What the phone has lost, while it has not been read yet by a person. */
export const lostAtom = atom<Lost | null>(null);
/** «Понятно»: told once. Gone from the phone before it goes from the screen: a page left at once does not tell it again. */
export const closeLostAtom = atom(null, async (get, set): Promise<void> => {
  const store = await get(storesAtom).person(get(syncAtom).uid);
  await store.del([LOST_KEY]).catch(() => {});
  set(lostAtom, null);
});
