import { sql } from 'drizzle-orm';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import type { LedgerRef } from '#server/features/accounts/ledger.rules.ts';

export type HoldRow = { id: number; key: string; type: AccountType; amountKop: number };
export type WriteHolds = {
  ownerId: number;
  parts: readonly { key: string; type: AccountType; amountKop: number }[];
  ref: LedgerRef;
  expiresAt: Date;
};

/**
 * Sets money aside on up to three accounts of one person, in one statement: each account that has it, down to its floor. Fewer
 * rows than parts: not enough, or the keys are known, and then nothing at all was done. Sends at once.
 */
export async function writeHolds(tx: Tx, { ownerId, parts, ref, expiresAt }: WriteHolds): Promise<HoldRow[]> {
  const keys = sql.param(parts.map((part) => part.key));
  const { rows } = await tx.execute<RawHold>(sql`
    with locked as (
      select a.id, e.amount, e.key from accounts a join unnest(${keys}::text[], ${sql.param(parts.map((part) => part.type))}::int[],
        ${sql.param(parts.map((part) => part.amountKop))}::bigint[]) e(key, type, amount) on e.type = a.type
      where a.owner_id = ${ownerId} and not exists (select from holds where key = any(${keys}::text[]))
      order by a.id for no key update of a),
    taken as (
      update accounts a set held_kop = a.held_kop + l.amount from locked l
      where a.id = l.id and a.closed_at is null and a.balance_kop - a.held_kop - l.amount >= a.floor_kop
      returning a.id, a.type, l.amount, l.key),
    written as (
      insert into holds (key, account_id, amount_kop, ref_type, ref_id, expires_at)
      select key, id, amount, ${ref.type}, ${ref.id}::bigint, ${expiresAt.toISOString()}::timestamptz from taken
      returning id, key, account_id, amount_kop)
    select w.id, w.key, t.type, w.amount_kop from written w join taken t on t.id = w.account_id order by w.account_id`);
  return rows.map(toHold);
}

/** Those of these keys that are known already, with what they are for. */
export async function findHolds(db: DbOrTx, keys: readonly string[]): Promise<(HoldRow & { ref: string })[]> {
  const { rows } = await db.execute<RawHold & { ref: string }>(sql`
    select h.id, h.key, a.type, h.amount_kop, h.ref_type || ':' || h.ref_id as ref from holds h join accounts a on a.id = h.account_id
    where h.key = any(${sql.param([...keys])}::text[]) order by h.account_id`);
  return rows.map((row) => ({ ...toHold(row), ref: row.ref }));
}

export type LiveHolds = {
  count: number;
  bsAccountId: number | null;
  bsOwnerId: number | null;
  /** A gift under these holds has burnt and lies there with a part that nobody holds: that part must not come back to life. */
  hasBurnt: boolean;
};
/** Holds the live holds of a ref, then their accounts, to the end of the transaction. */
export async function lockHolds(tx: Tx, ref: LedgerRef, at: Date): Promise<LiveHolds> {
  const { rows } = await tx.execute<{
    count: number;
    bs_account_id: number | null;
    bs_owner_id: number | null;
    has_burnt: boolean | null;
  }>(sql`
    with live as (
      select id, account_id from holds
      where ref_type = ${ref.type} and ref_id = ${ref.id} and state = 'held' order by id for update),
    locked as (
      select a.id, a.type, a.owner_id from accounts a join (select distinct account_id from live) l on l.account_id = a.id
      order by a.id for no key update of a)
    select (select count(*) from live)::int as count, (select id from locked where type = 2) as bs_account_id,
      (select owner_id from locked where type = 2) as bs_owner_id,
      (select bool_or(g.left_kop > g.held_kop) from grant_uses u join live l on l.id = u.hold_id join grants g on g.id = u.grant_id
        where g.expires_at <= ${at.toISOString()}::timestamptz) as has_burnt`);
  const row = rows[0];
  return {
    count: row?.count ?? 0,
    bsAccountId: row?.bs_account_id ?? null,
    bsOwnerId: row?.bs_owner_id ?? null,
    hasBurnt: row?.has_burnt === true,
  };
}

/**
 * Ends the live holds of a ref, which are locked, and gives their money back. A gift that has burnt meanwhile lives
 * `returnDays` more (docs/product/money.md#gifts).
 */
export async function writeRelease(
  tx: Tx,
  { ref, state, at, returnDays }: { ref: LedgerRef; state: 'released' | 'expired'; at: Date; returnDays: number },
): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with ended as (
      update holds set state = ${state} where ref_type = ${ref.type} and ref_id = ${ref.id} and state = 'held'
      returning id, account_id, amount_kop),
    freed as (
      update accounts a set held_kop = a.held_kop - e.amount
      from (select account_id, sum(amount_kop)::bigint as amount from ended group by account_id) e where a.id = e.account_id)
    update grants g set held_kop = g.held_kop - u.amount,
      expires_at = case when g.expires_at <= ${now} then ${now} + ${returnDays}::int * interval '1 day' else g.expires_at end
    from (select u.grant_id, sum(u.amount_kop)::bigint as amount from grant_uses u join ended e on e.id = u.hold_id group by u.grant_id) u
    where g.id = u.grant_id`);
}

type RawHold = { id: string; key: string; type: AccountType; amount_kop: string };
const toHold = ({ id, key, type, amount_kop }: RawHold): HoldRow => ({
  id: Number(id),
  key,
  type,
  amountKop: Number(amount_kop),
});
