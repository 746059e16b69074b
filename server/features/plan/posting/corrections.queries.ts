import { sql } from 'drizzle-orm';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { HEIR } from '#server/features/plan/posting/bonus-rows.queries.ts';

// What came back after a month was closed (docs/product/network.md#corrections). Half-points and kopecks.
// Contents: 1 which months, 2 what the month was and what it has become, 3 a run, 4 one batch

// ── 1 Which months ──────────────────────────────────────────────────────────────────────────────
const NOT_COUNTED = sql`not exists (select from late_returns l where l.event_id = e.id)`;
/** Paid months with late returns that no run has counted, or with a run that is not posted whole; the oldest first. */
export async function findToCorrect(db: DbOrTx): Promise<number[]> {
  const { rows } = await db.execute<{ period: number }>(sql`
    select p.id as period from periods p where p.state = 'paid' and (
      exists (select from points_events e where e.period = p.id and e.kind = 'late_return' and ${NOT_COUNTED})
      or exists (select from correction_runs r join bonus_corrections c on c.run_id = r.id where r.period = p.id and c.tx_id is null))
    order by p.id`);
  return rows.map(({ period }) => period);
}
/** Late returns of the months from `first` on that no run has counted yet. */
export async function countLate(db: DbOrTx, first: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ period: number; count: number }>(sql`
    select e.period, count(*)::int as count from points_events e
    where e.period >= ${first} and e.kind = 'late_return' and ${NOT_COUNTED} group by e.period`);
  return new Map(rows.map(({ period, count }) => [period, count]));
}

// ── 2 What the month was and what it has become ─────────────────────────────────────────────────
export type ClosedPlace = { userId: number; parentPos: number; ownHalf: number; givenKop: number };
const AT_ONCE = 20_000;
/**
 * Everybody of a closed month by place, with their own volume less what has come back late and was counted, and what the month has given
 * them so far: bonus, leader bonus and earlier corrections.
 */
export async function* readPlaces(tx: Tx, period: number): AsyncGenerator<ClosedPlace[]> {
  for (let from = 0, more = true; more; from += AT_ONCE) {
    const { rows } = await tx.execute<ClosedPlace>(sql`
      with page as (
        select user_id, pos, parent_pos, own_half, bonus_kop + leader_kop as earned from period_people
        where period = ${period} and pos >= ${from} and pos < ${from + AT_ONCE}),
      late as (
        select e.user_id, sum(e.half) as half from points_events e join late_returns l on l.event_id = e.id
        where e.period = ${period} group by e.user_id),
      given as (
        select c.user_id, sum(c.diff_kop) as kop from correction_runs r join bonus_corrections c on c.run_id = r.id
        where r.period = ${period} group by c.user_id)
      select p.user_id as "userId", p.parent_pos as "parentPos", (p.own_half + coalesce(l.half, 0))::float8 as "ownHalf",
        (p.earned + coalesce(g.kop, 0))::float8 as "givenKop"
      from page p left join late l on l.user_id = p.user_id left join given g on g.user_id = p.user_id order by p.pos`);
    if (rows.length > 0) yield rows;
    more = rows.length === AT_ONCE;
  }
}
export async function findHouseId(db: DbOrTx): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from users where cons_id = ${HOUSE_CONS_ID}`);
  return rows[0]?.id ?? -1;
}

// ── 3 A run ─────────────────────────────────────────────────────────────────────────────────────
/** A new run with every late return that none has counted yet; undefined: there is none. */
export async function openRun(tx: Tx, period: number, at: Date): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with news as (select e.id from points_events e where e.period = ${period} and e.kind = 'late_return' and ${NOT_COUNTED}),
    run as (
      insert into correction_runs (period, at) select ${period}::int, ${at.toISOString()}::timestamptz where exists (select from news)
      returning id),
    counted as (insert into late_returns (event_id, run_id) select news.id, run.id from news, run)
    select id from run`);
  return rows[0] && Number(rows[0].id);
}
export type Correction = { userId: number; diffKop: number; batch: number };
export async function insertCorrections(tx: Tx, runId: number, rows: readonly Correction[]): Promise<void> {
  await tx.execute(sql`
    insert into bonus_corrections (run_id, user_id, batch, diff_kop)
    select ${runId}::bigint, user_id, batch, diff
    from unnest(${sql.param(rows.map((row) => row.userId))}::int[], ${sql.param(rows.map((row) => row.batch))}::int[],
      ${sql.param(rows.map((row) => row.diffKop))}::bigint[]) t(user_id, batch, diff)`);
}

// ── 4 One batch ─────────────────────────────────────────────────────────────────────────────────
/** The first batch of a run of the month of which something is not posted. */
export async function findUncorrected(
  db: DbOrTx,
  period: number,
): Promise<{ runId: number; batch: number } | undefined> {
  const { rows } = await db.execute<{ runId: number; batch: number }>(sql`
    select c.run_id::float8 as "runId", c.batch from bonus_corrections c join correction_runs r on r.id = c.run_id
    where r.period = ${period} and c.tx_id is null order by c.run_id, c.batch limit 1`);
  return rows[0];
}
export async function lockCorrections(
  tx: Tx,
  { runId, batch }: { runId: number; batch: number },
): Promise<{ ownerId: number; diffKop: number }[]> {
  const { rows } = await tx.execute<{ ownerId: number; diffKop: number }>(sql`
    select c.diff_kop::float8 as "diffKop", ${HEIR} as "ownerId" from bonus_corrections c join users u on u.id = c.user_id
    where c.run_id = ${runId} and c.batch = ${batch} and c.tx_id is null
    order by c.user_id for update of c for share of u`);
  return rows;
}
export async function writeCorrected(
  tx: Tx,
  { runId, batch, txId }: { runId: number; batch: number; txId: number },
): Promise<void> {
  await tx.execute(
    sql`update bonus_corrections set tx_id = ${txId} where run_id = ${runId} and batch = ${batch} and tx_id is null`,
  );
}
