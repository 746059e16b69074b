import { sql } from 'drizzle-orm';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { preparedSql } from '#server/db/pipeline.ts';
import { accounts } from '#server/db/tables/ledger.ts';
import type { LedgerRef, Movement, PersonAccount, SplitEntries } from '#server/features/accounts/ledger.rules.ts';

// Writing movements. Contents: 1 accounts, 2 a movement in one statement, 3 a movement that is known

const value = (name: string) => sql.placeholder(name);

// ── 1 Accounts ──────────────────────────────────────────────────────────────────────────────────
/** Opens the accounts that are not there yet. Sends at once. */
export function openAccounts(tx: Tx, people: readonly PersonAccount[]): Promise<unknown> {
  return opened(tx, { owners: people.map((one) => one.ownerId), types: people.map((one) => one.type) });
}
/** What is there already is left out before it could take a number. */
const opened = preparedSql(
  'open_accounts',
  sql`
    insert into accounts (owner_id, type)
    select e.owner_id, e.type from unnest(${value('owners')}::int[], ${value('types')}::int[]) e(owner_id, type)
    where not exists (select from accounts a where a.owner_id = e.owner_id and a.type = e.type)
    on conflict do nothing`,
);
/** Holds the accounts to the end of the transaction, in the one order in which everybody takes them. */
export async function lockAccounts(tx: Tx, people: readonly PersonAccount[]): Promise<void> {
  await tx.execute(sql`
    select a.id from accounts a join ${peopleOf(people)} e(owner_id, type) on e.owner_id = a.owner_id and e.type = a.type
    order by a.id for no key update of a`);
}
const peopleOf = (people: readonly PersonAccount[]) => sql`unnest(
  ${sql.param(people.map((one) => one.ownerId))}::int[], ${sql.param(people.map((one) => one.type))}::int[])`;
/** How far below zero new spends may take an account, kopecks. */
export async function writeFloor(tx: Tx, { ownerId, type }: PersonAccount, floorKop: number): Promise<void> {
  await tx
    .insert(accounts)
    .values({ ownerId, type, floorKop })
    .onConflictDoUpdate({
      target: [accounts.ownerId, accounts.type],
      set: { floorKop },
    });
}

// ── 2 A movement in one statement ───────────────────────────────────────────────────────────────
export type WriteMovement = Omit<Movement, 'entries'> &
  SplitEntries & {
    /** It may take people below their floor. */
    passesFloor: boolean;
    /** Live holds of this ref are turned into entries. */
    holdsOf?: LedgerRef;
    /** The house account that takes the rest, so that the movement is balanced. */
    restTo?: number;
  };
export type MovedAccount = {
  accountId: number;
  ownerId: number;
  type: AccountType;
  amountKop: number;
  entryId: number | null;
};
export type Written = {
  txId: number;
  moved: MovedAccount[];
  /** How many accounts of people were to be moved; fewer moved: not enough money, or no such account. */
  due: number;
};

/**
 * The movement, its entries, the balances and the posted holds with their gifts, all in one statement. Undefined: the key is
 * known, or there was nothing to move, and nothing was done.
 *
 * Rows are locked in one order, holds by id and then accounts by id, so that two movements never wait for each other. Sums are
 * changed by what they stand at when the lock is there, not by what the statement saw at its start. Gifts need no lock of
 * their own: whoever changes them holds their account.
 */
export async function writeMovement(tx: Tx, asked: WriteMovement): Promise<Written | undefined> {
  const { people, house, holdsOf, restTo } = asked;
  const write = people.length > MANY ? moveMany : moveFew;
  const rows = await write(tx, {
    key: asked.key,
    kind: asked.kind,
    actor: asked.actor,
    reason: asked.reason,
    at: asked.at.toISOString(),
    refType: asked.ref.type,
    refId: asked.ref.id,
    period: asked.period ?? null,
    reverses: asked.reverses ?? null,
    holdsType: holdsOf?.type ?? null,
    holdsId: holdsOf?.id ?? null,
    passesFloor: asked.passesFloor,
    owners: people.map((one) => one.ownerId),
    types: people.map((one) => one.type),
    amounts: people.map((one) => one.amountKop),
    houses: house.map((one) => one.id),
    houseAmounts: house.map((one) => one.amountKop),
    restTo: restTo ?? null,
  });
  return toWritten(rows);
}
/** A movement of more people is planned for its count: the plan of a few compares everybody with everybody. */
const MANY = 50;

/** An order whose holds have just ended, and that moves nothing else, leaves no empty movement. */
const TX = sql`
  insert into ledger_tx (key, kind, ref_type, ref_id, period, actor, reason, reverses, at)
  select ${value('key')}::text, ${value('kind')}::text, ${value('refType')}::text, ${value('refId')}::bigint, ${value('period')}::int,
    ${value('actor')}::text, ${value('reason')}::text, ${value('reverses')}::bigint, ${value('at')}::timestamptz
  where cardinality(${value('owners')}::int[]) + cardinality(${value('houses')}::int[]) > 0 or exists (select from locked_holds)
  on conflict (key) do nothing returning id`;

/** The holds `live` become part of `t`; the gifts that they had set aside are used up. */
const POSTED_HOLDS = sql`
  posted as (update holds h set state = 'posted', tx_id = t.id from live l, t where h.id = l.id),
  used as (
    update grants g set left_kop = g.left_kop - u.amount, held_kop = g.held_kop - u.amount
    from (select u.grant_id, sum(u.amount_kop)::bigint as amount from grant_uses u join live l on l.id = u.hold_id group by u.grant_id) u
    where g.id = u.grant_id),
  linked as (
    update grant_uses u set entry_id = w.id from live l join written w on w.account_id = l.account_id where u.hold_id = l.id)`;

const MOVEMENT = sql`
    with locked_holds as (
      select id, account_id, amount_kop from holds
      where ref_type = ${value('holdsType')}::text and ref_id = ${value('holdsId')}::bigint and state = 'held' order by id for update),
    t as (${TX}),
    live as (select h.id, h.account_id, h.amount_kop from locked_holds h, t),
    parts as (
      select account_id, -amount_kop as delta, amount_kop as unheld from live
      union all
      select a.id, e.amount, 0 from t, unnest(
        ${value('owners')}::int[], ${value('types')}::int[], ${value('amounts')}::bigint[]) e(owner_id, type, amount)
        left join accounts a on a.owner_id = e.owner_id and a.type = e.type),
    moves as (select account_id, sum(delta)::bigint as delta, sum(unheld)::bigint as unheld from parts group by account_id),
    locked as (select a.id from accounts a join moves m on m.account_id = a.id order by a.id for no key update of a),
    moved as (
      update accounts a set balance_kop = a.balance_kop + m.delta, held_kop = a.held_kop - m.unheld,
        version = a.version + (m.delta <> 0)::int
      from moves m join locked l on l.id = m.account_id
      where a.id = m.account_id and a.closed_at is null and (${value('passesFloor')}::boolean or m.delta + m.unheld >= 0
        or a.balance_kop - a.held_kop + m.delta + m.unheld >= a.floor_kop)
      returning a.id, a.owner_id, a.type, m.delta, a.balance_kop, a.version),
    housed as (
      select id, amount from unnest(${value('houses')}::int[], ${value('houseAmounts')}::bigint[]) e(id, amount)
      union all
      select ${value('restTo')}::int, -(coalesce((select sum(delta) from moved), 0)
        + (select coalesce(sum(n), 0) from unnest(${value('houseAmounts')}::bigint[]) n)) where ${value('restTo')}::int is not null),
    written as (
      insert into ledger_entries (tx_id, account_id, amount_kop, balance_after, version)
      select t.id, m.id, m.delta, m.balance_kop, m.version from t, moved m where m.delta <> 0
      union all
      select t.id, h.id, h.amount, null, null from t, (select id, sum(amount)::bigint as amount from housed group by id) h
      where h.amount <> 0
      returning id, account_id),
    ${POSTED_HOLDS}
    select t.id as tx_id, (select count(*) from moves)::int as due, m.id as account_id, m.owner_id, m.type, m.delta, w.id as entry_id
    from t left join moved m on true left join written w on w.account_id = m.id order by m.id`;
/** Planned once a connection: planning it costs more than carrying it out. */
const moveFew = preparedSql<MovedRow>('write_movement', MOVEMENT);
const moveMany = preparedSql<MovedRow>(undefined, MOVEMENT);

type MovedRow = {
  tx_id: string;
  due: number;
  account_id: number | null;
  owner_id: number;
  type: AccountType;
  delta: string;
  entry_id: string | null;
};
function toWritten(rows: readonly MovedRow[]): Written | undefined {
  const first = rows[0];
  if (!first) return undefined;
  const moved = rows.flatMap(({ account_id, owner_id, type, delta, entry_id }) =>
    account_id === null
      ? []
      : [
          {
            accountId: account_id,
            ownerId: owner_id,
            type,
            amountKop: Number(delta),
            entryId: entry_id === null ? null : Number(entry_id),
          },
        ],
  );
  return { txId: Number(first.tx_id), due: first.due, moved };
}

// ── 3 A movement that is known ──────────────────────────────────────────────────────────────────
export type KnownMovement = { id: number; kind: string; refType: string; refId: number; reverses: number | null };
export async function findMovement(db: DbOrTx, key: string): Promise<KnownMovement | undefined> {
  const { rows } = await db.execute<
    Record<'id' | 'ref_id' | 'kind' | 'ref_type', string> & { reverses: string | null }
  >(sql`select id, kind, ref_type, ref_id, reverses from ledger_tx where key = ${key}`);
  return rows.map((row) => ({
    id: Number(row.id),
    kind: row.kind,
    refType: row.ref_type,
    refId: Number(row.ref_id),
    reverses: row.reverses === null ? null : Number(row.reverses),
  }))[0];
}
/** Entries of a movement by account, kopecks. */
export async function findEntries(db: DbOrTx, txId: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ account_id: number; amount: string }>(
    sql`select account_id, sum(amount_kop) as amount from ledger_entries where tx_id = ${txId} group by account_id`,
  );
  return new Map(rows.map((row) => [row.account_id, Number(row.amount)]));
}
/** The person whose КС or БС a movement took from. */
export async function findPayer(db: DbOrTx, txId: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ owner_id: number }>(sql`
    select a.owner_id from ledger_entries e join accounts a on a.id = e.account_id
    where e.tx_id = ${txId} and a.type in (1, 2) and a.owner_id is not null limit 1`);
  return rows[0]?.owner_id;
}
