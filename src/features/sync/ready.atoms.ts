import { atom } from 'jotai';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { WARM_KEY } from '#src/offline/keys.ts';
import { shellReadyAtom } from '#src/platform/memory/offline-ready.atom.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** Nothing promises «без сети» before shell and catalogue are both on the phone (docs/product/offline.md F36). */
export const isOfflineReadyAtom = atom((get) => get(shellReadyAtom) && get(catalogueAtom).status === 'ready');

/** Own key of `pub`: the app was once made ready here, and said so. */
/** True at the first start from the home screen: it begins with an empty memory, whatever the browser's tab holds (F36). */
export const isColdAtom = atom(false);
export const readColdAtom = atom(null, async (get, set): Promise<void> => {
  const isWarm = await get(storesAtom)
    .pub()
    .get<unknown>(WARM_KEY)
    .catch(() => true);
  set(isColdAtom, isWarm === undefined);
});
/** «Понятно», or seen to be ready. */
export const endColdAtom = atom(null, async (get, set): Promise<void> => {
  set(isColdAtom, false);
  if (!get(isOfflineReadyAtom)) return;
  await get(storesAtom)
    .pub()
    .set(WARM_KEY, true)
    .catch(() => {});
});
