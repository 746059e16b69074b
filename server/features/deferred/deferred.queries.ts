import { and, asc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { orders } from '#server/db/tables/orders.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';

/** Deferred since `since` or earlier, by number from `after` on. */
export async function findDeferred(db: DbOrTx, since: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.status} = 8`, lte(orders.statusAt, since), gt(orders.id, after)))
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A later order of the same person to the same recipient, paid and not packed yet: the first of them. */
export async function findNext(
  db: DbOrTx,
  { id, userId, recipientPhone }: Pick<OrderRecord, 'id' | 'userId' | 'recipientPhone'>,
): Promise<number | undefined> {
  if (userId === null) return undefined;
  const [next] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        gt(orders.id, id),
        eq(orders.status, ORDER_STATUSES.paid),
        ne(orders.deliveryType, DELIVERY_TYPES.deferred),
        eq(orders.recipientPhone, recipientPhone),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(1);
  return next?.id;
}
