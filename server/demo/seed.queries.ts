import { and, eq, inArray, max, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { cartItems, carts, favourites } from '#server/db/tables/cart.ts';
import { categories, cities, priceHistory, productPictures, products, seedSteps } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import type { DbOrTx } from '#server/db/open.ts';

// Contents: 1 steps, 2 catalogue, 3 people and carts

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export async function findDoneSteps(db: DbOrTx): Promise<Set<string>> {
  return new Set((await db.select({ name: seedSteps.name }).from(seedSteps)).map((row) => row.name));
}
export async function insertDoneStep(db: DbOrTx, name: string): Promise<void> {
  await db.insert(seedSteps).values({ name });
}
/** PostgreSQL takes 65,535 parameters a statement. */
async function inPieces<T>(rows: readonly T[], insert: (piece: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) await insert(rows.slice(from, from + 500));
}
/**
 * The first free id of a table whose rows the seed numbers itself: 1 in an empty one, and the same again after a step
 * that was rolled back, which a sequence would not give.
 */
async function firstFreeId(db: DbOrTx, table: typeof products | typeof users): Promise<number> {
  return ((await db.select({ last: max(table.id) }).from(table))[0]?.last ?? 0) + 1;
}
/** Moves the sequence behind the ids that were given by hand. */
async function catchUpSequence(db: DbOrTx, table: PgTable, name: string): Promise<void> {
  await db.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${table}))`);
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
export async function insertCities(db: DbOrTx, rows: (typeof cities.$inferInsert)[]): Promise<void> {
  await db.insert(cities).values(rows).onConflictDoNothing();
}
export async function findCategorySlugs(db: DbOrTx): Promise<Set<string>> {
  return new Set((await db.select({ slug: categories.slug }).from(categories)).map((row) => row.slug));
}
export async function insertCategories(db: DbOrTx, rows: (typeof categories.$inferInsert)[]): Promise<void> {
  await db.insert(categories).values(rows);
}
export const firstProductId = (db: DbOrTx): Promise<number> => firstFreeId(db, products);
export async function insertProducts(db: DbOrTx, rows: (typeof products.$inferInsert)[]): Promise<void> {
  await inPieces(rows, (piece) => db.insert(products).values(piece));
  await catchUpSequence(db, products, 'products');
}
export async function insertPriceHistory(db: DbOrTx, rows: (typeof priceHistory.$inferInsert)[]): Promise<void> {
  await inPieces(rows, (piece) => db.insert(priceHistory).values(piece));
}
export type DemoProductRow = { id: number; code: string; actualPrice: number; actualConsPrice: number };
export async function findDemoProducts(db: DbOrTx): Promise<Map<string, DemoProductRow>> {
  const rows = await db
    .select({
      id: products.id,
      code: products.code,
      actualPrice: products.actualPrice,
      actualConsPrice: products.actualConsPrice,
    })
    .from(products)
    .where(eq(products.isDemo, true));
  return new Map(rows.map((row) => [row.code, row]));
}
export async function insertProductPictures(db: DbOrTx, rows: (typeof productPictures.$inferInsert)[]): Promise<void> {
  await inPieces(rows, (piece) => db.insert(productPictures).values(piece).onConflictDoNothing());
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
export const firstUserId = (db: DbOrTx): Promise<number> => firstFreeId(db, users);
export async function insertUsers(db: DbOrTx, rows: (typeof users.$inferInsert)[]): Promise<void> {
  await inPieces(rows, (piece) => db.insert(users).values(piece));
  await catchUpSequence(db, users, 'users');
}
export async function findUserIds(db: DbOrTx, emails: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, [...emails]));
  return new Map(rows.flatMap((row) => (row.email === null ? [] : [[row.email, row.id] as const])));
}
/** Registration numbers of the own first line of consultants, in the order in which they came. */
export async function findFirstLine(db: DbOrTx, sponsorId: number): Promise<number[]> {
  const rows = await db
    .select({ consId: users.consId })
    .from(users)
    .where(and(eq(users.sponsorId, sponsorId), eq(users.role, 'cons'), eq(users.active, true)))
    .orderBy(users.id);
  return rows.flatMap(({ consId }) => (consId === null ? [] : [consId]));
}
export async function insertCart(
  db: DbOrTx,
  cart: typeof carts.$inferInsert,
  lines: Omit<typeof cartItems.$inferInsert, 'cartId'>[],
): Promise<void> {
  const id = (await db.insert(carts).values(cart).returning({ id: carts.id }))[0]?.id;
  if (id === undefined) throw new Error('the cart was not written');
  await db.insert(cartItems).values(lines.map((line) => ({ ...line, cartId: id })));
}
export async function insertFavourites(
  db: DbOrTx,
  userId: number,
  productIds: readonly number[],
  addedAt: Date,
): Promise<void> {
  await db.insert(favourites).values(productIds.map((productId) => ({ userId, productId, addedAt })));
  await db.update(users).set({ favouritesVersion: productIds.length }).where(eq(users.id, userId));
}
