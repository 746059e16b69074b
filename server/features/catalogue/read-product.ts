import type { Product, ProductDetails } from '#contract/catalogue.ts';
import type { DbOrTx } from '#server/db/open.ts';
import type { CatalogueIndex, Entry } from '#server/features/catalogue/catalogue-index.rules.ts';
import { findDetailRow, findPicturesOf } from '#server/features/catalogue/publish.queries.ts';
import { productDetails } from '#server/features/catalogue/detail-shards.rules.ts';

const RECOMMENDED = 6;

/** What the product page needs beside the card; undefined when it was hidden since the index was built. */
export async function readDetails(db: DbOrTx, index: CatalogueIndex, id: number): Promise<ProductDetails | undefined> {
  const rows = await findDetailRow(db, id);
  const named = new Set([...rows.map((row) => row.id), ...rows.flatMap((row) => row.related)]);
  const cards = [...named].flatMap((one) => index.byId.get(one)?.row ?? []);
  return productDetails(cards, rows, await findPicturesOf(db, [id])).find((one) => one.id === id);
}

/** The whole product page; consultant fields as in the card of this price type. */
export function toProduct(index: CatalogueIndex, entry: Entry, details: ProductDetails, priceType: 0 | 1): Product {
  return {
    ...entry.cards[priceType],
    ...details,
    recommended_static: recommend(index, entry, details.related),
    compliance: { not_medicine: entry.row.isBad },
  };
}

/** Without knowing the person: what is new in the same category and can be bought, not repeating the related ones. */
function recommend(index: CatalogueIndex, { row }: Entry, related: readonly number[]): number[] {
  const fresh = index.freshIn(row.categoryId);
  return fresh.filter((id) => id !== row.id && !related.includes(id)).slice(0, RECOMMENDED);
}
