import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { productColumns } from '#server/features/checkout/checkout.queries.ts';

export const findSold = (db: DbOrTx, codes: readonly string[]) =>
  db
    .select({ product: productColumns })
    .from(products)
    .where(inArray(products.code, [...codes]));
export async function findPerson(db: DbOrTx, email: string) {
  return (await db.select().from(users).where(eq(users.email, email)))[0];
}
/** Clients of the tree, in the order in which they were made. */
export const findTreeClients = (db: DbOrTx, limit: number) =>
  db.select().from(users).where(eq(users.role, 'client')).orderBy(asc(users.id)).offset(1).limit(limit);
/** The demo's shelves stay as full as they were: what was sold in the past has been replaced since. */
export async function refillShelves(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update products p set stock_qty = p.stock_qty + s.pieces
    from (select l.product_id, sum(l.quantity)::int as pieces from order_lines l join orders o on o.id = l.order_id
      where o.is_demo and o.status <> 7 group by 1) s where p.id = s.product_id`);
  await tx.execute(sql`delete from stock_news`);
}
