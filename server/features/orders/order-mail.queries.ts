import { eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { orderProxies } from '#server/db/tables/counter.ts';
import { orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';
import { findCarried } from '#server/features/orders/shipments.queries.ts';
import { findLines } from '#server/features/orders/order-rows.queries.ts';

/** An order with its lines and the address of its account, for the letter about it. */
export async function findOrderForLetter(db: DbOrTx, orderId: number) {
  const rows = await db
    .select({ order: orders, accountEmail: users.email, proxy: { name: orderProxies.name, code: orderProxies.code } })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .leftJoin(orderProxies, eq(orderProxies.orderId, orders.id))
    .where(eq(orders.id, orderId));
  const found = rows[0];
  if (!found) return undefined;
  const carries = found.order.cartKind === 'shipment' ? await findCarried(db, orderId) : [];
  return { ...found, carries, lines: await findLines(db, orderId) };
}
