import { and, eq, gte, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { orderLines } from '#server/db/tables/orders.ts';
import { parcelLines } from '#server/db/tables/parcels.ts';

// A product takes the place of another one in an order that is held.

export type Replacement = typeof products.$inferSelect;
export async function findByCode(tx: Tx, code: string): Promise<Replacement | undefined> {
  return (await tx.select().from(products).where(eq(products.code, code)))[0];
}
/** False: there are not so many on the shelf any more. */
export async function takeStock(tx: Tx, productId: number, pieces: number): Promise<boolean> {
  const taken = await tx
    .update(products)
    .set({ stockQty: sql`${products.stockQty} - ${pieces}` })
    .where(and(eq(products.id, productId), gte(products.stockQty, pieces)))
    .returning({ id: products.id });
  if (taken.length === 0) return false;
  // Phones are told by the job that publishes (docs/product/orders.md#stock-and-phones).
  await tx.execute(sql`insert into stock_news (product_id, at) values (${productId}, clock_timestamp())
    on conflict (product_id) do update set at = clock_timestamp()`);
  return true;
}
/** The last line of its order. */
export async function insertLine(
  tx: Tx,
  row: Omit<typeof orderLines.$inferInsert, 'id' | 'position'>,
): Promise<number> {
  const position = sql<number>`(select max(position) + 1 from order_lines where order_id = ${row.orderId})`;
  const [made] = await tx
    .insert(orderLines)
    .values({ ...row, position })
    .returning({ id: orderLines.id });
  return made!.id; // One row in, one row out.
}
export async function insertParcelLine(
  tx: Tx,
  row: { parcelId: number; lineId: number; pieces: number },
): Promise<void> {
  await tx.insert(parcelLines).values(row);
}
/** What the new line earns comes into the month of the old one, or, when that is closed, into the month of this moment. */
export async function insertLinePoints(
  tx: Tx,
  { lineId, like, arrival }: { lineId: number; like: number; arrival: number },
): Promise<void> {
  await tx.execute(sql`
    insert into points_events (period, user_id, half, amount_kop, kind, order_id, line_id)
    select case when exists (select from periods p where p.id = e.period) then ${arrival}::int else e.period end,
      e.user_id, l.balls_half * l.quantity, l.price_kop * l.quantity, 'order', l.order_id, l.id
    from points_events e join order_lines l on l.id = ${lineId} and l.balls_half > 0
    where e.line_id = ${like} and e.kind = 'order'
    on conflict do nothing`);
}
/** What the shop has given for an order of its own will, kopecks, and how many times. */
export async function sumGoodwill(tx: Tx, orderId: number): Promise<{ sumKop: number; times: number }> {
  const { rows } = await tx.execute<{ sum: number; times: number }>(sql`
    select coalesce(-sum(e.amount_kop), 0)::float8 as sum, count(distinct t.id)::int as times
    from ledger_tx t join ledger_entries e on e.tx_id = t.id
    where t.key like ${`order:${orderId}:goodwill:%`} and e.amount_kop < 0`);
  const row = rows[0]!; // An aggregate has one row.
  return { sumKop: row.sum, times: row.times };
}
