import { titleKey } from '#contract/title-order.ts';
import type { CategoryNode, ProductCard } from '#contract/catalogue.ts';
import type { Sort } from '#contract/tables.ts';
import { toProductCard } from '#server/features/catalogue/catalogue.rules.ts';
import { byNewest, type CardData, type CategoryData, categoryNodes } from '#server/features/catalogue/shards.rules.ts';

/** One published product with its two cards built once and its words normalised for search. */
/** `rank`: tier of what is bought most, large when in none. */
export type Entry = { row: CardData; cards: Record<0 | 1, ProductCard>; words: string; rank: number };
export type CatalogueIndex = {
  rev: string;
  /** Names the published details: while it stays, no product page has changed except for price and stock. */
  detailsRev: string;
  entries: readonly Entry[];
  byId: ReadonlyMap<number, Entry>;
  byCode: ReadonlyMap<string, Entry>;
  bySlug: ReadonlyMap<string, Entry>;
  categories: readonly CategoryNode[];
  /** Ids of a category and everything below it, by id or slug; undefined for an unknown one. */
  branchOf(category: number | string): ReadonlySet<number> | undefined;
  /** Ids of the newest products of a category that can be bought. */
  freshIn(categoryId: number): readonly number[];
  /** Entries in this order, sorted at the first use. */
  sorted(sort: Sort): readonly Entry[];
};

/** The current cards in memory: answers of the list and product calls need no query. Rows in id order. */
export function buildIndex(
  { rev, detailsRev }: Pick<CatalogueIndex, 'rev' | 'detailsRev'>,
  rows: readonly CardData[],
  categories: readonly CategoryData[],
  rankOf: ReadonlyMap<number, number> = new Map(),
): CatalogueIndex {
  const entries = rows.map((row): Entry => ({
    row,
    cards: { 0: toProductCard(row, 0), 1: toProductCard(row, 1) },
    words: wordsOf(row),
    rank: rankOf.get(row.id) ?? NO_RANK,
  }));
  const orders = new Map<Sort, readonly Entry[]>();
  const nodes = categoryNodes(categories, rows);
  const branches = branchesOf(nodes);
  const fresh = new Map<number, number[]>();
  const sorted = (sort: Sort): readonly Entry[] => {
    const known = orders.get(sort);
    if (known) return known;
    const made = [...entries].sort(ORDERS[sort]);
    orders.set(sort, made);
    return made;
  };
  return {
    rev,
    detailsRev,
    entries,
    byId: new Map(entries.map((entry) => [entry.row.id, entry])),
    byCode: new Map(entries.map((entry) => [entry.row.code, entry])),
    bySlug: new Map(entries.map((entry) => [entry.row.slug, entry])),
    categories: nodes,
    branchOf: (category) => branches.get(String(category)),
    freshIn(categoryId) {
      const known = fresh.get(categoryId);
      if (known) return known;
      const made = sorted('created_at-desc').filter(
        (entry) => entry.row.categoryId === categoryId && entry.cards[0].in_stock,
      );
      const ids = made.slice(0, FRESH).map((entry) => entry.row.id);
      fresh.set(categoryId, ids);
      return ids;
    },
    sorted,
  };
}

const FRESH = 24;
/** Behind every tier. */
const NO_RANK = 9;

/** «Ёлка №5» and «елка 5» are the same to a person: lower case, ё as е, everything else but letters and digits is a gap. */
export const normalise = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A gap before every word, so that a prefix is found by one `includes`. */
const wordsOf = (row: CardData): string =>
  ` ${normalise([row.title, row.form, row.pack, row.code, row.article ?? ''].join(' '))} `;

const keys = new WeakMap<Entry, string>();
/** Made once: an order compares each title a dozen times. */
function keyOf(entry: Entry): string {
  const key = keys.get(entry) ?? titleKey(entry.row.title);
  keys.set(entry, key);
  return key;
}
const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: Entry, b: Entry): number => a.row.id - b.row.id;
const ORDERS: Record<Sort, (a: Entry, b: Entry) => number> = {
  'title-asc': (a, b) => byKey(keyOf(a), keyOf(b)) || byId(a, b),
  'actual_price-asc': (a, b) => a.row.actualPrice - b.row.actualPrice || byId(a, b),
  'actual_price-desc': (a, b) => b.row.actualPrice - a.row.actualPrice || byId(a, b),
  'actual_cons_price-asc': (a, b) => a.row.actualConsPrice - b.row.actualConsPrice || byId(a, b),
  'actual_cons_price-desc': (a, b) => b.row.actualConsPrice - a.row.actualConsPrice || byId(a, b),
  'created_at-desc': (a, b) => byNewest(a.row, b.row),
  'popularity-desc': (a, b) => a.rank - b.rank || byNewest(a.row, b.row),
};

function branchesOf(nodes: readonly CategoryNode[]): Map<string, Set<number>> {
  const branches = new Map(nodes.map((node) => [node.id, new Set<number>([node.id])]));
  const parents = new Map(nodes.map((node) => [node.id, node.parent_id]));
  for (const node of nodes) {
    const seen = new Set<number>([node.id]);
    for (let id = node.parent_id; id !== null && id !== undefined && !seen.has(id); id = parents.get(id) ?? null) {
      seen.add(id);
      branches.get(id)?.add(node.id);
    }
  }
  const named = new Map<string, Set<number>>();
  for (const node of nodes) {
    const branch = branches.get(node.id)!;
    named.set(node.slug, branch);
  }
  for (const node of nodes) named.set(String(node.id), branches.get(node.id)!);
  return named;
}
