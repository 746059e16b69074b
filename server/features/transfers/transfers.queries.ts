import { and, desc, eq, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TransferState } from '#contract/transfer-rules.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { transfers } from '#server/db/tables/transfers.ts';

// Contents: 1 people, 2 reading transfers, 3 writing them

export type TransferRow = typeof transfers.$inferSelect;

// ── 1 People ────────────────────────────────────────────────────────────────────────────────────
export type Party = {
  id: number;
  consId: number | null;
  name: string;
  active: boolean;
  sponsorId: number | null;
  city: string | null;
};
const party = {
  id: users.id,
  consId: users.consId,
  name: users.name,
  active: users.active,
  sponsorId: users.sponsorId,
  city: cities.title,
};
export async function findParty(db: DbOrTx, where: { id: number } | { consId: number }): Promise<Party | undefined> {
  const is = 'id' in where ? eq(users.id, where.id) : eq(users.consId, where.consId);
  return (await db.select(party).from(users).leftJoin(cities, eq(cities.id, users.cityId)).where(is))[0];
}
/** Nobody closes or merges the account before the end of the transaction. */
export async function keepOpen(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share');
}
/** Where codes go: the confirmed phone, else the confirmed e-mail; null when there is none. */
export async function findCodeTarget(db: DbOrTx, userId: number): Promise<string | null> {
  const [row] = await db.select({ phone: users.phone, email: users.email }).from(users).where(eq(users.id, userId));
  return row?.phone ?? row?.email?.toLowerCase() ?? null;
}

// ── 2 Reading transfers ─────────────────────────────────────────────────────────────────────────
const sender = alias(users, 'sender');
const receiver = alias(users, 'receiver');
const shown = {
  row: transfers,
  senderName: sender.name,
  receiverName: receiver.name,
  receiverConsId: receiver.consId,
};
export type ShownRow = { row: TransferRow; senderName: string; receiverName: string; receiverConsId: number | null };
/** One's own, and what others have sent and was done. */
const isSeenBy = (userId: number): SQL | undefined =>
  or(eq(transfers.ownerId, userId), and(eq(transfers.toId, userId), eq(transfers.state, 'done')));

const select = (db: DbOrTx) =>
  db
    .select(shown)
    .from(transfers)
    .innerJoin(sender, eq(sender.id, transfers.ownerId))
    .innerJoin(receiver, eq(receiver.id, transfers.toId));
/** The newest first, one more than `limit` when there are more. */
export const findTransfers = (
  db: DbOrTx,
  userId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ShownRow[]> =>
  select(db)
    .where(and(isSeenBy(userId), before === undefined ? undefined : lt(transfers.id, before)))
    .orderBy(desc(transfers.id))
    .limit(limit + 1);
export async function findShown(db: DbOrTx, userId: number, id: number): Promise<ShownRow | undefined> {
  return (await select(db).where(and(isSeenBy(userId), eq(transfers.id, id))))[0];
}
/** Whatever its owner: for jobs. */
export async function findForNews(db: DbOrTx, id: number): Promise<ShownRow | undefined> {
  return (await select(db).where(eq(transfers.id, id)))[0];
}
export async function findOwn(db: DbOrTx, ownerId: number, id: number): Promise<TransferRow | undefined> {
  const rows = await db
    .select()
    .from(transfers)
    .where(and(eq(transfers.id, id), eq(transfers.ownerId, ownerId)));
  return rows[0];
}
/** Of theirs to others: the money is set aside until the code comes or its time is over. */
export const countWaitingTransfers = (db: DbOrTx, ownerId: number): Promise<number> =>
  db.$count(transfers, and(eq(transfers.ownerId, ownerId), eq(transfers.state, 'wait_code')));
/** Holds it to the end of the transaction. */
export async function lockTransfer(tx: Tx, id: number): Promise<TransferRow | undefined> {
  return (await tx.select().from(transfers).where(eq(transfers.id, id)).for('update'))[0];
}
/** What went to others, or is on its way, since that moment. */
export async function sumSince(db: DbOrTx, ownerId: number, since: Date): Promise<{ kop: number; count: number }> {
  const rows = await db
    .select({ kop: sql<number>`coalesce(sum(${transfers.amountKop}), 0)::float8`, count: sql<number>`count(*)::int` })
    .from(transfers)
    .where(
      and(
        eq(transfers.ownerId, ownerId),
        eq(transfers.kind, 'cons'),
        inArray(transfers.state, ['wait_code', 'done']),
        sql`${transfers.createdAt} >= ${since.toISOString()}::timestamptz`,
      ),
    );
  return rows[0]!; // An aggregate has one row.
}
export async function findOverdue(db: DbOrTx, at: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.state, 'wait_code'), lte(transfers.expiresAt, at)))
    .orderBy(transfers.expiresAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

// ── 3 Writing them ──────────────────────────────────────────────────────────────────────────────
export async function insertTransfer(tx: Tx, row: typeof transfers.$inferInsert): Promise<TransferRow> {
  return (await tx.insert(transfers).values(row).returning())[0]!; // One row in, one row out.
}
type Change = { state: TransferState; at: Date; txId?: number | null; expiresAt?: Date; codeId?: number };
export async function writeState(tx: Tx, id: number, { state, at, ...more }: Change): Promise<TransferRow> {
  const event = JSON.stringify([{ at: at.toISOString(), state }]);
  const rows = await tx
    .update(transfers)
    .set({ state, events: sql`${transfers.events} || ${event}::jsonb`, ...more })
    .where(eq(transfers.id, id))
    .returning();
  return rows[0]!; // The caller holds the row.
}
/** A newer code is the only one that counts, and moves the end of its time. */
export async function writeCode(tx: Tx, id: number, next: { codeId: number; expiresAt: Date }): Promise<void> {
  await tx.update(transfers).set(next).where(eq(transfers.id, id));
}
