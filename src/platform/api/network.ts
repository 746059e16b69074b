import { atom } from 'jotai';

/**
 * What we believe about the network. `navigator.onLine` is only a hint: the last answer or failure of a request
 * decides (docs/product/offline.md F27). Null `since` = never known offline.
 */
export type NetworkState = { isOnline: boolean; since: number | null };
export const networkAtom = atom<NetworkState>({ isOnline: globalThis.navigator?.onLine ?? true, since: null });
networkAtom.onMount = (set) => {
  const read = () => set({ isOnline: navigator.onLine, since: navigator.onLine ? null : Date.now() });
  addEventListener('online', read);
  addEventListener('offline', read);
  return () => {
    removeEventListener('online', read);
    removeEventListener('offline', read);
  };
};
/** Called by whoever has just seen an answer (true) or a failure to connect (false). */
export const reportNetworkAtom = atom(null, (get, set, isOnline: boolean) => {
  if (get(networkAtom).isOnline !== isOnline) set(networkAtom, { isOnline, since: isOnline ? null : Date.now() });
});
/** There is a network, but the shop turns every call away: said beside «Нет сети», in the same line. Filled by watch-network.ts. */
export const isShopAwayAtom = atom(false);
