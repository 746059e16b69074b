import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { orderLines } from '#server/db/tables/orders.ts';
import { returnLines, returnPhotos, returns } from '#server/db/tables/returns.ts';

// Contents: 1 reading, 2 writing, 3 photographs. Whoever writes holds the order (`lockOrder`).

// ── 1 Reading ───────────────────────────────────────────────────────────────────────────────────
export type ReturnLineRecord = typeof returnLines.$inferSelect & {
  title: string;
  code: string;
  article: string | null;
  ean: string | null;
  priceKop: number;
  /** Units of the line whose code of «Честный знак» is known. */
  marks: number;
};
export type ReturnRecord = typeof returns.$inferSelect & { lines: ReturnLineRecord[]; photos: string[] };

/** Of one order, by number. */
export async function findReturns(db: DbOrTx, orderId: number): Promise<ReturnRecord[]> {
  const rows = await db.select().from(returns).where(eq(returns.orderId, orderId)).orderBy(returns.number);
  return withParts(db, rows);
}
export async function findReturn(db: DbOrTx, id: number): Promise<ReturnRecord | undefined> {
  return (await withParts(db, await db.select().from(returns).where(eq(returns.id, id))))[0];
}
async function withParts(db: DbOrTx, rows: (typeof returns.$inferSelect)[]): Promise<ReturnRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({
      line: returnLines,
      title: orderLines.title,
      code: orderLines.code,
      article: products.article,
      ean: products.ean,
      priceKop: orderLines.priceKop,
      marks: sql<number>`(select count(*)::int from marking_codes m where m.line_id = order_lines.id)`,
    })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines.id, returnLines.lineId))
    .leftJoin(products, eq(products.id, orderLines.productId))
    .where(inArray(returnLines.returnId, ids))
    .orderBy(orderLines.position);
  const pictures = await db
    .select({ id: returnPhotos.photoId, returnId: returnPhotos.returnId })
    .from(returnPhotos)
    .where(inArray(returnPhotos.returnId, ids))
    .orderBy(asc(returnPhotos.photoId));
  return rows.map((row) => ({
    ...row,
    lines: lines.flatMap(({ line, ...more }) => (line.returnId === row.id ? [{ ...line, ...more }] : [])),
    photos: pictures.filter(({ returnId }) => returnId === row.id).map(({ id }) => id),
  }));
}

// ── 2 Writing ───────────────────────────────────────────────────────────────────────────────────
type NewReturn = Omit<typeof returns.$inferInsert, 'id' | 'number'>;
type NewLine = Omit<typeof returnLines.$inferInsert, 'returnId'>;
export async function insertReturn(
  tx: Tx,
  row: NewReturn,
  lines: readonly NewLine[],
): Promise<{ id: number; number: number }> {
  // The order is held, so nobody takes this number meanwhile.
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from returns where order_id = ${row.orderId})`;
  const [made] = await tx
    .insert(returns)
    .values({ ...row, number })
    .returning({ id: returns.id, number: returns.number });
  const one = made!; // One row in, one row out.
  await tx.insert(returnLines).values(lines.map((line) => ({ ...line, returnId: one.id })));
  return one;
}
/** A step: whoever still shows the return as it was is told so. */
export async function stepReturn(tx: Tx, id: number, patch: Partial<NewReturn>): Promise<void> {
  await tx
    .update(returns)
    .set({ ...patch, version: sql`${returns.version} + 1` })
    .where(eq(returns.id, id));
}
export async function setReturnLine(
  tx: Tx,
  {
    returnId,
    lineId,
    ...patch
  }: { returnId: number; lineId: number; received?: number; onSale?: number; units?: string[] },
): Promise<void> {
  await tx
    .update(returnLines)
    .set(patch)
    .where(and(eq(returnLines.returnId, returnId), eq(returnLines.lineId, lineId)));
}

// ── 3 Photographs ───────────────────────────────────────────────────────────────────────────────
export async function insertReturnPhoto(tx: Tx, photoId: string, orderId: number): Promise<void> {
  await tx.insert(returnPhotos).values({ photoId, orderId });
}
/** Those of an order that wait for their return. */
export const countLoosePhotos = (db: DbOrTx, orderId: number): Promise<number> =>
  db.$count(returnPhotos, and(eq(returnPhotos.orderId, orderId), isNull(returnPhotos.returnId)));
/** Photographs of this order that wait go with the return. False: one of them is another order's, or gone. */
export async function takePhotos(
  tx: Tx,
  ids: readonly string[],
  to: { orderId: number; returnId: number },
): Promise<boolean> {
  if (ids.length === 0) return true;
  const taken = await tx
    .update(returnPhotos)
    .set({ returnId: to.returnId })
    .where(
      and(inArray(returnPhotos.photoId, [...ids]), eq(returnPhotos.orderId, to.orderId), isNull(returnPhotos.returnId)),
    )
    .returning({ id: returnPhotos.photoId });
  return taken.length === new Set(ids).size;
}
/** Photographs that no return has taken since before `before`. */
export async function deleteLoosePhotos(db: DbOrTx, before: Date): Promise<void> {
  await db.execute(sql`
    delete from photos p using return_photos r
    where r.photo_id = p.id and r.return_id is null and p.created_at < ${before.toISOString()}::timestamptz`);
}
