import type { CategoryNode, ListRow, PriceShard, ProductDetails } from '#contract/catalogue.ts';
import type { Catalogue, Price, PriceTable } from '#src/features/catalogue/catalogue.types.ts';

export function toPriceTable(shard: PriceShard, asOf: string): PriceTable {
  const at = new Map<number, number>();
  let id = 0;
  // Ids are published as differences; catalogue-pack.ts says so too, but is not in the first chunk.
  shard.id_step.forEach((step, i) => at.set((id += step), i));
  return { asOf, shard, at };
}

/** @param cons the consultant's own table; null for everybody else and in client view. */
export function priceOf(table: PriceTable, cons: PriceTable | null, id: number): Price | undefined {
  const i = table.at.get(id);
  if (i === undefined) return undefined;
  const { shard } = table;
  const old = shard.old_price[i] ?? 0;
  const j = cons?.at.get(id);
  const half = j === undefined ? undefined : cons?.shard.balls_half?.[j];
  return {
    price: shard.price[i] ?? 0,
    oldPrice: old > 0 ? old : null,
    stock: shard.stock[i] ?? 0,
    consPrice: j === undefined ? null : (cons?.shard.cons_price?.[j] ?? null),
    points: half === undefined ? null : half / 2,
    asOf: table.asOf,
  };
}

export type CatalogueParts = {
  status: Catalogue['status'];
  rev: string | null;
  asOf: string | null;
  total: number;
  rows: readonly ListRow[];
  categories: readonly CategoryNode[];
  prices: PriceTable;
  thumbs: Readonly<Record<string, string>>;
  listed?: string | null;
  details?: ProductDetails | undefined;
};

export function toCatalogue(parts: CatalogueParts): Catalogue {
  const { rows } = parts;
  return {
    listed: null,
    ...parts,
    byId: new Map(rows.map((row) => [row.id, row])),
    byCode: new Map(rows.map((row) => [row.code, row])),
    bySlug: new Map(rows.map((row) => [row.slug, row])),
  };
}

const NO_PRICES: PriceTable = toPriceTable(
  { v: 1, priceType: 0, id_step: [], price: [], old_price: [], stock: [] },
  '',
);
export const EMPTY_CATALOGUE: Catalogue = toCatalogue({
  status: 'empty',
  rev: null,
  asOf: null,
  total: 0,
  rows: [],
  categories: [],
  prices: NO_PRICES,
  thumbs: {},
});
