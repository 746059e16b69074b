import { sql } from 'drizzle-orm';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import type { MonthKey } from '#server/features/plan/volumes/month-files.ts';
import type { PackedRecord } from '#server/features/plan/volumes/month-lists.rules.ts';

// What lists of a structure are made of, read as columns: the database packs them, so that a million rows are a few buffers
// (docs/decisions/401). Contents: 1 people, 2 volumes of one month, 3 a closed month

type Packed = { packed: Buffer | null };
const NOTHING = Buffer.alloc(0);

// ── 1 People ────────────────────────────────────────────────────────────────────────────────────
/** By user id. */
export type PeopleFacts = {
  /** Period of the registration. */
  joined: Int32Array;
  /** Month × 100 + day, 0 where it is not known. The year stays in the database. */
  birth: Int16Array;
};
const PERSON_BYTES = 10;

export async function readPeopleFacts(db: DbOrTx): Promise<PeopleFacts> {
  const { rows } = await db.execute<Packed & { most: number }>(sql`
    select max(id) as most, string_agg(int4send(id)
      || int4send(to_char(registered_at at time zone 'Europe/Moscow', 'YYYYMM')::int)
      || int2send(coalesce(extract(month from birthday) * 100 + extract(day from birthday), 0)::int2), ''::bytea) as packed
    from users where cons_id is not null`);
  const { packed, most } = { packed: rows[0]?.packed ?? NOTHING, most: rows[0]?.most ?? 0 };
  const facts = { joined: new Int32Array(most + 1), birth: new Int16Array(most + 1) };
  for (let at = 0; at < packed.length; at += PERSON_BYTES) {
    const id = packed.readInt32BE(at);
    facts.joined[id] = packed.readInt32BE(at + 4);
    facts.birth[id] = packed.readInt16BE(at + 8);
  }
  return facts;
}

// ── 2 Volumes of one month ──────────────────────────────────────────────────────────────────────
/** Own volumes by user id, in half-points: of the record where the month is closed, else of its events. */
export async function readOwnHalves(db: DbOrTx, period: number, isClosed: boolean): Promise<Int32Array> {
  const from = isClosed
    ? sql`select user_id, own_half as half from period_people where period = ${period} and own_half <> 0`
    : sql`select user_id, sum(half)::int as half from points_events where period = ${period} and kind <> 'late_return' group by user_id`;
  const { rows } = await db.execute<Packed & { most: number }>(sql`
    select max(user_id) as most, string_agg(int4send(user_id) || int4send(half), ''::bytea) as packed from (${from}) v`);
  const own = new Int32Array((rows[0]?.most ?? 0) + 1);
  const packed = rows[0]?.packed ?? NOTHING;
  for (let at = 0; at < packed.length; at += 8) own[packed.readInt32BE(at)] = packed.readInt32BE(at + 4);
  return own;
}

/** The closed months before this one, the youngest first: their titles never change. */
export async function findClosedBefore(db: DbOrTx, period: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from periods where state <> 'closing' and id < ${period} order by id desc`,
  );
  return rows.map(({ id }) => id);
}
/** Highest titles that the months before this one have given, by user id. */
export async function readTitlesBefore(db: DbOrTx, period: number): Promise<Uint8Array> {
  const { rows } = await db.execute<Packed & { most: number }>(sql`
    select max(user_id) as most, string_agg(int4send(user_id) || int2send(title), ''::bytea) as packed
    from (select user_id, max(title)::int2 as title from period_people where period < ${period} and title > 1 group by user_id) v`);
  return titlesIn(rows[0]?.packed ?? NOTHING, rows[0]?.most ?? 0);
}
/** Titles that accounts carry themselves: what is known of the time before the first closed month. */
export async function readOwnTitles(db: DbOrTx): Promise<Uint8Array> {
  const { rows } = await db.execute<Packed & { most: number }>(sql`
    select max(id) as most, string_agg(int4send(id) || int2send(status_id::int2), ''::bytea) as packed
    from users where cons_id is not null and status_id > 1`);
  return titlesIn(rows[0]?.packed ?? NOTHING, rows[0]?.most ?? 0);
}
function titlesIn(packed: Buffer, most: number): Uint8Array {
  const titles = new Uint8Array(most + 1);
  for (let at = 0; at < packed.length; at += 6) titles[packed.readInt32BE(at)] = packed.readInt16BE(at + 4);
  return titles;
}

// ── 3 A closed month ────────────────────────────────────────────────────────────────────────────
export type AboutMonth = MonthKey & { people: number; closedAt: string; houseId: number | null };
/** Null: it is not closed. */
export async function findClosedMonth(db: DbOrTx, period: number): Promise<AboutMonth | null> {
  const { rows } = await db.execute<Omit<AboutMonth, 'closedAt'> & { closedAt: Date | string }>(sql`
    select p.id as period, p.people, p.sha256, p.closed_at as "closedAt", (select id from users where cons_id = ${HOUSE_CONS_ID}) as "houseId",
      (select count(*)::int from periods b where b.state <> 'closing' and b.id < p.id) as "monthsBefore"
    from periods p where p.id = ${period} and p.state <> 'closing'`);
  const row = rows[0];
  return row ? { ...row, closedAt: new Date(row.closedAt).toISOString() } : null;
}

const AT_ONCE = 50_000;
/** 31 bytes a person in the order of the places; user id and number of orders, 8 bytes each. */
export async function readRecord(db: DbOrTx, { period, people }: AboutMonth): Promise<PackedRecord> {
  const pieces: Buffer[] = [];
  for (let from = 0; from < people; from += AT_ONCE) {
    const { rows } = await db.execute<Packed>(sql`
      select string_agg(int4send(user_id) || int4send(parent_pos) || int4send(own_half) || int8send(group_half) || int8send(amount_kop)
        || set_byte(set_byte(set_byte('\\x000000'::bytea, 0, status), 1, percent), 2, title), ''::bytea order by pos) as packed
      from period_people where period = ${period} and pos >= ${from} and pos < ${from + AT_ONCE}`);
    pieces.push(rows[0]?.packed ?? NOTHING);
  }
  const { rows: counted } = await db.execute<Packed>(sql`
    select string_agg(int4send(user_id) || int4send(n), ''::bytea) as packed from (
      select user_id, count(distinct order_id)::int as n from points_events where period = ${period} and kind = 'order' group by user_id) v`);
  return { people, pieces, orders: counted[0]?.packed ?? NOTHING };
}
