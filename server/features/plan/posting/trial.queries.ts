import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';

// What the desk reads of months and their posting (docs/product/network.md#posting).

/** What everybody earned in a closed month, kopecks; nobody of a month that is not. */
export async function findEarnings(db: DbOrTx, period: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ userId: number; kop: number }>(sql`
    select user_id as "userId", (bonus_kop + leader_kop)::float8 as kop from period_people
    where period = ${period} and bonus_kop + leader_kop > 0`);
  return new Map(rows.map(({ userId, kop }) => [userId, kop]));
}
export type NamedPerson = { id: number; name: string; consId: number | null };
export async function findNames(db: DbOrTx, ids: readonly number[]): Promise<Map<number, NamedPerson>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<NamedPerson>(
    sql`select id, name, cons_id as "consId" from users where id = any(${sql.param([...ids])}::int[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
/** What has been posted of the months from `first` on, and what they carry on; kopecks. */
export type PostedSums = {
  period: number;
  rows: number;
  postedRows: number;
  postedKop: number;
  carriedKop: number;
  toCorrectKop: number;
};
export async function findPostedSums(db: DbOrTx, first: number): Promise<Map<number, PostedSums>> {
  const { rows } = await db.execute<PostedSums>(sql`
    select b.period, count(*)::int as rows, count(b.tx_id)::int as "postedRows",
      coalesce(sum(b.bonus_kop + b.leader_kop + b.carry_in_kop - b.carry_out_kop) filter (where b.tx_id is not null), 0)::float8 as "postedKop",
      sum(b.carry_out_kop)::float8 as "carriedKop",
      coalesce((select sum(c.diff_kop) from correction_runs r join bonus_corrections c on c.run_id = r.id
        where r.period = b.period and c.tx_id is not null), 0)::float8 as "toCorrectKop"
    from bonus_rows b where b.period >= ${first} group by b.period`);
  return new Map(rows.map((row) => [row.period, row]));
}
