import { sql } from 'drizzle-orm';
import type { AccountType } from '#contract/amount-to-pay.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';
import { grantBonus, postLedger } from '#server/features/accounts/accounts.commands.ts';

// People with money, as the commands give it to them. Contents: 1 people, 2 money, 3 what the tables say

export const NOW = new Date('2026-11-21T09:00:00Z');
export const DAY_MS = 86_400_000;
export const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
export const { LS, KS, BS } = ACCOUNT_TYPES;

// ── 1 People ────────────────────────────────────────────────────────────────────────────────────
export async function addOwner(db: Db): Promise<number> {
  const rows = await db.insert(users).values({ role: 'cons', name: 'Мария Соколова' }).returning({ id: users.id });
  return rows[0]!.id;
}

// ── 2 Money ─────────────────────────────────────────────────────────────────────────────────────
let last = 0;
export const nextKey = (what = 'test'): string => `${what}:${(last += 1)}`;
export const nextRef = (): { type: 'order'; id: number } => ({ type: 'order', id: 30_000 + (last += 1) });
export const by = { actor: 'seed', reason: 'Проверка', at: NOW };

/** Money on ЛС or КС, from outside. */
export const pay = (db: Db, ownerId: number, type: AccountType, amountKop: number) =>
  db.transaction((tx) =>
    postLedger(tx, {
      ...by,
      key: nextKey('deposit'),
      kind: 'deposit',
      ref: { type: 'payment', id: (last += 1) },
      entries: [
        { account: { house: 'yookassa' }, amountKop: -amountKop },
        { account: { ownerId, type }, amountKop },
      ],
    }),
  );
export const give = (db: Db, ownerId: number, amountKop: number, expiresAt = inDays(90), key = nextKey('gift')) =>
  db.transaction((tx) =>
    grantBonus(tx, { ...by, key, ownerId, amountKop, expiresAt, kind: 'promo_bonus', ref: { type: 'promo', id: 1 } }),
  );
export const correct = (db: Db, ownerId: number, type: AccountType, amountKop: number, at = NOW) =>
  db.transaction((tx) =>
    postLedger(tx, {
      ...by,
      at,
      key: nextKey('correction'),
      kind: 'correction',
      ref: { type: 'desk', id: (last += 1) },
      entries: [
        { account: { house: 'corrections' }, amountKop: -amountKop },
        { account: { ownerId, type }, amountKop },
      ],
    }),
  );

// ── 3 What the tables say ───────────────────────────────────────────────────────────────────────
export type Stored = { balance: number; held: number; version: number };
export async function stored(db: Db, ownerId: number, type: AccountType): Promise<Stored | undefined> {
  const { rows } = await db.execute<Stored>(sql`
    select balance_kop::float8 as balance, held_kop::float8 as held, version from accounts
    where owner_id = ${ownerId} and type = ${type}`);
  return rows[0];
}
export type Gift = { amount: number; left: number; held: number; until: string };
/** The gifts of a person, in the order in which they were given. */
export async function giftsOf(db: Db, ownerId: number): Promise<Gift[]> {
  const { rows } = await db.execute<Omit<Gift, 'until'> & { until: Date }>(sql`
    select g.amount_kop::float8 as amount, g.left_kop::float8 as left, g.held_kop::float8 as held, g.expires_at as until
    from grants g join accounts a on a.id = g.account_id where a.owner_id = ${ownerId} order by g.id`);
  return rows.map((row) => ({ ...row, until: new Date(row.until).toISOString() }));
}
export async function houseSum(db: Db, id: number): Promise<number> {
  const { rows } = await db.execute<{ sum: number }>(
    sql`select coalesce(sum(amount_kop), 0)::float8 as sum from ledger_entries where account_id = ${id}`,
  );
  return rows[0]!.sum;
}
/** Entries of a movement, by account: `owner/type` or `house/id`. */
export async function entriesOf(db: Db, txId: number): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string; amount: number }>(sql`
    select case when a.owner_id is null then 'house/' || a.id else a.owner_id || '/' || a.type end as name, e.amount_kop::float8 as amount
    from ledger_entries e join accounts a on a.id = e.account_id where e.tx_id = ${txId} order by e.id`);
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]));
}
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string; cause?: { message?: string } }) =>
      error.code ?? error.cause?.message ?? error.message,
  );
