import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { orderEvents, orderLines, orders } from '#server/db/tables/orders.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';

// Deferred orders and the shipment that carries them (docs/decisions/550).

export type DeferredOne = { order: OrderRecord; pieces: number; grams: number; sumKop: number };
const left = sql`(${orderLines.quantity} - ${orderLines.returnedQuantity})`;
/** What lies in the warehouse for this person, the oldest first: pieces that have gone back weigh nothing. */
export async function findDeferredOrders(db: DbOrTx, userId: number): Promise<DeferredOne[]> {
  return db
    .select({
      order: orders,
      pieces: sql<number>`coalesce(sum(${left}), 0)::int`,
      grams: sql<number>`coalesce(sum(${left} * ${orderLines.weightGrams}), 0)::int`,
      sumKop: sql<number>`coalesce(sum(${left} * ${orderLines.priceKop}), 0)::float8`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(orders.status, ORDER_STATUSES.deferred)))
    .groupBy(orders.id)
    .orderBy(asc(orders.id));
}
/** Held by rising number, as whoever works on several orders holds them (docs/decisions/496). `userId`: only those of this person. */
export async function holdOrders(tx: Tx, ids: readonly number[], userId?: number): Promise<OrderRecord[]> {
  const theirs = userId === undefined ? undefined : eq(orders.userId, userId);
  return tx
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), theirs))
    .orderBy(asc(orders.id))
    .for('no key update');
}
/** The orders of a shipment, by number. */
export async function findCarried(db: DbOrTx, shipmentId: number): Promise<number[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.shipmentId, shipmentId)).orderBy(asc(orders.id)); // prettier-ignore
  return rows.map(({ id }) => id);
}
export async function countUnpaid(db: DbOrTx, userId: number): Promise<number> {
  return db.$count(orders, and(eq(orders.userId, userId), inArray(orders.status, [0, 1])));
}
/** Since when an order was deferred for the first time. */
export async function findDeferredSince(db: DbOrTx, orderId: number): Promise<Date | undefined> {
  const rows = await db
    .select({ at: orderEvents.at })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.status, ORDER_STATUSES.deferred)))
    .orderBy(asc(orderEvents.id))
    .limit(1);
  return rows[0]?.at;
}
export async function insertShipment(tx: Tx, shipment: typeof orders.$inferInsert): Promise<number> {
  const [row] = await tx.insert(orders).values(shipment).returning({ id: orders.id });
  return row!.id; // An insert without a conflict answers its row.
}
export async function setShipment(tx: Tx, ids: readonly number[], shipmentId: number | null): Promise<void> {
  await tx
    .update(orders)
    .set({ shipmentId })
    .where(inArray(orders.id, [...ids]));
}
