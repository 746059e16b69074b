import type { createStore } from 'jotai';
import { createElement } from 'react';
import { coverAtom } from '#src/app/cover.atom.ts';
import { UpdateRequired } from '#src/app/UpdateRequired.tsx';
import { revisionAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { FREE, isBusy } from '#src/platform/update/hold-updates.ts';
import { heardMinBuildAtom, isOutdatedAtom } from '#src/platform/update/min-build.atom.ts';

/**
 * Covers the app when the manifest, held or just fetched, asks for a newer build (docs/product/offline.md#updates). A form
 * that is being filled in is not taken away: the screen comes when it is closed. Returns what ends it.
 */
export function watchMinBuild(store: ReturnType<typeof createStore>): () => void {
  const look = async (): Promise<void> => {
    if (isBusy() || !(await store.set(isOutdatedAtom))) return;
    store.set(coverAtom, createElement(UpdateRequired));
  };
  const again = () => void look();
  const ends = [store.sub(revisionAtom, again), store.sub(heardMinBuildAtom, again)];
  addEventListener(FREE, again);
  again();
  return () => {
    for (const end of ends) end();
    removeEventListener(FREE, again);
  };
}
