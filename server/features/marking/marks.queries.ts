import { eq, inArray } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { markingCodes } from '#server/db/tables/counter.ts';
import { orderLines } from '#server/db/tables/orders.ts';

/** False: another counter has just sold one of them. */
export async function insertMarks(tx: Tx, rows: readonly (typeof markingCodes.$inferInsert)[]): Promise<boolean> {
  const made = await tx
    .insert(markingCodes)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ unit: markingCodes.unit });
  return made.length === rows.length;
}
export async function findSoldUnits(
  db: DbOrTx,
  units: readonly string[],
): Promise<{ unit: string; orderId: number }[]> {
  if (units.length === 0) return [];
  return db
    .select({ unit: markingCodes.unit, orderId: orderLines.orderId })
    .from(markingCodes)
    .innerJoin(orderLines, eq(orderLines.id, markingCodes.lineId))
    .where(inArray(markingCodes.unit, [...units]));
}
/** Of an order, for its receipt. */
export function findMarksOf(db: DbOrTx, orderId: number): Promise<{ lineId: number; code: string }[]> {
  return db
    .select({ lineId: markingCodes.lineId, code: markingCodes.code })
    .from(markingCodes)
    .innerJoin(orderLines, eq(orderLines.id, markingCodes.lineId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(markingCodes.lineId, markingCodes.unit);
}

/** Nobody knows any more which units lie in the parcel: they are scanned anew, and may be sold elsewhere. */
export async function dropMarks(tx: Tx, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length > 0) await tx.delete(markingCodes).where(inArray(markingCodes.lineId, [...lineIds]));
}

/** Units of a line that are sold, without their crypto tails. */
export async function findUnitsOf(db: DbOrTx, lineId: number): Promise<string[]> {
  const rows = await db.select({ unit: markingCodes.unit }).from(markingCodes).where(eq(markingCodes.lineId, lineId));
  return rows.map(({ unit }) => unit);
}
/** As they were scanned: a receipt wants the whole code. */
export async function findCodes(db: DbOrTx, units: readonly string[]): Promise<{ lineId: number; code: string }[]> {
  if (units.length === 0) return [];
  return db
    .select({ lineId: markingCodes.lineId, code: markingCodes.code })
    .from(markingCodes)
    .where(inArray(markingCodes.unit, [...units]))
    .orderBy(markingCodes.unit);
}
/** They have come back and may be sold again. */
export async function dropUnits(tx: Tx, units: readonly string[]): Promise<void> {
  if (units.length > 0) await tx.delete(markingCodes).where(inArray(markingCodes.unit, [...units]));
}
