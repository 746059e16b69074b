import { sql } from 'drizzle-orm';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { preparedSql } from '#server/db/pipeline.ts';

export type GrantLeft = { amountKop: number; expiresAt: Date };
export type AccountRow = {
  type: AccountType;
  balanceKop: number;
  heldKop: number;
  floorKop: number;
  isClosed: boolean;
  /** БС: what is free of each gift that has not burnt, what burns first first. */
  grants: GrantLeft[];
};

/** A person's accounts in one statement; one on which no money has moved yet has no row. */
export async function findAccounts(db: DbOrTx, ownerId: number, at: Date): Promise<AccountRow[]> {
  const rows = await accountsOf(db, { ownerId, at: at.toISOString() });
  return rows.map(({ type, balance, held, floor, closed, grants }) => ({
    type,
    balanceKop: balance,
    heldKop: held,
    floorKop: floor,
    isClosed: closed,
    grants: (grants ?? []).map(({ amountKop, expiresAt }) => ({ amountKop, expiresAt: new Date(expiresAt) })),
  }));
}
const accountsOf = preparedSql<RawAccount>(
  'find_accounts',
  sql`
    select a.type, a.balance_kop::float8 as balance, a.held_kop::float8 as held, a.floor_kop::float8 as floor,
      a.closed_at is not null as closed, g.grants
    from accounts a left join lateral (
      select json_agg(json_build_object('amountKop', g.left_kop - g.held_kop, 'expiresAt', extract(epoch from g.expires_at) * 1000)
        order by g.expires_at, g.id) as grants
      from grants g where g.account_id = a.id and g.left_kop > g.held_kop and g.expires_at > ${sql.placeholder('at')}::timestamptz
    ) g on a.type = 2
    where a.owner_id = ${sql.placeholder('ownerId')} order by a.type`,
);
type RawAccount = {
  type: AccountType;
  balance: number;
  held: number;
  floor: number;
  closed: boolean;
  grants: { amountKop: number; expiresAt: number }[] | null;
};
