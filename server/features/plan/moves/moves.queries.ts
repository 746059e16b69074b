import { and, eq, lte, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';
import { sponsorMoves, type SponsorMoveState } from '#server/db/tables/staff.ts';

export type MoveRow = typeof sponsorMoves.$inferSelect;
const isWaiting = eq(sponsorMoves.state, 'waiting');

/** One correction of the structure at a time: whether a circle closes is judged with all that wait. */
export async function lockStructure(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('structure', 12))`);
}
export async function findWaitingMove(db: DbOrTx, userId: number): Promise<MoveRow | undefined> {
  return (
    await db
      .select()
      .from(sponsorMoves)
      .where(and(eq(sponsorMoves.userId, userId), isWaiting))
  )[0];
}
/** Moves that wait and hold from this period or an earlier one, in the order in which they were asked for. */
export const findDueMoves = (db: DbOrTx, period: number): Promise<MoveRow[]> =>
  db
    .select()
    .from(sponsorMoves)
    .where(and(isWaiting, lte(sponsorMoves.period, period)))
    .orderBy(sponsorMoves.id);
export async function endMove(tx: Tx, id: number, state: SponsorMoveState, endedAt: Date): Promise<void> {
  await tx.update(sponsorMoves).set({ state, endedAt }).where(eq(sponsorMoves.id, id));
}
export async function writeSponsor(tx: Tx, userId: number, sponsorId: number): Promise<void> {
  await tx
    .update(users)
    .set({ sponsorId, deskVersion: sql`${users.deskVersion} + 1` })
    .where(eq(users.id, userId));
}
/** Does the sponsor that is to be stand below the person at this moment? */
export async function standsBelow(db: DbOrTx, { userId, toId }: { userId: number; toId: number }): Promise<boolean> {
  const { rows } = await db.execute<{ below: boolean }>(sql`
    with recursive up(id) as (
      select ${toId}::int union select u.sponsor_id from up join users u on u.id = up.id where u.sponsor_id is not null)
    select exists(select from up where id = ${userId}) as below`);
  return rows[0]?.below === true;
}
