import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';

/** The oldest closed month that is not paid: months are paid in their order, since one carries into the next. */
export async function findFirstUnpaid(db: DbOrTx): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from periods where state in ('closing', 'closed') order by id limit 1`,
  );
  return rows[0]?.id;
}
/** Closed months that are not paid, the oldest first. */
export async function findUnpaid(db: DbOrTx): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from periods where state = 'closed' order by id`);
  return rows.map(({ id }) => id);
}
/** How many people have approved this very snapshot. */
export async function countApprovals(db: DbOrTx, period: number, sha256: string | null): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from period_approvals where period = ${period} and sha256 = ${sha256}`,
  );
  return rows[0]?.count ?? 0;
}
export type Approval = { period: number; userId: number; name: string; at: Date };
/** Who has approved the months from `first` on, in the order in which they did. */
export async function findApprovals(db: DbOrTx, first: number): Promise<Approval[]> {
  const { rows } = await db.execute<Omit<Approval, 'at'> & { at: string }>(sql`
    select a.period, a.user_id as "userId", u.name, a.at from period_approvals a join users u on u.id = a.user_id
    where a.period >= ${first} order by a.at, a.user_id`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
/** False: this person has approved it before. */
export async function insertApproval(
  tx: Tx,
  { period, userId, sha256, at }: { period: number; userId: number; sha256: string; at: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into period_approvals (period, user_id, sha256, at)
    values (${period}, ${userId}, ${sha256}, ${at.toISOString()}::timestamptz) on conflict do nothing returning 1 as new`);
  return rows.length > 0;
}
