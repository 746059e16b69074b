import type { CategoryNode } from '#contract/catalogue.ts';
import { CONS_SORTS, DEFAULT_SORT, type Sort, SORTS } from '#contract/tables.ts';

// What the address says about the list (docs/product/addresses.md#screens): q, sort, price=min-max in roubles, stock=1, and
// the repeatable form, bez, only, need.
// In the first chunk; the work itself is in listing.rules.ts.

export type Listing = {
  q: string;
  /** Null = not named: newest first, or by relevance while searching. */
  sort: Sort | null;
  /** Roubles, both ends included; null = open. */
  priceMin: number | null;
  priceMax: number | null;
  inStock: boolean;
  /** «капсулы», or «dom:спрей» where two kinds of goods have a form of the same name. */
  forms: readonly string[];
  /** Keys of contract/free-of.ts: what the product may not hold. */
  free: readonly string[];
  /** `sale`, `new`, `hit`. */
  only: readonly string[];
  /** Slugs of topics («Сон и отдых»). */
  needs: readonly string[];
};

/** Parameters that may stand several times. */
const LISTS = { forms: 'form', free: 'bez', only: 'only', needs: 'need' } as const;
type ListName = keyof typeof LISTS;
const LIST_NAMES = Object.keys(LISTS) as ListName[];
const eachList = <T>(valueOf: (name: ListName) => T) =>
  Object.fromEntries(LIST_NAMES.map((name) => [name, valueOf(name)])) as Record<ListName, T>;

export function readListing(search: string): Listing {
  const params = new URLSearchParams(search);
  const sort = params.get('sort') as Sort | null;
  const [, min, max] = /^(\d{0,7})-(\d{0,7})$/.exec(params.get('price') ?? '') ?? [];
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    sort: sort && SORTS.includes(sort) ? sort : null,
    priceMin: min ? Number(min) : null,
    priceMax: max ? Number(max) : null,
    inStock: params.get('stock') === '1',
    ...eachList((name) => [...new Set(params.getAll(LISTS[name]))]),
  };
}

/** The search string for a changed listing; parameters that are not ours (sponsorId) stay. */
export function writeListing(search: string, change: Partial<Listing>): string {
  const params = new URLSearchParams(search);
  const next = { ...readListing(search), ...change };
  const put = (name: string, value: string) => (value === '' ? params.delete(name) : params.set(name, value));
  put('q', next.q);
  put('sort', next.sort ?? '');
  put('price', next.priceMin === null && next.priceMax === null ? '' : `${next.priceMin ?? ''}-${next.priceMax ?? ''}`);
  put('stock', next.inStock ? '1' : '');
  for (const name of LIST_NAMES) {
    params.delete(LISTS[name]);
    for (const value of next[name]) params.append(LISTS[name], value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** What makes it another list: neither the sponsor nor an open preview does. '' is the plain list. */
export const listingKey = (search: string): string => writeListing('', readListing(search));

export const NO_FILTERS: Partial<Listing> = { priceMin: null, priceMax: null, inStock: false, ...eachList(() => []) };
export const countFilters = (listing: Listing): number =>
  LIST_NAMES.reduce(
    (sum, name) => sum + listing[name].length,
    Number(listing.priceMin !== null || listing.priceMax !== null) + Number(listing.inStock),
  );

export const sortOf = (listing: Listing, isCons: boolean): Sort | null =>
  listing.sort && (isCons || !CONS_SORTS.includes(listing.sort)) ? listing.sort : listing.q ? null : DEFAULT_SORT;

/** From the top category down to this one: breadcrumbs and the open branch of the rail. */
export function pathOf(categories: readonly CategoryNode[], id: number): CategoryNode[] {
  const byId = new Map(categories.map((node) => [node.id, node]));
  const path: CategoryNode[] = [];
  for (
    let node = byId.get(id);
    node && !path.includes(node);
    node = node.parent_id === null ? undefined : byId.get(node.parent_id)
  )
    path.unshift(node);
  return path;
}
