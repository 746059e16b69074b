import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { categories, products, slugHistory } from '#server/db/tables/catalogue.ts';

// Contents: 1 cards (read by cart and favourites too), 2 addresses, 3 categories

// ── 1 Cards ─────────────────────────────────────────────────────────────────────────────────────
/** sha256 of the first picture's original, or null. */
const firstPicture = sql<
  string | null
>`(select pp.sha256 from product_pictures pp where pp.product_id = ${products.id} order by pp.position limit 1)`;

export const cardColumns = {
  id: products.id,
  code: products.code,
  article: products.article,
  slug: products.slug,
  title: products.title,
  pack: products.pack,
  form: products.form,
  categoryId: products.categoryId,
  actualPrice: products.actualPrice,
  actualConsPrice: products.actualConsPrice,
  oldPrice: products.oldPrice,
  ballsHalf: products.ballsHalf,
  weightGrams: products.weightGrams,
  stockQty: products.stockQty,
  isBad: products.isBad,
  labels: products.labels,
  published: products.published,
  createdAt: products.createdAt,
  image: firstPicture,
};
/** What a ProductCard is built from (`toProductCard`). Money in kopecks, points in half-points. */
export type CardRow = {
  id: number;
  code: string;
  article: string | null;
  slug: string;
  title: string;
  pack: string;
  form: string;
  categoryId: number;
  actualPrice: number;
  actualConsPrice: number;
  oldPrice: number | null;
  ballsHalf: number;
  weightGrams: number;
  stockQty: number;
  isBad: boolean;
  labels: string[];
  published: boolean;
  createdAt: Date;
  image: string | null;
};

/** Rows of these products in id order, hidden ones included (`published` tells): a cart keeps showing what was withdrawn. */
export async function findCardRows(db: DbOrTx, productIds: readonly number[]): Promise<CardRow[]> {
  if (productIds.length === 0) return [];
  return db
    .select(cardColumns)
    .from(products)
    .where(inArray(products.id, [...new Set(productIds)]))
    .orderBy(asc(products.id));
}
/** The one product with this code, hidden ones excluded: what «add by code» looks up. */
export async function findCardRowByCode(db: DbOrTx, code: string): Promise<CardRow | undefined> {
  return (
    await db
      .select(cardColumns)
      .from(products)
      .where(and(eq(products.code, code), eq(products.published, true)))
  )[0];
}
export async function findPublishedCardRows(db: DbOrTx): Promise<CardRow[]> {
  return db.select(cardColumns).from(products).where(eq(products.published, true)).orderBy(asc(products.id));
}

// ── 2 Addresses ─────────────────────────────────────────────────────────────────────────────────
/**
 * The current slug behind a present or past one; `moved` = a 301 is due (docs/product/addresses.md#slugs). Hidden products
 * have no address.
 */
export async function findSlugTarget(
  db: DbOrTx,
  slug: string,
): Promise<{ id: number; slug: string; moved: boolean } | undefined> {
  if (slug.includes('\0')) return undefined;
  const columns = { id: products.id, slug: products.slug };
  // A slug that one product gave up and another took belongs to its present owner, hence this order.
  const present = await db
    .select(columns)
    .from(products)
    .where(and(eq(products.slug, slug), eq(products.published, true)));
  if (present[0]) return { ...present[0], moved: false };
  const past = await db
    .select(columns)
    .from(slugHistory)
    .innerJoin(products, eq(products.id, slugHistory.productId))
    .where(and(eq(slugHistory.slug, slug), eq(products.published, true)));
  return past[0] && { ...past[0], moved: true };
}
/** True when a product that people could see has this address, or had it, and is hidden now. One that was never shown is as unknown as any other. */
export async function isWithdrawn(db: DbOrTx, slug: string): Promise<boolean> {
  if (slug.includes('\0')) return false;
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .leftJoin(slugHistory, eq(slugHistory.productId, products.id))
    .where(
      and(
        eq(products.published, false),
        isNotNull(products.firstShownAt),
        or(eq(products.slug, slug), eq(slugHistory.slug, slug)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
/** Present slug of a published product: `/product/{id}` leads there. */ /** Present slug of a published product: `/product/{id}` leads there. */
export async function findSlugById(db: DbOrTx, id: number): Promise<string | undefined> {
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) return undefined;
  return (
    await db
      .select({ slug: products.slug })
      .from(products)
      .where(and(eq(products.id, id), eq(products.published, true)))
  )[0]?.slug;
}

// ── 3 Categories ────────────────────────────────────────────────────────────────────────────────
export type CategoryRow = typeof categories.$inferSelect;
export async function findCategoryBySlug(db: DbOrTx, slug: string): Promise<CategoryRow | undefined> {
  if (slug.includes('\0')) return undefined;
  return (await db.select().from(categories).where(eq(categories.slug, slug)))[0];
}
