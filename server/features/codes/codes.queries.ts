import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { type CodePurpose, contactCodes } from '#server/db/tables/codes.ts';

export type CodeRow = typeof contactCodes.$inferSelect;
/** Whose code: an address that was asked for, or an account that waits for its confirmation. */
export type CodeOf = { purpose: CodePurpose } & ({ target: string } | { userId: number });
const isOf = (of: CodeOf): SQL | undefined =>
  and(
    eq(contactCodes.purpose, of.purpose),
    'target' in of ? eq(contactCodes.target, of.target) : eq(contactCodes.userId, of.userId),
  );

/** Two requests for one address come one after the other. */
export async function lockTarget(tx: Tx, target: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${target}`}, 11))`);
}
export async function findAskedSince(tx: Tx, of: CodeOf, since: Date, limit: number): Promise<Date[]> {
  const rows = await tx
    .select({ at: contactCodes.createdAt })
    .from(contactCodes)
    .where(and(isOf(of), gt(contactCodes.createdAt, since)))
    .orderBy(desc(contactCodes.createdAt))
    .limit(limit);
  return rows.map(({ at }) => at);
}
export async function insertCode(tx: Tx, row: typeof contactCodes.$inferInsert): Promise<number> {
  const rows = await tx.insert(contactCodes).values(row).returning({ id: contactCodes.id });
  return rows[0]!.id; // One row in, one id out.
}
export async function findCode(db: DbOrTx, id: number): Promise<CodeRow | undefined> {
  return (await db.select().from(contactCodes).where(eq(contactCodes.id, id)))[0];
}
export async function findNewest(db: DbOrTx, of: CodeOf): Promise<CodeRow | undefined> {
  const rows = await db.select().from(contactCodes).where(isOf(of)).orderBy(desc(contactCodes.id)).limit(1);
  return rows[0];
}
export async function addHash(db: DbOrTx, id: number, hash: string): Promise<void> {
  await db
    .update(contactCodes)
    .set({ hashes: sql`array_append(${contactCodes.hashes}, ${hash})` })
    .where(eq(contactCodes.id, id));
}
/** Counted before it is compared: parallel guesses are guesses one after another. False: no try is left. */
export async function countTry(db: DbOrTx, id: number, max: number): Promise<boolean> {
  const rows = await db
    .update(contactCodes)
    .set({ tries: sql`${contactCodes.tries} + 1` })
    .where(and(eq(contactCodes.id, id), lt(contactCodes.tries, max), isNull(contactCodes.usedAt)))
    .returning({ id: contactCodes.id });
  return rows.length > 0;
}
/** Only one of two that come at once: the other finds it used. */
export async function spendCode(tx: Tx, id: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(contactCodes)
    .set({ usedAt: now })
    .where(and(eq(contactCodes.id, id), isNull(contactCodes.usedAt)))
    .returning({ id: contactCodes.id });
  return rows.length > 0;
}
/** Spent and run out: nothing can be done with them any more. */
export async function deleteOldCodes(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(contactCodes).where(lt(contactCodes.createdAt, before));
}
