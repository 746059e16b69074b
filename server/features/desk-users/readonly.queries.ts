import { and, eq, lte, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';

const isOver = (at: Date) => and(eq(users.readonly, true), lte(users.readonlyUntil, at));
export async function findBlockedUntil(db: DbOrTx, at: Date): Promise<number[]> {
  return (await db.select({ id: users.id }).from(users).where(isOver(at))).map(({ id }) => id);
}
/** Unless somebody has prolonged it meanwhile. */
export async function liftReadonly(db: DbOrTx, id: number, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ readonly: false, readonlyReason: null, readonlyUntil: null, deskVersion: sql`${users.deskVersion} + 1` })
    .where(and(eq(users.id, id), isOver(at)));
}
