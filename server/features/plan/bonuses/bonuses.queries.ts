import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';

// What a consultant reads of closed months (docs/product/network.md#derivation). Half-points and kopecks.
// Contents: 1 months of a person, 2 a structure of a month, 3 an own volume, 4 objections

// ── 1 Months of a person ────────────────────────────────────────────────────────────────────────
export type MonthRow = {
  period: number;
  state: 'closed' | 'paid';
  /** Null: the person stood in no structure. */
  pos: number | null;
  ownHalf: number;
  groupHalf: number;
  status: number;
  bonusKop: number;
  leaderKop: number;
  carryInKop: number;
  carryOutKop: number;
  postedKop: number;
  postedAt: Date | null;
  correctedKop: number;
};
type RawMonth = Omit<MonthRow, 'postedAt'> & { postedAt: string | null };
/** The closed months of a person from `first` on, the youngest first; those before they came are not among them. */
export async function findMonths(
  db: DbOrTx,
  { userId, first }: { userId: number; first: number },
): Promise<MonthRow[]> {
  const { rows } = await db.execute<RawMonth>(sql`
    select m.id as period, m.state, p.pos, coalesce(p.own_half, 0) as "ownHalf", coalesce(p.group_half, 0)::float8 as "groupHalf",
      coalesce(p.status, 1) as status, coalesce(p.bonus_kop, 0)::float8 as "bonusKop", coalesce(p.leader_kop, 0)::float8 as "leaderKop",
      coalesce(b.carry_in_kop, 0)::float8 as "carryInKop", coalesce(b.carry_out_kop, 0)::float8 as "carryOutKop",
      coalesce(b.bonus_kop + b.leader_kop + b.carry_in_kop - b.carry_out_kop, 0)::float8 as "postedKop", t.at as "postedAt",
      coalesce((select sum(c.diff_kop) from bonus_corrections c join correction_runs r on r.id = c.run_id
        where c.user_id = ${userId} and r.period = m.id and c.tx_id is not null), 0)::float8 as "correctedKop"
    from periods m left join period_people p on p.period = m.id and p.user_id = ${userId}
      left join bonus_rows b on b.period = m.id and b.user_id = ${userId} left join ledger_tx t on t.id = b.tx_id
    where m.id >= ${first} and m.state in ('closed', 'paid')
      and m.id >= (select to_char(u.registered_at at time zone 'Europe/Moscow', 'YYYYMM')::int from users u where u.id = ${userId})
    order by m.id desc`);
  return rows.map((row) => ({ ...row, postedAt: row.postedAt === null ? null : new Date(row.postedAt) }));
}
export async function findCorrections(
  db: DbOrTx,
  { userId, period }: { userId: number; period: number },
): Promise<{ at: Date; diffKop: number }[]> {
  const { rows } = await db.execute<{ at: string; diffKop: number }>(sql`
    select t.at, c.diff_kop::float8 as "diffKop" from bonus_corrections c join correction_runs r on r.id = c.run_id
      join ledger_tx t on t.id = c.tx_id
    where c.user_id = ${userId} and r.period = ${period} order by t.at, t.id`);
  return rows.map(({ at, diffKop }) => ({ at: new Date(at), diffKop }));
}
/** Points of orders that wait for their money, half-points. */
export async function findOnTheWay(db: DbOrTx, userId: number): Promise<{ half: number; orders: number }> {
  const { rows } = await db.execute<{ half: number; orders: number }>(sql`
    select coalesce(sum(o.balls_half), 0)::int as half, count(*)::int as orders from orders o
    where o.points_user_id = ${userId} and o.status in (0, 1) and o.balls_half > 0`);
  return rows[0] ?? { half: 0, orders: 0 };
}

// ── 2 A structure of a month ────────────────────────────────────────────────────────────────────
export type PlaceRow = {
  userId: number;
  pos: number;
  parentPos: number;
  ownHalf: number;
  groupHalf: number;
  status: number;
  percent: number;
};
const AT_ONCE = 10_000;
/** The person at `pos` of a closed month and everybody below, in the order of their places, in pieces. */
export async function* readStructure(db: DbOrTx, period: number, pos: number): AsyncGenerator<PlaceRow[]> {
  for (let from = pos, more = true; more; from += AT_ONCE) {
    const { rows } = await db.execute<PlaceRow>(sql`
      select user_id as "userId", pos, parent_pos as "parentPos", own_half as "ownHalf", group_half::float8 as "groupHalf", status, percent
      from period_people where period = ${period} and pos >= ${from} and pos < ${from + AT_ONCE} order by pos`);
    // Whoever stands behind the structure has a sponsor before it, or none.
    const end = rows.findIndex((row) => row.pos > pos && row.parentPos < pos);
    const inside = end < 0 ? rows : rows.slice(0, end);
    if (inside.length > 0) yield inside;
    more = end < 0 && rows.length === AT_ONCE;
  }
}
export async function findNamesOf(db: DbOrTx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select id, name from users where id = any(${sql.param([...ids])}::int[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

// ── 3 An own volume ─────────────────────────────────────────────────────────────────────────────
export async function findPlace(
  db: DbOrTx,
  { period, userId }: { period: number; userId: number },
): Promise<PlaceRow | undefined> {
  const { rows } = await db.execute<PlaceRow>(sql`
    select user_id as "userId", pos, parent_pos as "parentPos", own_half as "ownHalf", group_half::float8 as "groupHalf", status, percent
    from period_people where period = ${period} and user_id = ${userId}`);
  return rows[0];
}
/** Whether the place `below` stands in the structure of the place `above`: its sponsors, one after another, lead there. */
export async function standsUnder(
  db: DbOrTx,
  { period, above, below }: { period: number; above: number; below: number },
): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    with recursive up as (
      select pos, parent_pos from period_people where period = ${period} and pos = ${below}
      union all
      select p.pos, p.parent_pos from up join period_people p on p.period = ${period} and p.pos = up.parent_pos where up.pos > ${above})
    select exists (select from up where pos = ${above}) as found`);
  return rows[0]?.found === true;
}
export type VolumeEvent = { number: number | null; half: number; at: Date | null };
/** What the own volume of a person consists of, order by order; what came back after the closing is not of the month. */
export async function findVolumeEvents(
  db: DbOrTx,
  { period, userId, limit }: { period: number; userId: number; limit: number },
): Promise<VolumeEvent[]> {
  const { rows } = await db.execute<{ number: number | null; half: number; at: string | null }>(sql`
    select e.order_id as number, sum(e.half)::int as half, o.paid_at as at
    from points_events e left join orders o on o.id = e.order_id
    where e.period = ${period} and e.user_id = ${userId} and e.kind <> 'late_return'
    group by e.order_id, o.paid_at, e.kind order by o.paid_at desc nulls last, e.order_id desc limit ${limit}`);
  return rows.map(({ at, ...row }) => ({ ...row, at: at === null ? null : new Date(at) }));
}

// ── 4 Objections ────────────────────────────────────────────────────────────────────────────────
export type Dispute = { text: string; at: Date; answer: string | null };
/** The youngest question of a person about a month. */
export async function findDispute(
  db: DbOrTx,
  { userId, period }: { userId: number; period: number },
): Promise<Dispute | undefined> {
  const { rows } = await db.execute<{ text: string; at: string; answer: string | null }>(sql`
    select text, at, answer from bonus_disputes where user_id = ${userId} and period = ${period} order by id desc limit 1`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }))[0];
}
/** False: there is an open question of the month already. */
export async function insertDispute(
  db: DbOrTx,
  { userId, period, text, at }: { userId: number; period: number; text: string; at: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into bonus_disputes (user_id, period, text, at) values (${userId}, ${period}, ${text}, ${at.toISOString()}::timestamptz)
    on conflict (user_id, period) where answered_at is null do nothing returning id`);
  return rows.length > 0;
}
