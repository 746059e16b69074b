import { and, desc, eq, isNotNull, lt, lte, ne } from 'drizzle-orm';
import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';
import { dataExports } from '#server/db/tables/personal-data.ts';

const columns = {
  id: dataExports.id,
  userId: dataExports.userId,
  state: dataExports.state,
  partsDone: dataExports.partsDone,
  askedAt: dataExports.askedAt,
  readyAt: dataExports.readyAt,
  expiresAt: dataExports.expiresAt,
  bytes: dataExports.bytes,
};
/** An archive without its bytes. */
export type ExportRow = Omit<typeof dataExports.$inferSelect, 'body'>;

export async function findLastExport(db: DbOrTx, userId: number): Promise<ExportRow | undefined> {
  return (
    await db
      .select(columns)
      .from(dataExports)
      .where(eq(dataExports.userId, userId))
      .orderBy(desc(dataExports.askedAt), desc(dataExports.id))
      .limit(1)
  )[0];
}
export async function findExport(db: DbOrTx, id: string): Promise<ExportRow | undefined> {
  return (await db.select(columns).from(dataExports).where(eq(dataExports.id, id)))[0];
}
/** The archive itself, to its owner alone. */
export async function findExportBody(db: DbOrTx, id: string, userId: number) {
  const [row] = await db
    .select({ ...columns, body: dataExports.body })
    .from(dataExports)
    .where(and(eq(dataExports.id, id), eq(dataExports.userId, userId), eq(dataExports.state, 'ready')));
  return row;
}
/** Undefined: another request was faster, and its archive is being made. */
export async function insertExport(tx: Tx, userId: number, now: Date): Promise<ExportRow | undefined> {
  return (await tx.insert(dataExports).values({ userId, askedAt: now }).onConflictDoNothing().returning(columns))[0];
}
export async function noteParts(db: Db, id: string, partsDone: number): Promise<void> {
  await db.update(dataExports).set({ partsDone }).where(eq(dataExports.id, id));
}
/** False: it is ready already, or was given up meanwhile. An older archive of the same person has no use any more. */
export async function finishExport(
  tx: Tx,
  { id, userId }: ExportRow,
  done: { body: Buffer; bytes: number; readyAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(dataExports)
    .set({ ...done, state: 'ready' })
    .where(and(eq(dataExports.id, id), eq(dataExports.state, 'waiting')));
  if (rowCount === 0) return false;
  await tx.delete(dataExports).where(and(eq(dataExports.userId, userId), ne(dataExports.id, id)));
  return true;
}
/** Bytes whose time is over go; when the archive was made stays a while, for the pause between two. */
export async function eraseOldExports(db: Db, now: Date): Promise<void> {
  await db
    .update(dataExports)
    .set({ body: null })
    .where(and(lte(dataExports.expiresAt, now), isNotNull(dataExports.body)));
}
export async function giveUpStuck(db: Db, before: Date): Promise<void> {
  await db
    .update(dataExports)
    .set({ state: 'failed' })
    .where(and(eq(dataExports.state, 'waiting'), lt(dataExports.askedAt, before)));
}

export type Address = { email: string | null; phone: string | null };
/** Where letters about the account itself go. */
export async function findAddress(db: DbOrTx, userId: number): Promise<Address | undefined> {
  return (await db.select({ email: users.email, phone: users.phone }).from(users).where(eq(users.id, userId)))[0];
}
