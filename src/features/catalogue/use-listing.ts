import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { CategoryNode } from '#contract/catalogue.ts';
import { catalogueAtom, engineAtom, priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import {
  countFilters,
  type Listing,
  listingKey,
  readListing,
  sortOf,
  writeListing,
} from '#src/features/catalogue/listing-url.rules.ts';
import type { ListResult } from '#src/features/catalogue/filter.rules.ts';
import { type Found, useFound } from '#src/features/catalogue/use-found.ts';
import { shownPriceTypeAtom } from '#src/features/session/session.atoms.ts';
import type { Sort } from '#contract/first-tables.ts';

export type ListState = {
  listing: Listing;
  isCons: boolean;
  sort: Sort | null;
  filters: number;
  /** Null while the catalogue or the first answer of the search is on its way. */
  result: ListResult | null;
  /** False while only the first cards are here: their counts say nothing. */
  isCounted: boolean;
  found: Found | null;
  /** Changes the URL: push for a choice, replace while typing. */
  change(change: Partial<Listing>, options?: { replace?: boolean }): void;
};

/** Before the whole catalogue is here: the first cards as they came, nothing to count yet. */
const FIRST: Omit<ListResult, 'rows'> = {
  forms: [],
  inStock: 0,
  only: [],
  free: [],
  needs: [],
  byCategory: new Map(),
  everywhere: 0,
  priceRange: null,
};
const NONE: readonly number[] = [];

/** The list that the URL describes. */
export function useListing(category: CategoryNode | null | undefined): ListState {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const catalogue = useAtomValue(catalogueAtom);
  const priceOf = useAtomValue(priceOfAtom);
  const engine = useAtomValue(engineAtom);
  const isCons = useAtomValue(shownPriceTypeAtom) === 1;
  const key = listingKey(search);
  const listing = useMemo(() => readListing(key), [key]);
  const found = useFound(catalogue, listing.q);
  const filters = countFilters(listing);
  const { rows, categories, byId, needs, status } = catalogue;
  // The first 24 cards are those of one plain list: anything else waits for the whole catalogue.
  const isReady =
    status === 'ready' || (status === 'first' && key === '' && catalogue.listed === (category?.slug ?? ''));
  const isWaiting = listing.q !== '' && !found;
  // While the search thinks about the first letters, the list stays as it was; a page opened with a query has none yet.
  const [isNew, setNew] = useState(listing.q !== '');
  if (isNew && (found || listing.q === '')) setNew(false);
  const isListed = isReady && category !== undefined && !(isWaiting && isNew);
  const ids = found ? (found.answer?.ids ?? NONE) : null;
  const result = useMemo(() => {
    if (!isListed) return null;
    if (!engine) return { ...FIRST, rows };
    const shown = ids ? listing : { ...listing, q: '' };
    return engine.listProducts({
      catalogue: { rows, categories, byId, needs },
      priceOf,
      listing: shown,
      isCons,
      category,
      found: ids,
    });
  }, [isListed, engine, rows, categories, byId, needs, priceOf, listing, isCons, category, ids]);
  return {
    listing,
    isCons,
    sort: sortOf(listing, isCons),
    filters,
    result,
    isCounted: engine !== null && result !== null,
    found,
    change: (change, options) => navigate(path + writeListing(search, change), options),
  };
}
