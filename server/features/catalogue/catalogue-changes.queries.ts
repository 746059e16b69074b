import { and, eq, ne, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { priceHistory, products, slugHistory } from '#server/db/tables/catalogue.ts';

export type ChangingRow = typeof products.$inferSelect;
/** Locked to the end of the transaction: two changes of one product follow each other. */
export async function lockProduct(tx: Tx, id: number): Promise<ChangingRow | undefined> {
  return (await tx.select().from(products).where(eq(products.id, id)).for('update'))[0];
}
export async function findProductIdByCode(db: DbOrTx, code: string): Promise<number | undefined> {
  return (await db.select({ id: products.id }).from(products).where(eq(products.code, code)))[0]?.id;
}
export async function updateProduct(tx: Tx, id: number, set: Partial<typeof products.$inferInsert>): Promise<void> {
  await tx.update(products).set(set).where(eq(products.id, id));
}
/** The category and everything above it. `union` ends a circle too. */
export async function findBranch(db: DbOrTx, categoryId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive branch as (
      select id, parent_id from categories where id = ${categoryId}
      union select c.id, c.parent_id from categories c join branch b on c.id = b.parent_id)
    select id from branch`);
  return rows.map((row) => row.id);
}
export async function insertPriceHistory(tx: Tx, row: typeof priceHistory.$inferInsert): Promise<void> {
  await tx.insert(priceHistory).values(row);
}
export async function isSlugTaken(db: DbOrTx, slug: string, except: number): Promise<boolean> {
  return (
    (
      await db
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.slug, slug), ne(products.id, except)))
    ).length > 0
  );
}
/** The old address goes on leading to its product; the new one stops being anyone's past. */
export async function moveSlug(tx: Tx, productId: number, from: string, to: string): Promise<void> {
  await tx.delete(slugHistory).where(eq(slugHistory.slug, to));
  await tx
    .insert(slugHistory)
    .values({ slug: from, productId })
    .onConflictDoUpdate({ target: slugHistory.slug, set: { productId } });
}
