import type { CategoryNode } from '#contract/catalogue.ts';
import { CONS_SORTS, DEFAULT_SORT, type Sort, SORTS } from '#contract/first-tables.ts';

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

export function readListing(search: string): Listing {
  const params = new URLSearchParams(search);
  const sort = params.get('sort') as Sort | null;
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    sort: sort && SORTS.includes(sort) ? sort : null,
    ...readFilters(params),
  };
}
function readFilters(params: URLSearchParams) {
  const [, min, max] = /^(\d{0,7})-(\d{0,7})$/.exec(params.get('price') ?? '') ?? [];
  const all = (name: string): readonly string[] => [...new Set(params.getAll(name))];
  return {
    priceMin: min ? Number(min) : null,
    priceMax: max ? Number(max) : null,
    inStock: params.get('stock') === '1',
    forms: all('form'),
    free: all('bez'),
    only: all('only'),
    needs: all('need'),
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
  const putAll = (name: string, values: readonly string[]) => {
    params.delete(name);
    for (const value of values) params.append(name, value);
  };
  putAll('form', next.forms);
  putAll('bez', next.free);
  putAll('only', next.only);
  putAll('need', next.needs);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** What makes it another list: neither the sponsor nor an open preview does. '' is the plain list. */
export const listingKey = (search: string): string => writeListing('', readListing(search));

export const NO_FILTERS: Partial<Listing> = readFilters(new URLSearchParams());
export const countFilters = ({ priceMin, priceMax, inStock, forms, free, only, needs }: Listing): number =>
  Number(priceMin !== null || priceMax !== null) + Number(inStock) + [...forms, ...free, ...only, ...needs].length;

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
