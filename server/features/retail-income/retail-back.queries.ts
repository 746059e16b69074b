import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { retailBacks } from '#server/db/tables/retail.ts';

type Line = { quantity: number; paidKop: number; consPriceKop: number };
export type Counted = {
  /** Who holds the account today, and whose it was when the order was counted. */
  ownerId: number;
  countedFor: number;
  isGone: boolean;
  /** What the order has brought, less what was taken back. */
  givenKop: number;
  /** Of the next taking back. */
  place: number;
  txId: number;
  /** Pieces that were kept. */
  lines: Line[];
};
/** The order held, with what it has brought; undefined when it has brought nothing. */
export async function lockCounted(tx: Tx, orderId: number): Promise<Counted | undefined> {
  const { rows: held } = await tx.execute<{ status: number }>(
    sql`select status from orders where id = ${orderId} for update`,
  );
  const { rows } = await tx.execute<Omit<Counted, 'lines'>>(sql`
    with recursive counted as (select user_id, amount_kop, tx_id from retail_income where order_id = ${orderId} and tx_id is not null),
    up(id, next) as (
      select u.id, u.merged_into from users u join counted on u.id = counted.user_id
      union all select n.id, n.merged_into from up join users n on n.id = up.next)
    select up.id as "ownerId", c.user_id as "countedFor", c.tx_id::float8 as "txId",
      exists (select from accounts a where a.owner_id = up.id and a.closed_at is not null) as "isGone",
      (c.amount_kop - coalesce((select sum(b.amount_kop) from retail_backs b where b.order_id = ${orderId}), 0))::float8 as "givenKop",
      (select count(*)::int + 1 from retail_backs b where b.order_id = ${orderId}) as place
    from counted c, up where up.next is null`);
  const [row] = rows;
  if (!row || !held[0]) return undefined;
  await tx.execute(sql`select from users where id = ${row.ownerId} for key share`);
  // Of an order that went back whole the lines stay as they were.
  if (held[0].status !== RECEIVED) return { ...row, lines: [] };
  const { rows: lines } = await tx.execute<Line>(sql`
    select quantity - returned_quantity as quantity, price_kop as "paidKop", cons_price_kop as "consPriceKop"
    from order_lines where order_id = ${orderId} and quantity > returned_quantity`);
  return { ...row, lines };
}
const RECEIVED = 6;
export async function insertBack(tx: Tx, row: typeof retailBacks.$inferInsert): Promise<void> {
  await tx.insert(retailBacks).values(row);
}
export async function hasBrought(db: DbOrTx, orderId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from retail_income where order_id = ${orderId} and tx_id is not null`);
  return rows.length > 0;
}
export async function sumBacks(db: DbOrTx, orderId: number): Promise<number> {
  const { rows } = await db.execute<{ kop: number }>(
    sql`select coalesce(sum(amount_kop), 0)::float8 as kop from retail_backs where order_id = ${orderId}`,
  );
  return rows[0]?.kop ?? 0;
}
