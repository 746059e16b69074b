import { eq, lt, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { prepared } from '#server/db/pipeline.ts';
import { idempotencyKeys, sessions, users } from '#server/db/tables/people.ts';
import { isOpenSession, type SessionRow } from '#server/platform/session.queries.ts';

export type StoredAnswer = typeof idempotencyKeys.$inferSelect;

/** What a keyed request begins with. `isOurs`: nobody else carries this key out at the moment. */
export type KeyedStart = { isOurs: boolean; stored: StoredAnswer | undefined; session: SessionRow | undefined };

/**
 * One request per key at a time, held to the end of the transaction; what the key answered before; and who is asking:
 * in one statement, for every keyed request begins with it. `idHash` null finds no session.
 * A holder that commits between snapshot and lock is not seen: then the insert of the answer fails on the primary key.
 * The session stays as it is to the end of the transaction: a login that takes its guest in comes wholly before (then
 * there is no session any more) or wholly after (then its cart has this change).
 */
export async function startKeyed(
  tx: Tx,
  asked: { key: string; idHash: string | null; now: Date },
): Promise<KeyedStart> {
  const row = (await startQuery(tx).execute(asked))[0];
  if (!row) throw new Error('the statement that takes a key always answers one row');
  const { isOurs, stored, session, user } = row;
  return { isOurs, stored: stored ?? undefined, session: session ? { ...session, user } : undefined };
}
const startQuery = prepared((tx) => {
  const key = sql.placeholder('key');
  const session = tx.select().from(sessions).where(isOpenSession()).for('key share').as('session');
  return tx
    .select({
      isOurs: sql<boolean>`claim.is_ours`,
      stored: idempotencyKeys,
      // Drizzle takes a joined row for absent when its first column is null: an account's session has no guest.
      session: {
        seenAt: session.seenAt,
        expiresAt: session.expiresAt,
        guestId: session.guestId,
        pending: session.pending,
        pendingAt: session.pendingAt,
        answersFullAt: session.answersFullAt,
      },
      user: users,
    })
    .from(sql`(select pg_try_advisory_xact_lock(hashtextextended(${key}::text, 0)) as is_ours) claim`)
    .leftJoin(idempotencyKeys, eq(idempotencyKeys.key, sql`${key}::uuid`))
    .leftJoin(session, sql`true`)
    .leftJoin(users, eq(users.id, session.userId))
    .prepare('start_keyed');
});

/** Both send at once, so that they may be the last statements of a transaction (`deferred`). */
export async function storeAnswer(tx: Tx, row: Omit<StoredAnswer, 'createdAt'>): Promise<void> {
  await storeQuery(tx).execute(row);
}
/** Books room for an answer on the session's allowance: the moment when that is whole again moves on (docs/decisions/133). */
export async function bookRoom(tx: Tx, room: { idHash: string; ms: number; now: Date }): Promise<void> {
  await bookQuery(tx).execute({ ...room, now: room.now.toISOString() });
}
const bookQuery = prepared((tx) =>
  tx
    .update(sessions)
    .set({
      answersFullAt: sql`greatest(${sessions.answersFullAt}, ${sql.placeholder('now')}::timestamptz)
        + ${sql.placeholder('ms')}::bigint * interval '1 ms'`,
    })
    .where(eq(sessions.idHash, sql.placeholder('idHash')))
    .prepare('book_room'),
);
const storeQuery = prepared((tx) =>
  tx
    .insert(idempotencyKeys)
    .values({
      key: sql.placeholder('key'),
      owner: sql.placeholder('owner'),
      fingerprint: sql.placeholder('fingerprint'),
      status: sql.placeholder('status'),
      answer: sql.placeholder('answer'),
    })
    .prepare('store_answer'),
);

/**
 * Which of these keys have been carried out: the `included` of a pull (docs/product/offline.md#reads). A refused one has no
 * effect that a snapshot could include: its record stays in the client's fold until its own answer parks it. Both dialects.
 */
export async function findKnownKeys(tx: DbOrTx, keys: readonly string[], owners: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx.execute<{ key: string }>(
    sql`select key::text as key from idempotency_keys
        where key = any(${sql.param([...keys])}::uuid[]) and owner = any(${sql.param([...owners])}::text[])
          and status = 200 and answer::json ->> 'status' in ('1', 'success')`,
  );
  return rows.rows.map((row) => row.key);
}
export async function deleteOldAnswers(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
