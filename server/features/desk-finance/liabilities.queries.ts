import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';

// What the shop owes people (docs/product/money.md#books). Contents: 1 sums, 2 person by person

// ── 1 Sums ──────────────────────────────────────────────────────────────────────────────────────
export type LiabilityRow = { type: number; people: number; owedKop: number; debtsKop: number; heldKop: number };
/** Accounts as they stood at `till`, from their entries; null: as they stand now. */
const standing = (till: Date | null): SQL =>
  till === null
    ? sql`select id, owner_id, type, balance_kop as sum, held_kop as held from accounts where owner_id is not null`
    : sql`select a.id, a.owner_id, a.type, s.sum, 0 as held from accounts a join (
        select e.account_id, sum(e.amount_kop) as sum from ledger_entries e join ledger_tx t on t.id = e.tx_id
        where t.at < ${till.toISOString()}::timestamptz group by e.account_id) s on s.account_id = a.id where a.owner_id is not null`;
export async function findLiabilities(db: DbOrTx, till: Date | null): Promise<LiabilityRow[]> {
  const { rows } = await db.execute<LiabilityRow>(sql`
    select type, count(*) filter (where sum <> 0)::int as people, coalesce(sum(sum) filter (where sum > 0), 0)::float8 as "owedKop",
      coalesce(-sum(sum) filter (where sum < 0), 0)::float8 as "debtsKop", sum(held)::float8 as "heldKop"
    from (${standing(till)}) a group by type order by type`);
  return rows;
}
const before = (till: Date | null): SQL => (till === null ? sql`true` : sql`t.at < ${till.toISOString()}::timestamptz`);
/** What the house account `carryId` holds, bonuses below 50 ₽ that wait, and the sum of everything in the ledger, which is 0. */
export async function findCarried(
  db: DbOrTx,
  carryId: number,
  till: Date | null,
): Promise<{ carriedKop: number; balanceKop: number }> {
  const { rows } = await db.execute<{ carriedKop: number; balanceKop: number }>(sql`
    select coalesce(sum(e.amount_kop) filter (where e.account_id = ${carryId}), 0)::float8 as "carriedKop",
      coalesce(sum(e.amount_kop), 0)::float8 as "balanceKop"
    from ledger_entries e join ledger_tx t on t.id = e.tx_id where ${before(till)}`);
  return rows[0]!; // A sum without groups is one row.
}

// ── 2 Person by person ──────────────────────────────────────────────────────────────────────────
export type BalanceRow = {
  userId: number;
  consId: number | null;
  name: string;
  lsKop: number;
  ksKop: number;
  bsKop: number;
};
const perPerson = (till: Date): SQL => sql`
  select owner_id, coalesce(sum(sum) filter (where type = 0), 0) as ls, coalesce(sum(sum) filter (where type = 1), 0) as ks,
    coalesce(sum(sum) filter (where type = 2), 0) as bs from (${standing(till)}) a where sum <> 0 group by owner_id`;
export async function countBalances(db: DbOrTx, till: Date): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${perPerson(till)}) p`);
  return rows[0]!.n;
}
export async function findBalances(
  db: DbOrTx,
  { till, after, limit }: { till: Date; after: number; limit: number },
): Promise<BalanceRow[]> {
  const { rows } = await db.execute<BalanceRow>(sql`
    select u.id as "userId", u.cons_id as "consId", u.name, p.ls::float8 as "lsKop", p.ks::float8 as "ksKop", p.bs::float8 as "bsKop"
    from (${perPerson(till)}) p join users u on u.id = p.owner_id where u.id > ${after} order by u.id limit ${limit}`);
  return rows;
}
