import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { orderLines, orders } from '#server/db/tables/orders.ts';

/** Pieces of each published product in orders placed from `from` up to `to` that were not cancelled; only what sold. */
export async function findSold(tx: Tx, from: Date, to: Date): Promise<{ productId: number; pieces: number }[]> {
  const pieces = sql<number>`sum(${orderLines.quantity} - ${orderLines.returnedQuantity})::int`;
  return tx
    .select({ productId: orderLines.productId, pieces })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(
      and(
        eq(products.published, true),
        gte(orders.createdAt, from),
        lt(orders.createdAt, to),
        ne(orders.status, ORDER_STATUSES.cancelled),
      ),
    )
    .groupBy(orderLines.productId)
    .having(sql`sum(${orderLines.quantity} - ${orderLines.returnedQuantity}) > 0`);
}
