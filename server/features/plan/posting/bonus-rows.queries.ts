import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';

// Who gets what of a closed month, and what of it is posted (docs/product/network.md#posting).
// Contents: 1 whom the month concerns, 2 rows, 3 one batch

// ── 1 Whom the month concerns ───────────────────────────────────────────────────────────────────
/** Kopecks. `ends`: the agreement is over, what was carried is paid whatever its size. */
export type Earned = { userId: number; bonusKop: number; leaderKop: number; carryInKop: number; ends: boolean };
/**
 * Everybody by id, in pieces, who has earned something in the month, or who has left and is still owed what was carried over. What somebody
 * carries stands in their youngest row. A cursor: the month and all rows before it are read once, not once a piece.
 */
export async function* readEarned(tx: Tx, period: number, atOnce: number): AsyncGenerator<Earned[]> {
  await tx.execute(sql`
    declare earned no scroll cursor for
    with carried as (
      select distinct on (user_id) user_id, carry_out_kop from bonus_rows where period < ${period} order by user_id, period desc),
    earned as (
      select coalesce(p.user_id, c.user_id) as user_id, coalesce(p.bonus_kop, 0) as bonus, coalesce(p.leader_kop, 0) as leader,
        coalesce(c.carry_out_kop, 0) as carried
      from (select user_id, bonus_kop, leader_kop from period_people where period = ${period} and bonus_kop + leader_kop > 0) p
        full join (select user_id, carry_out_kop from carried where carry_out_kop > 0) c on c.user_id = p.user_id)
    select e.user_id as "userId", e.bonus::float8 as "bonusKop", e.leader::float8 as "leaderKop", e.carried::float8 as "carryInKop",
      u.cons_id is null as ends
    from earned e join users u on u.id = e.user_id
    where e.bonus + e.leader > 0 or u.cons_id is null
    order by e.user_id`);
  for (;;) {
    const { rows } = await tx.execute<Earned>(sql.raw(`fetch ${atOnce} from earned`));
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) break;
  }
  await tx.execute(sql`close earned`);
}

// ── 2 Rows ──────────────────────────────────────────────────────────────────────────────────────
export type BonusRow = Omit<Earned, 'ends'> & { carryOutKop: number; batch: number };
const COLUMNS = ['userId', 'batch', 'bonusKop', 'leaderKop', 'carryInKop', 'carryOutKop'] as const;
export async function insertBonusRows(tx: Tx, period: number, rows: readonly BonusRow[]): Promise<void> {
  const lists = sql.join(
    COLUMNS.map((column) => sql`${sql.param(rows.map((row) => row[column]))}::bigint[]`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into bonus_rows (period, user_id, batch, bonus_kop, leader_kop, carry_in_kop, carry_out_kop)
    select ${period}::int, user_id, batch, bonus_kop, leader_kop, carry_in_kop, carry_out_kop
    from unnest(${lists}) t(user_id, batch, bonus_kop, leader_kop, carry_in_kop, carry_out_kop)`);
}
/** A month is planned once; false: it had been. */
export async function writePlanned(tx: Tx, period: number, at: Date): Promise<void> {
  await tx.execute(sql`update periods set planned_at = ${at.toISOString()}::timestamptz where id = ${period}`);
}
export async function writePaid(db: DbOrTx, period: number, at: Date): Promise<void> {
  await db.execute(sql`
    update periods set state = 'paid', paid_at = ${at.toISOString()}::timestamptz where id = ${period} and state = 'closed'`);
}

// ── 3 One batch ─────────────────────────────────────────────────────────────────────────────────
/** How many batches a planned month has: they are numbered from 0. */
export async function countBatches(db: DbOrTx, period: number): Promise<number> {
  const { rows } = await db.execute<{ batch: number | null }>(
    sql`select max(batch) as batch from bonus_rows where period = ${period}`,
  );
  return (rows[0]?.batch ?? -1) + 1;
}
export async function isAllPosted(db: DbOrTx, period: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from bonus_rows where period = ${period} and tx_id is null limit 1`);
  return rows.length === 0;
}
/** Kopecks; `ownerId` is who has taken the account over since, if somebody has. */
export type Owed = { ownerId: number; bonusKop: number; leaderKop: number; carryInKop: number; carryOutKop: number };
/** The rows of a batch that are not posted yet, held; their people are held too, so that nobody is merged meanwhile. */
export async function lockBatch(tx: Tx, period: number, batch: number): Promise<Owed[]> {
  const { rows } = await tx.execute<Owed>(sql`
    select b.bonus_kop::float8 as "bonusKop", b.leader_kop::float8 as "leaderKop", b.carry_in_kop::float8 as "carryInKop",
      b.carry_out_kop::float8 as "carryOutKop", ${HEIR} as "ownerId"
    from bonus_rows b join users u on u.id = b.user_id
    where b.period = ${period} and b.batch = ${batch} and b.tx_id is null
    order by b.user_id for update of b for share of u`);
  return rows;
}
/** The account that has taken over the account `u`, or that one itself; of almost everybody that one, without a look. */
export const HEIR = sql`case when u.merged_into is null then u.id else (
  with recursive up(id, next) as (
    select u.id, u.merged_into union all select n.id, n.merged_into from up join users n on n.id = up.next)
  select id from up where next is null) end`;
export async function writePosted(
  tx: Tx,
  { period, batch, txId }: { period: number; batch: number; txId: number },
): Promise<void> {
  await tx.execute(sql`
    update bonus_rows set tx_id = ${txId} where period = ${period} and batch = ${batch} and tx_id is null`);
}
