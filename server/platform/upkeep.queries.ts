import { lt, sql } from 'drizzle-orm';
import { type Db, LOCKS } from '#server/db/open.ts';
import { loginFailures, sessions } from '#server/db/tables/people.ts';

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}
export async function deleteOldLoginFailures(db: Db, before: Date): Promise<void> {
  await db.delete(loginFailures).where(lt(loginFailures.at, before));
}
/**
 * Pictures that no product shows any more. Young ones may belong to work that is still going on; a running import reuses
 * old ones too, so while it runs nothing is deleted.
 */
export async function deleteLonelyPictures(db: Db, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ok: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCKS.import}) as ok`);
    if (rows[0]?.ok !== true) return;
    await tx.execute(sql`
      delete from picture_originals o where o.created_at < ${before.toISOString()}::timestamptz
        and not exists (select from product_pictures p where p.sha256 = o.sha256)`);
  });
}
