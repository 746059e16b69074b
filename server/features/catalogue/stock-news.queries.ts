import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';

/** A product whose published stock is out of date, and when that was last noted, by the database's clock. */
export type StockNews = { productId: number; at: string };

export async function findStockNews(db: DbOrTx): Promise<StockNews[]> {
  const { rows } = await db.execute<{ product_id: number; at: string }>(
    sql`select product_id, at::text as at from stock_news`,
  );
  return rows.map((row) => ({ productId: row.product_id, at: row.at }));
}
/** What was noted again meanwhile stays: it came after the stock was read. */
export async function deleteStockNews(db: DbOrTx, told: readonly StockNews[]): Promise<void> {
  await db.execute(sql`
    delete from stock_news n using unnest(${sql.param(told.map((one) => one.productId))}::int[],
      ${sql.param(told.map((one) => one.at))}::timestamptz[]) t(id, at) where n.product_id = t.id and n.at = t.at`);
}
