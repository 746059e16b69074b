import { atom } from 'jotai';
import type { ProductDetails } from '#contract/catalogue.ts';
import {
  catalogueAtom,
  engine,
  revisionAtom,
  startCatalogueAtom,
  syncCatalogueAtom,
  syncStateAtom,
} from '#src/features/catalogue/catalogue.atoms.ts';
import type { OnlineAnswer } from '#src/features/catalogue/find-online.ts';
import type { Suggestions } from '#src/offline/search/suggest.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** «Попробовать снова»: from wherever the last attempt stopped. */
export const retryCatalogueAtom = atom(null, async (get, set): Promise<void> => {
  set(syncStateAtom, { kind: 'idle' });
  await set(get(catalogueAtom).status === 'empty' ? startCatalogueAtom : syncCatalogueAtom);
});

/** Product page data from the device; undefined when it is not stored. */
export const detailsOfAtom = atom((get) => {
  get(revisionAtom);
  const store = get(storesAtom).pub();
  return (id: number): Promise<ProductDetails | undefined> =>
    engine()
      .then(({ readDetails }) => readDetails(store, id))
      .catch(() => undefined);
});

/** Commands and the contract behind them come after the first cards (docs/product/start.md#first-load). */
export const findOnlineAtom = atom(
  null,
  async (get, set, by: { slug: string } | { id: number } | { code: string }): Promise<OnlineAnswer> => {
    const { findOnline } = await import('#src/features/catalogue/find-online.ts');
    return findOnline(get, set, by);
  },
);

/** What to offer under a search field for what is typed; null when the search failed or there is no whole catalogue yet. */
export const suggestAtom = atom((get) => {
  const { rev, status, rows, categories } = get(catalogueAtom);
  return async (query: string): Promise<Suggestions | null> => {
    if (status !== 'ready') return null;
    const { suggestFor } = await import('#src/features/catalogue/search-client.ts');
    return suggestFor({ rev, rows, categories }, query).catch(() => null);
  };
});
