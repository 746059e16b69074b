import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { prepared } from '#server/db/pipeline.ts';
import { sessions, users } from '#server/db/tables/people.ts';

export type SessionUser = typeof users.$inferSelect;
export type SessionRow = {
  user: SessionUser | null;
  guestId: string | null;
  /** When the browser was last given the cookie. */
  seenAt: Date;
  expiresAt: Date;
  pending: number | null;
  pendingAt: Date | null;
  answersFullAt: Date | null;
};
export type SessionSigns = Partial<
  Pick<typeof sessions.$inferInsert, 'seenAt' | 'expiresAt' | 'pending' | 'pendingAt'>
>;

/** A session that has not ended, by placeholders `idHash` and `now`. */
export const isOpenSession = (): SQL | undefined =>
  and(eq(sessions.idHash, sql.placeholder('idHash')), gt(sessions.expiresAt, sql.placeholder('now')));

/** Every request with a cookie runs it. */
const sessionQuery = prepared((db) =>
  db
    .select({
      user: users,
      guestId: sessions.guestId,
      seenAt: sessions.seenAt,
      expiresAt: sessions.expiresAt,
      pending: sessions.pending,
      pendingAt: sessions.pendingAt,
      answersFullAt: sessions.answersFullAt,
    })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(isOpenSession())
    .prepare('find_session'),
);
export async function findSession(db: DbOrTx, idHash: string, now: Date): Promise<SessionRow | undefined> {
  return (await sessionQuery(db).execute({ idHash, now }))[0];
}
export async function insertSession(db: DbOrTx, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row);
}
export async function deleteSession(db: DbOrTx, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash));
}
/** False when the session has ended meanwhile. */
export async function writeSessionSigns(db: DbOrTx, idHash: string, signs: SessionSigns): Promise<boolean> {
  const { rowCount } = await db.update(sessions).set(signs).where(eq(sessions.idHash, idHash));
  return rowCount !== 0;
}
