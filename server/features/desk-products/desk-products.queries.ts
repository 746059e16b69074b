import { and, asc, count, desc, eq, ilike, inArray, isNotNull, lte, ne, or, type SQL } from 'drizzle-orm';
import type { DESK_PRODUCTS_SHOWN, DESK_PRODUCTS_SORTS } from '#contract/desk-products.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { categories, priceHistory, productPictures, products } from '#server/db/tables/catalogue.ts';

export type ProductsAsked = {
  /** Words for LIKE, its own signs plain. */
  pattern?: string | undefined;
  show?: (typeof DESK_PRODUCTS_SHOWN)[number] | undefined;
  sort: (typeof DESK_PRODUCTS_SORTS)[number];
  desc: boolean;
  limit: number;
  offset: number;
};
const SHOWN: Record<NonNullable<ProductsAsked['show']>, SQL | undefined> = {
  published: eq(products.published, true),
  hidden: eq(products.published, false),
  // Supplements that are not shown: the page says which fields they lack.
  withheld: and(eq(products.published, false), eq(products.isBad, true)),
  out: lte(products.stockQty, 0),
  struck: isNotNull(products.oldPrice),
};
const SORTS = {
  code: products.code,
  title: products.title,
  price: products.actualPrice,
  stock: products.stockQty,
  updated: products.updatedAt,
} as const;

/** One page of the list with the names of its categories, and how many there are in all. */
export async function findDeskProducts(
  db: DbOrTx,
  { pattern, show, sort, desc: isDown, limit, offset }: ProductsAsked,
) {
  const where = and(
    show && SHOWN[show],
    pattern === undefined
      ? undefined
      : or(
          ilike(products.title, pattern),
          ilike(products.code, pattern),
          ilike(products.article, pattern),
          ilike(products.ean, pattern),
        ),
  );
  const rows = await db
    .select({ row: products, category: categories.title })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(where)
    .orderBy(isDown ? desc(SORTS[sort]) : asc(SORTS[sort]), asc(products.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(products).where(where);
  return { rows, total: counted?.total ?? 0 };
}

export async function findDeskProduct(db: DbOrTx, id: number) {
  const rows = await db
    .select({ row: products, category: categories.title })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(eq(products.id, id));
  return rows[0];
}
export async function findDeskProductsById(db: DbOrTx, ids: readonly number[]) {
  return db
    .select({ row: products, category: categories.title })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id));
}
/** In the order of their ids: two publications that share rows wait for each other instead of locking each other out. */
export async function lockProducts(tx: Tx, ids: readonly number[]) {
  return tx
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('update');
}
/** In the order of time. */
export async function findPriceHistory(db: DbOrTx, ids: readonly number[]) {
  return db
    .select()
    .from(priceHistory)
    .where(inArray(priceHistory.productId, [...ids]))
    .orderBy(asc(priceHistory.productId), asc(priceHistory.since), asc(priceHistory.id));
}
export async function findProductPictures(db: DbOrTx, id: number): Promise<string[]> {
  const rows = await db
    .select({ sha256: productPictures.sha256 })
    .from(productPictures)
    .where(eq(productPictures.productId, id))
    .orderBy(asc(productPictures.position));
  return rows.map((row) => row.sha256);
}
/** All pictures of a product, in this order. What stays keeps where it came from. */
export async function replaceProductPictures(tx: Tx, productId: number, hashes: readonly string[]): Promise<void> {
  const before = await tx.delete(productPictures).where(eq(productPictures.productId, productId)).returning();
  await tx.insert(productPictures).values(
    hashes.map((sha256, position) => {
      const known = before.find((one) => one.sha256 === sha256);
      return {
        productId,
        position,
        sha256,
        sourceUrl: known?.sourceUrl ?? null,
        placeholder: known?.placeholder ?? false,
      };
    }),
  );
}
export const findCategories = (db: DbOrTx): Promise<{ id: number; parentId: number | null; title: string }[]> =>
  db
    .select({ id: categories.id, parentId: categories.parentId, title: categories.title })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id));
/** The others of its group, hidden ones too. */
export async function findVariants(db: DbOrTx, id: number, group: string | null) {
  if (group === null) return [];
  return db
    .select({ id: products.id, code: products.code, title: products.title })
    .from(products)
    .where(and(eq(products.variantGroup, group), ne(products.id, id)))
    .orderBy(asc(products.code))
    .limit(100);
}
