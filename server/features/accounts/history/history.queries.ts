import { type SQL, sql } from 'drizzle-orm';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { DbOrTx } from '#server/db/open.ts';
import type { LedgerKind } from '#server/features/accounts/ledger.rules.ts';

// What has moved on the accounts of a person (docs/product/money.md#history). Contents: 1 which rows, 2 a page, 3 months

// ── 1 Which rows ────────────────────────────────────────────────────────────────────────────────
export type HistoryAsked = {
  ownerId: number;
  account?: AccountType | undefined;
  kinds?: readonly LedgerKind[] | undefined;
  from?: Date | undefined;
  till?: Date | undefined;
};
/** Entries of the person by the filter; `is_own`: the other side is an account of the same person. */
const entriesOf = ({ ownerId, account, kinds, from, till }: HistoryAsked): SQL => sql`
  select e.id, e.tx_id, e.account_id, e.amount_kop, e.balance_after, a.type, t.kind, t.ref_type, t.ref_id, t.period, t.reason, t.at,
    t.kind = 'transfer' and exists (select from ledger_entries o join accounts oa on oa.id = o.account_id
      where o.tx_id = e.tx_id and o.id <> e.id and oa.owner_id = a.owner_id) as is_own
  from accounts a join ledger_entries e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
  where a.owner_id = ${ownerId}
    ${account === undefined ? sql`` : sql`and a.type = ${account}`}
    ${kinds === undefined ? sql`` : sql`and t.kind = any(${sql.param([...kinds])}::text[])`}
    ${from === undefined ? sql`` : sql`and t.at >= ${from.toISOString()}::timestamptz`}
    ${till === undefined ? sql`` : sql`and t.at < ${till.toISOString()}::timestamptz`}`;

// ── 2 A page ────────────────────────────────────────────────────────────────────────────────────
export type Moved = {
  id: number;
  type: AccountType;
  kind: LedgerKind;
  refType: string;
  refId: number;
  period: number | null;
  reason: string;
  at: Date;
  amountKop: number;
  balanceKop: number;
  isOwn: boolean;
  /** A gift: until when it lives. */
  expiresAt: Date | null;
  /** A transfer: the other person. A deposit: the code of the payment method. */
  otherName: string | null;
  gateway: number | null;
};
type RawMoved = Omit<Moved, 'at' | 'expiresAt'> & { at: string; expiresAt: string | null };
/** Rows by the filter, the newest first, behind the row `after`; equal moments in the order in which they were written. */
export async function findMoved(
  db: DbOrTx,
  { after, limit, ...asked }: HistoryAsked & { after?: number | undefined; limit: number },
): Promise<Moved[]> {
  // Looked up by its own number: a list that is named twice would be made whole, however long it is.
  const behind =
    after === undefined
      ? sql``
      : sql`where (m.at, m.id) < (select pt.at, pe.id from ledger_entries pe join ledger_tx pt on pt.id = pe.tx_id
          join accounts pa on pa.id = pe.account_id where pe.id = ${after} and pa.owner_id = ${asked.ownerId})`;
  const { rows } = await db.execute<RawMoved>(sql`
    with mine as (${entriesOf(asked)}),
    page as (select m.* from mine m ${behind} order by m.at desc, m.id desc limit ${limit})
    select m.id::float8 as id, m.type, m.kind, m.ref_type as "refType", m.ref_id::float8 as "refId", m.period, m.reason, m.at,
      m.amount_kop::float8 as "amountKop", m.balance_after::float8 as "balanceKop", m.is_own as "isOwn",
      (select g.expires_at from grants g where g.tx_id = m.tx_id and g.account_id = m.account_id and m.amount_kop > 0) as "expiresAt",
      case when m.kind = 'transfer' and not m.is_own then (select u.name from ledger_entries o join accounts oa on oa.id = o.account_id
        join users u on u.id = oa.owner_id where o.tx_id = m.tx_id and o.id <> m.id limit 1) end as "otherName",
      case when m.kind = 'deposit' then (select o.account_id - 20 from ledger_entries o
        where o.tx_id = m.tx_id and o.account_id between 21 and 99 limit 1) end as gateway
    from page m order by m.at desc, m.id desc`);
  return rows.map(({ at, expiresAt, ...row }) => ({
    ...row,
    at: new Date(at),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
}

// ── 3 Months ────────────────────────────────────────────────────────────────────────────────────
export type MovedMonth = { month: number; incomeKop: number; outgoKop: number; count: number };
/** Sums of every month in Moscow that the filter lets through, the youngest first. */
export async function findMovedMonths(db: DbOrTx, asked: HistoryAsked): Promise<MovedMonth[]> {
  const { rows } = await db.execute<MovedMonth>(sql`
    with mine as (${entriesOf(asked)})
    select to_char(at at time zone 'Europe/Moscow', 'YYYYMM')::int as month, count(*)::int as count,
      coalesce(sum(amount_kop) filter (where amount_kop > 0 and not is_own), 0)::float8 as "incomeKop",
      coalesce(-sum(amount_kop) filter (where amount_kop < 0 and not is_own), 0)::float8 as "outgoKop"
    from mine group by 1 order by 1 desc`);
  return rows;
}
