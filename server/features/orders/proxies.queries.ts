import { eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { orderProxies } from '#server/db/tables/counter.ts';

// Somebody else who collects an order, with a code of their own (docs/product/counter.md#code).

export async function findProxy(db: DbOrTx, orderId: number): Promise<typeof orderProxies.$inferSelect | undefined> {
  return (await db.select().from(orderProxies).where(eq(orderProxies.orderId, orderId)))[0];
}
export async function saveProxy(tx: Tx, row: typeof orderProxies.$inferInsert): Promise<void> {
  await tx.insert(orderProxies).values(row).onConflictDoUpdate({ target: orderProxies.orderId, set: row });
}
export async function dropProxy(tx: Tx, orderId: number): Promise<void> {
  await tx.delete(orderProxies).where(eq(orderProxies.orderId, orderId));
}
