import type { createStore } from 'jotai';
import { loadOnce } from '#src/sync-client/load-once.ts';
import { syncClientAtom } from '#src/sync-client/sync.atoms.ts';

/** Gives this page its sync client: the code comes with the first change, or with the frame around the screens. */
export const provideSync = (store: ReturnType<typeof createStore>): void =>
  store.set(syncClientAtom, {
    load: loadOnce(async () => (await import('#src/app/open-sync.ts')).openSync(store)),
  });
