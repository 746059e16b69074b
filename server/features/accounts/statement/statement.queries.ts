import { sql } from 'drizzle-orm';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { DbOrTx } from '#server/db/open.ts';

export type StatementSum = { type: AccountType; openedKop: number; incomeKop: number; outgoKop: number };
/** What each account stood at when the month began, and what came and went within it. */
export async function findStatementSums(
  db: DbOrTx,
  { ownerId, from, till }: { ownerId: number; from: Date; till: Date },
): Promise<StatementSum[]> {
  const inside = sql`t.at >= ${from.toISOString()}::timestamptz`;
  const { rows } = await db.execute<StatementSum>(sql`
    select a.type, coalesce(sum(e.amount_kop) filter (where not ${inside}), 0)::float8 as "openedKop",
      coalesce(sum(e.amount_kop) filter (where ${inside} and e.amount_kop > 0), 0)::float8 as "incomeKop",
      coalesce(-sum(e.amount_kop) filter (where ${inside} and e.amount_kop < 0), 0)::float8 as "outgoKop"
    from accounts a join ledger_entries e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
    where a.owner_id = ${ownerId} and t.at < ${till.toISOString()}::timestamptz group by a.type order by a.type`);
  return rows;
}
