import { sql } from 'drizzle-orm';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { agreementEnds } from '#server/db/tables/network.ts';

// Agreements that end (docs/product/network.md#end-of-an-agreement).
// Contents: 1 which month, 2 who is silent, 3 one person, 4 what the desk is told

// ── 1 Which month ───────────────────────────────────────────────────────────────────────────────
/** The closed months up to the youngest one, the youngest first; empty while the agreements of that one have been looked at. */
export async function findUnlooked(db: DbOrTx, most: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number; isDone: boolean }>(sql`
    select id, agreements_at is not null as "isDone" from periods where state <> 'closing' order by id desc limit ${most}`);
  return rows[0]?.isDone === false ? rows.map(({ id }) => id) : [];
}
export async function writeLooked(db: DbOrTx, period: number, at: Date): Promise<void> {
  await db.execute(sql`update periods set agreements_at = ${at.toISOString()}::timestamptz where id = ${period}`);
}

// ── 2 Who is silent ─────────────────────────────────────────────────────────────────────────────
export type Silent = { userId: number; months: number };
/**
 * Consultants with at least so many silent months in a row, counted back from the first of `months`, which are the youngest first.
 * Demo people stand as seeded; an operator's contract of a pickup point is another one, and a person ends it.
 */
export async function findSilent(
  db: Db,
  { months, activeHalves, least }: { months: readonly number[]; activeHalves: readonly number[]; least: number },
): Promise<Silent[]> {
  const { rows } = await db.execute<Silent>(sql`
    with asked as (
      select period, half, place from unnest(${sql.param([...months])}::int[], ${sql.param([...activeHalves])}::int[])
        with ordinality a(period, half, place)),
    counted as (
      select p.user_id, (coalesce(min(a.place) filter (where p.own_half >= a.half) - 1, count(*)))::int as months
      from period_people p join asked a on a.period = p.period where p.period = any(${sql.param([...months])}::int[])
      group by p.user_id)
    select c.user_id as "userId", c.months from counted c join users u on u.id = c.user_id
    where c.months >= ${least} and ${IS_BOUND} order by c.user_id`);
  return rows;
}
const IS_BOUND = sql`u.role = 'cons' and u.cons_id is not null and u.cons_id <> ${HOUSE_CONS_ID} and not u.is_demo and not u.is_punkt_vydachi`;

// ── 3 One person ────────────────────────────────────────────────────────────────────────────────
export type Bound = { consId: number; heirId: number | null };
/**
 * Held to the end of the transaction, with whoever is to have the structure: the nearest consultant above, else the house account.
 * Undefined: bound by no agreement any more.
 */
export async function holdBound(tx: Tx, userId: number): Promise<Bound | undefined> {
  const { rows } = await tx.execute<Bound>(sql`
    with recursive held as (
      select u.id, u.cons_id, u.sponsor_id from users u where u.id = ${userId} and ${IS_BOUND} for update),
    up(id, cons_id, next, place) as (
      select s.id, s.cons_id, s.sponsor_id, 1 from held join users s on s.id = held.sponsor_id
      union all select s.id, s.cons_id, s.sponsor_id, place + 1 from up join users s on s.id = up.next where up.cons_id is null)
    select h.cons_id as "consId", coalesce(
      (select id from up where cons_id is not null order by place limit 1), (select id from users where cons_id = ${HOUSE_CONS_ID})) as "heirId"
    from held h`);
  return rows[0];
}
/** Points of months that are not closed: they can still make the person active. */
export async function findOpenHalf(tx: Tx, userId: number): Promise<number> {
  const { rows } = await tx.execute<{ half: number }>(sql`
    select coalesce(max(half), 0)::int as half from (
      select sum(e.half) as half from points_events e
      where e.user_id = ${userId} and not exists (select from periods p where p.id = e.period) group by e.period) v`);
  return rows[0]?.half ?? 0;
}
export type PassedOn = { consultants: number; clients: number };
/**
 * The first line, corrections that were to lead under the person, points of open months and orders that wait for their money pass on to
 * the heir. Orders are held first, as by whoever takes pieces back.
 */
export async function passOn(tx: Tx, userId: number, heirId: number | null, at: Date): Promise<PassedOn> {
  const open = sql`user_id = ${userId} and not exists (select from periods p where p.id = e.period)`;
  await tx.execute(sql`
    select id from orders where id in (select e.order_id from points_events e where ${open}) order by id for update`);
  const { rows } = await tx.execute<PassedOn>(sql`
    with passed as (
      update users set sponsor_id = ${heirId}::int, desk_version = desk_version + 1 where sponsor_id = ${userId} and id <> ${userId} returning cons_id)
    select (count(*) filter (where cons_id is not null))::int as consultants, (count(*) filter (where cons_id is null))::int as clients from passed`);
  // Where it would lead a person under themselves, the job of the corrections refuses it.
  await tx.execute(
    heirId === null
      ? sql`update sponsor_moves set state = 'refused', ended_at = ${at.toISOString()}::timestamptz where to_id = ${userId} and state = 'waiting'`
      : sql`update sponsor_moves set to_id = ${heirId} where to_id = ${userId} and state = 'waiting'`,
  );
  if (heirId !== null) {
    await tx.execute(sql`update points_events e set user_id = ${heirId} where ${open}`);
    await tx.execute(sql`
      update orders set points_user_id = ${heirId} where points_user_id = ${userId} and paid_at is null and status in (0, 1)`);
  }
  return rows[0] ?? { consultants: 0, clients: 0 };
}
/** From now on a client: number and title go, accounts, orders and the own sponsor stay. */
export async function endBond(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`
    update users set role = 'client', cons_id = null, status_id = 0, show_contacts = false, view_price_type = null,
      desk_version = desk_version + 1 where id = ${userId}`);
}
type Step = typeof agreementEnds.$inferInsert;
/** Its number; undefined: this step was written down before. */
export async function writeStep(tx: Tx, step: Step): Promise<number | undefined> {
  const rows = await tx.insert(agreementEnds).values(step).onConflictDoNothing().returning({ id: agreementEnds.id });
  return rows[0]?.id;
}
export type StepNews = {
  userId: number;
  period: number;
  step: 'warned' | 'ended';
  consId: number;
  consultants: number;
  clients: number;
  name: string;
  email: string | null;
  heirId: number | null;
  heirIsHouse: boolean;
};
export async function findStep(db: DbOrTx, id: number): Promise<StepNews | undefined> {
  const { rows } = await db.execute<StepNews>(sql`
    select a.user_id as "userId", a.period, a.step, a.cons_id as "consId", a.consultants, a.clients, u.name, u.email,
      a.heir_id as "heirId", coalesce(h.cons_id = ${HOUSE_CONS_ID}, false) as "heirIsHouse"
    from agreement_ends a join users u on u.id = a.user_id left join users h on h.id = a.heir_id
    where a.id = ${id} and u.merged_into is null and u.deleted_at is null`);
  return rows[0];
}

// ── 4 What the desk is told ─────────────────────────────────────────────────────────────────────
export type LastStep = Pick<StepNews, 'period' | 'step' | 'consId' | 'consultants' | 'clients' | 'heirId'> & {
  at: string;
};
/** The newest step of a person; a warning only until the next month is closed: who bought meanwhile has nothing to fear. */
export async function findLastStep(db: DbOrTx, userId: number): Promise<LastStep | undefined> {
  const { rows } = await db.execute<LastStep>(sql`
    select period, step, cons_id as "consId", consultants, clients, heir_id as "heirId", at
    from agreement_ends where user_id = ${userId} and (step = 'ended' or period = (select max(id) from periods where state <> 'closing'))
    order by id desc limit 1`);
  return rows[0];
}
