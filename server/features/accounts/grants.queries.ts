import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { grants } from '#server/db/tables/ledger.ts';

// Gifts on БС (docs/product/money.md#gifts). Whoever calls these holds the account's row, except where it says otherwise.
// Contents: 1 a gift, 2 setting aside, 3 taking and giving back, 4 what has burnt

const timeOf = (at: Date) => sql`${at.toISOString()}::timestamptz`;

// ── 1 A gift ────────────────────────────────────────────────────────────────────────────────────
export async function insertGrant(
  tx: Tx,
  grant: { accountId: number; amountKop: number; expiresAt: Date; txId: number },
): Promise<number> {
  const rows = await tx
    .insert(grants)
    .values({ ...grant, leftKop: grant.amountKop })
    .returning({ id: grants.id });
  return rows[0]!.id; // An insert of one row returns one row.
}
export async function findGrantOf(db: DbOrTx, txId: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from grants where tx_id = ${txId}`);
  return rows[0] && Number(rows[0].id);
}

// ── 2 Setting aside ─────────────────────────────────────────────────────────────────────────────
/** Sets aside what a new hold takes, what burns first first. Answers how much there was, kopecks. Sends at once. */
export async function allocateGrants(tx: Tx, holdKey: string, at: Date): Promise<number> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    with hold as (
      select id, account_id, amount_kop from holds h
      where key = ${holdKey} and not exists (select from grant_uses u where u.hold_id = h.id)),
    room as (
      select g.id, h.id as hold_id, h.amount_kop as due, g.left_kop - g.held_kop as free,
        sum(g.left_kop - g.held_kop) over (order by g.expires_at, g.id) - (g.left_kop - g.held_kop) as before
      from hold h join grants g on g.account_id = h.account_id
      where g.left_kop > g.held_kop and g.expires_at > ${timeOf(at)}),
    part as (select id, hold_id, least(free, due - before)::bigint as amount from room where before < due),
    held as (update grants g set held_kop = g.held_kop + p.amount from part p where g.id = p.id),
    noted as (insert into grant_uses (grant_id, hold_id, amount_kop) select id, hold_id, amount from part)
    select coalesce(sum(amount), 0)::bigint as amount from part`);
  return Number(rows[0]?.amount ?? 0);
}

// ── 3 Taking and giving back ────────────────────────────────────────────────────────────────────
/**
 * What an entry without a hold has taken from БС is taken from the gifts, what burns first first, and what is held is left
 * alone. What the gifts cannot give stays a debt, which the next free part repays. `entryId`: the entry that took it; null:
 * something came free, and the debt is that of the last correction or chargeback. `unburntAt`: it may take only what has not
 * burnt by then. Answers how much was taken, kopecks.
 */
export async function settleGrants(
  tx: Tx,
  { accountId, entryId, unburntAt = null }: { accountId: number; entryId: number | null; unburntAt?: Date | null },
): Promise<number> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    with short as (
      select coalesce(sum(g.left_kop), 0) - (select balance_kop from accounts where id = ${accountId}) as due
      from grants g where g.account_id = ${accountId}),
    debt as (
      select coalesce(${entryId}::bigint, (select e.id from ledger_entries e join ledger_tx t on t.id = e.tx_id
        where e.account_id = ${accountId} and e.amount_kop < 0 and t.kind in ('correction', 'chargeback')
        order by e.version desc limit 1)) as entry_id),
    room as (
      select g.id, g.left_kop - g.held_kop as free,
        sum(g.left_kop - g.held_kop) over (order by g.expires_at, g.id) - (g.left_kop - g.held_kop) as before
      from grants g where g.account_id = ${accountId} and g.left_kop > g.held_kop
        and (${unburntAt === null} or g.expires_at > ${timeOf(unburntAt ?? new Date(0))})),
    part as (select r.id, least(r.free, s.due - r.before)::bigint as amount from room r, short s where r.before < s.due),
    taken as (update grants g set left_kop = g.left_kop - p.amount from part p where g.id = p.id),
    noted as (insert into grant_uses (grant_id, entry_id, amount_kop) select p.id, d.entry_id, p.amount from part p, debt d)
    select coalesce(sum(amount), 0)::bigint as amount from part`);
  return Number(rows[0]?.amount ?? 0);
}

/** What БС of a person lacks beside its gifts, kopecks: a debt that no gift has repaid yet. Locks their accounts. */
export async function lockShortfall(tx: Tx, ownerId: number): Promise<number> {
  await tx.execute(sql`select id from accounts where owner_id = ${ownerId} order by id for no key update`);
  const { rows } = await tx.execute<{ lacks: string }>(sql`
    select coalesce((select sum(left_kop) from grants g where g.account_id = a.id), 0) - a.balance_kop as lacks
    from accounts a where a.owner_id = ${ownerId} and a.type = 2`);
  return Math.max(0, Number(rows[0]?.lacks ?? 0));
}

/**
 * Money that comes back from a movement returns to the gifts it was taken from, the one that lives longest first, and lives at
 * least `returnDays`. Answers how much found its gift, kopecks.
 */
export async function returnToGrants(
  tx: Tx,
  back: { accountId: number; entryId: number; reverses: number; amountKop: number; at: Date; returnDays: number },
): Promise<number> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    with used as (
      select u.grant_id, sum(u.amount_kop) as amount
      from ledger_tx t join ledger_entries e on e.tx_id = t.id join grant_uses u on u.entry_id = e.id
      where (t.id = ${back.reverses} or t.reverses = ${back.reverses}) and e.account_id = ${back.accountId}
      group by u.grant_id having sum(u.amount_kop) > 0),
    room as (
      select g.id, u.amount, sum(u.amount) over (order by g.expires_at desc, g.id desc) - u.amount as before
      from used u join grants g on g.id = u.grant_id),
    part as (
      select id, least(amount, ${back.amountKop}::bigint - before)::bigint as amount from room where before < ${back.amountKop}::bigint),
    given as (
      update grants g set left_kop = g.left_kop + p.amount,
        expires_at = greatest(g.expires_at, ${timeOf(back.at)} + ${back.returnDays}::int * interval '1 day')
      from part p where g.id = p.id),
    noted as (insert into grant_uses (grant_id, entry_id, amount_kop) select id, ${back.entryId}::bigint, -amount from part)
    select coalesce(sum(amount), 0)::bigint as amount from part`);
  return Number(rows[0]?.amount ?? 0);
}

// ── 4 What has burnt ────────────────────────────────────────────────────────────────────────────
export type BurntGrant = { id: number; ownerId: number; freeKop: number; expiresAt: Date };
/** The free parts of gifts that have burnt and still lie there, of one person. */
export async function findBurnt(db: DbOrTx, ownerId: number, at: Date): Promise<BurntGrant[]> {
  const { rows } = await db.execute<{ id: string; free: string; expires_at: Date }>(sql`
    select g.id, g.left_kop - g.held_kop as free, g.expires_at from grants g join accounts a on a.id = g.account_id
    where a.owner_id = ${ownerId} and g.left_kop > g.held_kop and g.expires_at <= ${timeOf(at)} order by g.expires_at, g.id`);
  return rows.map((row) => ({
    id: Number(row.id),
    ownerId,
    freeKop: Number(row.free),
    expiresAt: new Date(row.expires_at),
  }));
}
/** Whose gifts have burnt, at most `limit` people. Holds nothing. */
export async function findOwnersOfBurnt(db: DbOrTx, at: Date, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ owner_id: number }>(sql`
    select distinct a.owner_id from grants g join accounts a on a.id = g.account_id
    where g.left_kop > 0 and g.left_kop > g.held_kop and g.expires_at <= ${timeOf(at)} order by a.owner_id limit ${limit}`);
  return rows.map((row) => row.owner_id);
}
