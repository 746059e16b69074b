import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { sessions } from '#server/db/tables/people.ts';

export type OpenSession = Pick<
  typeof sessions.$inferSelect,
  'idHash' | 'publicId' | 'userAgent' | 'seenAt' | 'createdAt'
>;

/** The last used first; a hundred at most. */
export const findOpenSessions = (db: DbOrTx, userId: number, now: Date): Promise<OpenSession[]> =>
  db
    .select({
      idHash: sessions.idHash,
      publicId: sessions.publicId,
      userAgent: sessions.userAgent,
      seenAt: sessions.seenAt,
      createdAt: sessions.createdAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.seenAt), desc(sessions.publicId))
    .limit(100);

/** False: it is not this person's, or has ended already. */
export async function deleteOwnSession(
  tx: Tx,
  { userId, publicId, except }: { userId: number; publicId: string; except: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.publicId, publicId), ne(sessions.idHash, except)));
  return rowCount !== 0;
}
export async function deleteOtherSessions(tx: Tx, userId: number, except: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.idHash, except)));
}
