import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { retailIncome, type RetailPart } from '#server/db/tables/retail.ts';

/** Orders of clients that were received before `before` and are not counted yet, the oldest number first. */
export async function findUncounted(
  db: DbOrTx,
  { before, after, limit }: { before: Date; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select o.id from orders o where o.status = 6 and o.id > ${after} and o.status_at <= ${before.toISOString()}::timestamptz
      and o.cart_kind = 'retail' and o.points_user_id is not null and o.user_id is distinct from o.points_user_id and not o.is_demo
      and not exists (select from retail_income r where r.order_id = o.id)
    order by o.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export type CountedLine = { title: string; quantity: number; paidKop: number; consPriceKop: number };
/** The order held, with whoever holds the account of its points today; undefined when it is not to be counted any more. */
export async function lockUncounted(
  tx: Tx,
  id: number,
): Promise<{ ownerId: number; isGone: boolean; lines: CountedLine[] } | undefined> {
  const { rows } = await tx.execute<{ ownerId: number; isGone: boolean }>(sql`
    with recursive held as (
      select o.points_user_id from orders o where o.id = ${id} and o.status = 6
        and not exists (select from retail_income r where r.order_id = o.id) for update of o),
    up(id, next) as (
      select u.id, u.merged_into from users u join held on u.id = held.points_user_id
      union all select n.id, n.merged_into from up join users n on n.id = up.next)
    select up.id as "ownerId", exists (select from accounts a where a.owner_id = up.id and a.closed_at is not null) as "isGone"
    from up where up.next is null`);
  const [order] = rows;
  if (!order) return undefined;
  await tx.execute(sql`select from users where id = ${order.ownerId} for key share`);
  const lines = await tx.execute<CountedLine>(sql`
    select title, quantity - returned_quantity as quantity, price_kop as "paidKop", cons_price_kop as "consPriceKop"
    from order_lines where order_id = ${id} and quantity > returned_quantity order by position`);
  return { ...order, lines: lines.rows };
}
export async function insertIncome(tx: Tx, row: typeof retailIncome.$inferInsert): Promise<void> {
  await tx.insert(retailIncome).values(row);
}
/** What an order has brought this person; nobody else's. */
export async function findIncome(
  db: DbOrTx,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<{ amountKop: number; parts: readonly RetailPart[] } | undefined> {
  const rows = await db
    .select({ amountKop: retailIncome.amountKop, parts: retailIncome.parts })
    .from(retailIncome)
    .where(and(eq(retailIncome.orderId, orderId), eq(retailIncome.userId, userId)));
  return rows[0];
}
