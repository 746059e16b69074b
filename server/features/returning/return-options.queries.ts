import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { categories, products } from '#server/db/tables/catalogue.ts';
import { orderEvents, orderLines } from '#server/db/tables/orders.ts';

export type ReturnableLine = {
  id: number;
  title: string;
  /** Pieces that the buyer still has. */
  left: number;
  isBad: boolean;
  rootId: number;
  shelfLife: string;
  image: string | null;
};
/** What decides about each line of an order. */
export async function findReturnable(db: DbOrTx, orderId: number): Promise<ReturnableLine[]> {
  return db
    .select({
      id: orderLines.id,
      title: orderLines.title,
      left: sql<number>`${orderLines.quantity} - ${orderLines.returnedQuantity}`,
      isBad: orderLines.isBad,
      rootId: sql<number>`coalesce(${categories.parentId}, ${categories.id})`,
      shelfLife: products.shelfLife,
      image: sql<string | null>`(select pp.sha256 from product_pictures pp where pp.product_id = ${products}.id
        order by pp.position limit 1)`,
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position);
}
/** When the buyer got it; undefined: not yet. */
export async function findReceivedAt(db: DbOrTx, orderId: number): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: orderEvents.at })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.kind, 'status'),
        eq(orderEvents.status, ORDER_STATUSES.received),
      ),
    )
    .orderBy(orderEvents.id)
    .limit(1);
  return row?.at;
}
