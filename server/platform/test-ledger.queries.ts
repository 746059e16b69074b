import { sql } from 'drizzle-orm';
import type { Execution } from '#contract/test-ledger.ts';
import { type Db, type DbOrTx, LOCKS } from '#server/db/open.ts';

/**
 * No migration makes this table: a database that was never started with TEST_LEDGER=1 does not have it. What the caller said
 * stands as it was said, ids that nothing can have included.
 */
export async function createLedger(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // «if not exists» alone lets two nodes that start together collide.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.ledger})`);
    await tx.execute(sql`do $$ begin
      if exists (select from information_schema.columns where table_name = 'test_ledger' and column_name = 'product_id')
      then alter table test_ledger rename column product_id to target_id; end if; end $$`);
    await tx.execute(sql`create table if not exists test_ledger (
      n bigint generated always as identity primary key, key uuid, owner text, person text, call text not null,
      kind text not null, cart text, target_id bigint not null, asked bigint not null, applied bigint not null,
      quantity integer not null, at timestamptz not null)`);
  });
}
export async function insertExecution(tx: DbOrTx, row: Omit<Execution, 'n'>): Promise<void> {
  await tx.execute(sql`insert into test_ledger
    (key, owner, person, call, kind, cart, target_id, asked, applied, quantity, at) values
    (${row.key}::uuid, ${row.owner}, ${row.person}, ${row.call}, ${row.kind}, ${row.cart}, ${row.target_id},
     ${row.asked}, ${row.applied}, ${row.quantity}, ${row.at}::timestamptz)`);
}
export async function findExecutions(db: DbOrTx): Promise<Execution[]> {
  const { rows } =
    await db.execute<Execution>(sql`select n::int as n, key::text as key, owner, person, call, kind, cart,
    target_id::float8 as target_id, asked::float8 as asked, applied::float8 as applied, quantity,
    to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from test_ledger order by test_ledger.n`);
  return rows;
}
