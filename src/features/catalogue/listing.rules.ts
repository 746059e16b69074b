import { titleKey } from '#contract/title-order.ts';
import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { CONS_SORTS, type Sort } from '#contract/first-tables.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import type { RankedRow } from '#src/offline/catalogue-store.ts';

// Order of the whole list and the branch of a category; loaded with the whole catalogue, after the first cards
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
