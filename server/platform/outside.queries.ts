import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/open.ts';
import { outsideCalls } from '#server/db/tables/jobs.ts';
import { idempotencyKeys } from '#server/db/tables/people.ts';

export type OutsideRow = typeof outsideCalls.$inferSelect;
/** The clock is the database's: several processes look at one call. */
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

export async function insertBegun(
  tx: Tx,
  row: Pick<OutsideRow, 'id' | 'name' | 'key' | 'started'>,
  holdSeconds: number,
): Promise<void> {
  await tx.insert(outsideCalls).values({ ...row, heldUntil: inSeconds(holdSeconds) });
}
export async function findOutside(db: Db, id: string): Promise<OutsideRow | undefined> {
  return (await db.select().from(outsideCalls).where(eq(outsideCalls.id, id)))[0];
}
/** False when it has ended, or when somebody else may still be at it. */
export async function takeOver(db: Db, id: string, holdSeconds: number): Promise<boolean> {
  const rows = await db
    .update(outsideCalls)
    .set({ heldUntil: inSeconds(holdSeconds) })
    .where(and(eq(outsideCalls.id, id), isNull(outsideCalls.endedAt), lt(outsideCalls.heldUntil, sql`now()`)))
    .returning({ id: outsideCalls.id });
  return rows.length > 0;
}
/** The row, held to the end of the transaction: of two who know an end one writes it first. */
export async function lockOutside(tx: Tx, id: string): Promise<OutsideRow | undefined> {
  return (await tx.select().from(outsideCalls).where(eq(outsideCalls.id, id)).for('update'))[0];
}
/** The end, and from here on the answer under the key. */
export async function writeEnd(
  tx: Tx,
  { id, key }: OutsideRow,
  end: { status: number; answer: string },
): Promise<void> {
  await tx
    .update(outsideCalls)
    .set({ ...end, endedAt: sql`now()` })
    .where(eq(outsideCalls.id, id));
  if (key !== null) await tx.update(idempotencyKeys).set(end).where(eq(idempotencyKeys.key, key));
}
