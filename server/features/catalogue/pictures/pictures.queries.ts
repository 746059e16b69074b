import { and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { pictureOriginals, productPictures, products } from '#server/db/tables/catalogue.ts';

export type PictureRow = typeof pictureOriginals.$inferSelect;
export type NewPicture = typeof pictureOriginals.$inferInsert;

/** By the picture key of the wire: the first 16 hex digits of the sha256 (contract/catalogue-pack.ts). */
export async function findPicture(db: DbOrTx, key: string): Promise<PictureRow | undefined> {
  // 'g' follows every hex digit: a range that the primary key answers, unlike a LIKE outside the C locale.
  const inRange = and(gte(pictureOriginals.sha256, key), lt(pictureOriginals.sha256, `${key}g`));
  return (await db.select().from(pictureOriginals).where(inRange).limit(1))[0];
}
export async function findThumbhash(db: DbOrTx, sha256: string): Promise<string | undefined> {
  const rows = await db
    .select({ thumbhash: pictureOriginals.thumbhash })
    .from(pictureOriginals)
    .where(eq(pictureOriginals.sha256, sha256));
  return rows[0]?.thumbhash;
}
/** The main pictures of the newest published products, in the order of the list's default sort. */
export async function findNewestPictures(db: DbOrTx, limit: number): Promise<string[]> {
  const rows = await db
    .select({ sha256: productPictures.sha256 })
    .from(products)
    .innerJoin(productPictures, and(eq(productPictures.productId, products.id), eq(productPictures.position, 0)))
    .where(eq(products.published, true))
    .orderBy(desc(products.createdAt), asc(products.id))
    .limit(limit);
  return rows.map((row) => row.sha256);
}
export async function findKnownPictures(db: DbOrTx, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .select({ sha256: pictureOriginals.sha256 })
    .from(pictureOriginals)
    .where(inArray(pictureOriginals.sha256, [...hashes]));
  return new Set(rows.map((row) => row.sha256));
}
/** Content-addressed: the same picture twice is one row. */
export async function insertPictures(db: DbOrTx, rows: NewPicture[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insert(pictureOriginals)
      .values(rows.slice(from, from + 500))
      .onConflictDoNothing();
  }
}
