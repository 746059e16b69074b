import { sql } from 'drizzle-orm';
import { HELLO_BONUS } from '#contract/hello-bonus.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { CART_TYPES } from '#contract/tables.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';

// Orders that earn the hello bonus (docs/product/delivery.md#hello). The condition is that of the notice in the cart, asked of what
// was ordered and kept.

/** One movement an order, and with it the sign that the order is done with. */
export const helloKey = (orderId: number): string => `order:${orderId}:hello`;

const received = sql.raw(String(ORDER_STATUSES.received));
const cancelled = sql.raw(String(ORDER_STATUSES.cancelled));
const base = sql.raw(String(CART_TYPES.base));
const within = sql.raw(String(HELLO_BONUS.withinDays));
/** Of an order `o` and its buyer `u`. What was sent back does not count: nobody keeps a bonus for goods that they returned. */
const isEarned = sql`o.status = ${received} and o.cart_kind = 'retail' and not o.is_demo and u.role in ('client', 'cons')
  and o.created_at >= u.registered_at and o.created_at <= u.registered_at + make_interval(days => ${within})
  and not exists (select from orders p where p.user_id = o.user_id and p.id < o.id and p.status <> ${cancelled})
  and not exists (select from order_lines l where l.order_id = o.id and l.cart_type <> ${base})
  and o.goods_kop - o.discount_kop >= ${HELLO_BONUS.requiredKop}
  and (select sum((l.quantity - l.returned_quantity)::bigint * l.price_kop) from order_lines l where l.order_id = o.id)
    >= ${HELLO_BONUS.requiredKop}
  and not exists (select from ledger_tx t where t.key = 'order:' || o.id || ':hello')`;

/** Orders received between the two times that have earned it and are not granted yet, the oldest number first. */
export async function findEarned(
  db: DbOrTx,
  { since, before, after, limit }: { since: Date; before: Date; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select o.id from orders o join users u on u.id = o.user_id
    where o.id > ${after} and o.status_at > ${since.toISOString()}::timestamptz and o.status_at <= ${before.toISOString()}::timestamptz
      and ${isEarned}
    order by o.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The order held, and whoever holds the buyer's account today; undefined when it earns nothing any more or nobody is there. */
export async function lockEarned(tx: Tx, id: number): Promise<{ ownerId: number } | undefined> {
  const { rows } = await tx.execute<{ ownerId: number }>(sql`
    with recursive held as (
      select o.user_id from orders o join users u on u.id = o.user_id where o.id = ${id} and ${isEarned} for update of o),
    up(id, next) as (
      select u.id, u.merged_into from users u join held on u.id = held.user_id
      union all select n.id, n.merged_into from up join users n on n.id = up.next)
    select up.id as "ownerId" from up
    where up.next is null and not exists (select from accounts a where a.owner_id = up.id and a.closed_at is not null)`);
  return rows[0];
}
