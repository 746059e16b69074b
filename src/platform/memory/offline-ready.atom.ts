import { atom } from 'jotai';

/**
 * True when the shell is on this phone: a worker is active, so its whole precache is here. `ready` may never settle
 * (docs/product/offline.md F46).
 */
export const shellReadyAtom = atom(false);
shellReadyAtom.onMount = (set) => {
  const container = globalThis.navigator?.serviceWorker;
  let isLeft = false;
  void container?.ready.then(() => isLeft || set(true));
  return () => {
    isLeft = true;
  };
};
