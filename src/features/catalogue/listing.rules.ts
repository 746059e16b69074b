import { titleKey } from '#contract/title-order.ts';
import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { CONS_SORTS, type Sort } from '#contract/tables.ts';
import type { Catalogue, Price } from '#src/features/catalogue/catalogue.types.ts';
import type { RankedRow } from '#src/offline/catalogue-store.ts';
import { type Listing, pathOf, sortOf } from '#src/features/catalogue/listing-url.rules.ts';

// Order, filter and count of the whole list; loaded with the whole catalogue, after the first cards
// (docs/product/start.md#first-load).

/** A parent category shows its children's products. */
export function branchOf(categories: readonly CategoryNode[], category: CategoryNode): ReadonlySet<number> {
  const ids = new Set([category.id]);
  // Parents may stand after their children: repeat until nothing is added.
  for (let size = 0; size !== ids.size;) {
    size = ids.size;
    for (const node of categories) if (node.parent_id !== null && ids.has(node.parent_id)) ids.add(node.id);
  }
  return ids;
}

// ── 1 Order: each computed once per revision (and price view), then only filtered ───────────────
export type PriceOf = (id: number) => Price | undefined;
const orders = new WeakMap<object, Map<string, readonly ListRow[]>>();

/** @param key the object the order depends on: rows for words and dates, the price function for prices */
function sorted(key: object, sort: Sort, make: () => readonly ListRow[]): readonly ListRow[] {
  const known = orders.get(key) ?? new Map<string, readonly ListRow[]>();
  orders.set(key, known);
  const rows = known.get(sort) ?? make();
  known.set(sort, rows);
  return rows;
}

export function orderRows(rows: readonly ListRow[], priceOf: PriceOf, sort: Sort): readonly ListRow[] {
  switch (sort) {
    case 'title-asc':
      return sorted(rows, sort, () => byText(rows, (row) => titleKey(row.title)));
    case 'created_at-desc':
      return sorted(rows, sort, () => byNumber(rows, (row) => Math.max(0, Date.parse(row.created_at) / 1000 || 0), -1));
    case 'popularity-desc':
      // Equal ranks stand as the plain list does: newest first.
      return sorted(rows, sort, () => byNumber(orderRows(rows, priceOf, 'created_at-desc'), rankOf, 1));
    default: {
      const isCons = CONS_SORTS.includes(sort);
      const direction = sort.endsWith('-desc') ? -1 : 1;
      return sorted(priceOf, sort, () =>
        byNumber(
          rows,
          (row) => {
            const price = priceOf(row.id);
            return (isCons ? (price?.consPrice ?? price?.price) : price?.price) ?? 0;
          },
          direction,
        ),
      );
    }
  }
}
/** Three tiers, then everything that nobody bought lately. */
const rankOf = (row: RankedRow): number => row.rank ?? 3;
function byText(rows: readonly ListRow[], keyOf: (row: ListRow) => string): ListRow[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.id - b.row.id));
  return keyed.map(({ row }) => row);
}
/**
 * Numbers and positions packed into one array of doubles: it sorts natively, 10,000 in a millisecond or two. Ties keep the
 * order of ids.
 */
function byNumber(rows: readonly ListRow[], keyOf: (row: ListRow) => number, direction: 1 | -1): ListRow[] {
  const keys = Float64Array.from(
    rows,
    (row, i) => (direction === 1 ? keyOf(row) : LARGEST - keyOf(row)) * POSITIONS + i,
  );
  return Array.from(keys.sort(), (key) => rows[key % POSITIONS]!);
}
/** Kopecks and seconds stay below it; times POSITIONS it is still a whole double. */
const LARGEST = 8e9;
const POSITIONS = 1e6;

// ── 2 Filter and count ──────────────────────────────────────────────────────────────────────────
export type ListResult = {
  rows: readonly ListRow[];
  /** How many products each choice would show, all the other choices kept. */
  forms: readonly { form: string; count: number }[];
  inStock: number;
  byCategory: ReadonlyMap<number, number>;
  /** All categories together. */
  everywhere: number;
  /** Kopecks, over what is shown without the price filter; null when there is nothing. */
  priceRange: readonly [number, number] | null;
};

type Input = {
  catalogue: Pick<Catalogue, 'rows' | 'categories' | 'byId'>;
  priceOf: PriceOf;
  listing: Listing;
  /** Sorts and price filter by the consultant's own price are for those who see it (docs/product/prices.md#who-sees-what). */
  isCons: boolean;
  category: CategoryNode | null;
  /** Ids found by the search, best first; null without a query. */
  found: readonly number[] | null;
};

export function listProducts({ catalogue, priceOf, listing, isCons, category, found }: Input): ListResult {
  const sort = sortOf(listing, isCons);
  const source = found ? found.flatMap((id) => catalogue.byId.get(id) ?? []) : catalogue.rows;
  const isFound = found && sort ? new Set(found) : null;
  const all = sort ? orderRows(catalogue.rows, priceOf, sort) : source;
  const branch = category && branchOf(catalogue.categories, category);
  const forms = new Set(listing.forms);
  // «от 900 до 100» means the same as «от 100 до 900».
  const [from, to] = [listing.priceMin ?? 0, listing.priceMax ?? Infinity];
  const min = Math.min(from, to) * 100;
  const max = Math.max(from, to) * 100 + 99;
  const counts = {
    forms: new Map<string, number>(),
    /** Before other choices: the forms keep their places while somebody chooses. */
    formsOfAll: new Map<string, number>(),
    categories: new Map<number, number>(),
    inStock: 0,
    everywhere: 0,
    low: Infinity,
    high: -1,
  };
  const shown: ListRow[] = [];
  for (const row of all) {
    if (isFound && !isFound.has(row.id)) continue;
    const price = priceOf(row.id);
    const amount = (isCons ? (price?.consPrice ?? price?.price) : price?.price) ?? 0;
    const isHere = !branch || branch.has(row.category_id);
    const isStock = !listing.inStock || (price?.stock ?? 0) > 0;
    const isForm = forms.size === 0 || forms.has(row.form);
    const isPrice = amount >= min && amount <= max;
    if (isHere) counts.formsOfAll.set(row.form, (counts.formsOfAll.get(row.form) ?? 0) + 1);
    const misses = Number(!isHere) + Number(!isStock) + Number(!isForm) + Number(!isPrice);
    if (misses > 1) continue;
    if (misses === 0 || !isHere) {
      counts.everywhere += 1;
      counts.categories.set(row.category_id, (counts.categories.get(row.category_id) ?? 0) + 1);
    }
    if (misses === 0 || !isForm) counts.forms.set(row.form, (counts.forms.get(row.form) ?? 0) + 1);
    if ((misses === 0 || !isStock) && (price?.stock ?? 0) > 0) counts.inStock += 1;
    if (misses === 0 || !isPrice) {
      counts.low = Math.min(counts.low, amount);
      counts.high = Math.max(counts.high, amount);
    }
    if (misses === 0) shown.push(row);
  }
  for (const form of forms) if (!counts.forms.has(form)) counts.forms.set(form, 0);
  const ofAll = (form: string) => counts.formsOfAll.get(form) ?? 0;
  return {
    rows: shown,
    forms: [...counts.forms]
      .filter(([form]) => form !== '')
      .map(([form, count]) => ({ form, count }))
      .sort((a, b) => ofAll(b.form) - ofAll(a.form) || (a.form < b.form ? -1 : 1)),
    inStock: counts.inStock,
    byCategory: addUp(catalogue.categories, counts.categories),
    everywhere: counts.everywhere,
    priceRange: counts.high < 0 ? null : [counts.low, counts.high],
  };
}

function addUp(categories: readonly CategoryNode[], own: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [id, count] of own)
    for (const node of pathOf(categories, id)) sums.set(node.id, (sums.get(node.id) ?? 0) + count);
  return sums;
}
