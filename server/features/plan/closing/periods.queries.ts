import { and, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { periodPeople, periods } from '#server/db/tables/network.ts';
import type { ClosedPerson } from '#server/features/plan/closing/digest.rules.ts';

// Contents: 1 which periods, 2 beginning and ending a closing, 3 rows of a closed one

// ── 1 Which periods ─────────────────────────────────────────────────────────────────────────────
export type PeriodRow = typeof periods.$inferSelect;
export async function findPeriod(db: DbOrTx, id: number): Promise<PeriodRow | undefined> {
  return (await db.select().from(periods).where(eq(periods.id, id)))[0];
}
/** Periods from `first` on that were closed or are being closed. */
export const readPeriods = (db: DbOrTx, first: number): Promise<PeriodRow[]> =>
  db.select().from(periods).where(gte(periods.id, first));
/** Periods before this one that have points and are not closed, the oldest first. */
export async function findUnclosed(db: DbOrTx, before: number): Promise<number[]> {
  // One probe of the index for each month, however many points it has.
  const { rows } = await db.execute<{ period: number }>(sql`
    with recursive months(period) as (
      select min(period) from points_events
      union all
      select (select min(e.period) from points_events e where e.period > m.period) from months m where m.period is not null)
    select period from months where period < ${before}
      and not exists (select from periods p where p.id = months.period and p.state <> 'closing') order by period`);
  return rows.map(({ period }) => period);
}

/** The youngest closed periods, paid or not. */
export async function findClosed(db: DbOrTx, most: number): Promise<number[]> {
  const rows = await db.select({ id: periods.id }).from(periods).where(ne(periods.state, 'closing')).orderBy(desc(periods.id)).limit(most); // prettier-ignore
  return rows.map(({ id }) => id);
}

// ── 2 Beginning and ending a closing ────────────────────────────────────────────────────────────
/**
 * Orders that are paid from now on go elsewhere, pieces that come back from now on are late. What is told is for `isQuiet`. A closing
 * that was begun before goes on.
 */
export async function beginClosing(db: Db, id: number): Promise<string> {
  await db.execute(sql`insert into periods (id, state) values (${id}, 'closing') on conflict (id) do nothing`);
  await db.execute(sql`select period_people_open(${id})`);
  const { rows } = await db.execute<{ next: string }>(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  );
  return rows[0]!.next; // A select without a table answers one row.
}
/** Whether every transaction has ended that may not have seen the closing yet: each has its number before it writes points. */
export async function isQuiet(db: DbOrTx, since: string): Promise<boolean> {
  const { rows } = await db.execute<{ quiet: boolean }>(
    sql`select ${since}::xid8 <= pg_snapshot_xmin(pg_current_snapshot()) as quiet`,
  );
  return rows[0]?.quiet === true;
}
export async function lockPeriod(tx: Tx, id: number): Promise<PeriodRow | undefined> {
  return (await tx.select().from(periods).where(eq(periods.id, id)).for('update'))[0];
}
export async function endClosing(
  tx: Tx,
  { id, ...set }: Pick<PeriodRow, 'id' | 'closedAt' | 'people' | 'ownHalf' | 'bonusKop' | 'leaderKop' | 'sha256'>,
): Promise<void> {
  await tx
    .update(periods)
    .set({ ...set, state: 'closed' })
    .where(eq(periods.id, id));
}

// ── 3 Rows of a closed one ──────────────────────────────────────────────────────────────────────
const COLUMNS = ['userId', 'pos', 'parentPos', 'ownHalf', 'groupHalf', 'amountKop', 'status', 'percent', 'title', 'bonusKop', 'leaderKop'] as const; // prettier-ignore
/** One statement, a list for each column. */
export async function insertClosedPeople(tx: Tx, period: number, rows: readonly ClosedPerson[]): Promise<void> {
  const lists = sql.join(
    COLUMNS.map((column) => sql`${sql.param(rows.map((row) => row[column]))}::bigint[]`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into period_people (period, user_id, pos, parent_pos, own_half, group_half, amount_kop, status, percent, title, bonus_kop, leader_kop)
    select ${period}::int, user_id, pos, parent_pos, own_half, group_half, amount_kop, status, percent, title, bonus_kop, leader_kop
    from unnest(${lists}) as t(user_id, pos, parent_pos, own_half, group_half, amount_kop, status, percent, title, bonus_kop, leader_kop)`);
}
const AT_ONCE = 10_000;
/** Everybody of a closed period in the order of their places, in pieces. */
export async function* readClosedPeople(db: DbOrTx, period: number): AsyncGenerator<ClosedPerson[]> {
  for (let from = 0, more = true; more; from += AT_ONCE) {
    const rows = await db
      .select(CLOSED_PERSON)
      .from(periodPeople)
      .where(
        and(
          eq(periodPeople.period, period),
          sql`${periodPeople.pos} >= ${from}`,
          sql`${periodPeople.pos} < ${from + AT_ONCE}`,
        ),
      ) // prettier-ignore
      .orderBy(periodPeople.pos);
    if (rows.length > 0) yield rows;
    more = rows.length === AT_ONCE;
  }
}
const CLOSED_PERSON = {
  userId: periodPeople.userId,
  pos: periodPeople.pos,
  parentPos: periodPeople.parentPos,
  ownHalf: periodPeople.ownHalf,
  groupHalf: periodPeople.groupHalf,
  amountKop: periodPeople.amountKop,
  status: periodPeople.status,
  percent: periodPeople.percent,
  title: periodPeople.title,
  bonusKop: periodPeople.bonusKop,
  leaderKop: periodPeople.leaderKop,
};
