import type pg from 'pg';

type Client = pg.Client | pg.PoolClient;
/** How one of them is taken off a table and made again. */
type Kept = { drop: string; make: string };

/**
 * COPY into tables without their foreign keys and indexes, which are made again behind it: one pass each instead of a look-up for every
 * row (docs/decisions/490). What another table refers to stays, primary keys among it. Belongs into a transaction: if anything
 * fails, all of it is as it was. Nobody else reads these tables meanwhile.
 */
export async function withoutIndexes<T>(client: Client, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
  const kept = await findKept(client, tables);
  for (const { drop } of kept) await client.query(drop);
  const result = await work();
  await client.query(`set local maintenance_work_mem = '256MB'`);
  // Foreign keys were taken off first and come back last: the indexes they are checked by are there then.
  for (const { make } of kept.toReversed()) await client.query(make);
  return result;
}

async function findKept(client: Client, tables: readonly string[]): Promise<Kept[]> {
  const { rows } = await client.query<Kept>(
    `with filled as (select unnest($1::text[])::regclass::oid as id),
      referred as (select conindid as id from pg_constraint where contype = 'f')
    select * from (
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint where conrelid in (select id from filled)
        and (contype = 'f' or contype = 'u' and conindid not in (select id from referred))
      order by contype, conname) keys
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid in (select id from filled) and not indisprimary
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  return rows;
}
