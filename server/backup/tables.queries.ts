import type pg from 'pg';

/** The shop's own, the applied migrations and the queue. */
const SCHEMAS = ['public', 'drizzle', 'pgboss'];
/** Made by no migration, for testers alone (TEST_LEDGER=1). */
const LEFT_OUT = ['public.test_ledger'];

/** Names are quoted where they have to be: they go into statements as they are. */
export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; lastValue: string; isCalled: boolean };
export type Trigger = { table: string; name: string; enable: string };
export type ForeignKey = { table: string; name: string; definition: string };

/**
 * Every table that holds rows of its own, with the columns that can be written. The queue's daily counts of itself are left
 * out: pg-boss makes a table a day for them and throws the old ones away, so another database has other tables.
 */
export async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name, array_agg(format('%I', attname) order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on a.attrelid = c.oid
     where relkind = 'r' and nspname = any($1) and attnum > 0 and not attisdropped and attgenerated = ''
       and format('%I.%I', nspname, relname) <> all($2)
       and not exists (select from pg_inherits where inhrelid = c.oid
         and inhparent = to_regclass('pgboss.queue_stats'))
     group by 1 order by 1`,
    [SCHEMAS, LEFT_OUT],
  );
  return rows;
}

export async function findSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'S' and nspname = any($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')
         and d.refobjid in (select to_regclass(left_out) from unnest($2::text[]) as left_out))
     order by 1`,
    [SCHEMAS, LEFT_OUT],
  );
  const found: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    );
    found.push(...values.map((one) => ({ name, ...one })));
  }
  return found;
}

/** Those of partitions follow their parent's. */
export async function findForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as "table", format('%I', conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = connamespace
     where contype = 'f' and conparentid = 0 and nspname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

/** The shop's own triggers that fire, each with the words that switch it on again as it was. */
export async function findTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select tgrelid::regclass::text as "table", format('%I', tgname) as name,
       case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enable
     from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where not tgisinternal and tgparentid = 0 and tgenabled <> 'D' and nspname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

/** Columns that hold the number of the transaction which wrote the row. */
export async function findXidColumns(client: pg.Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as "table", format('%I', attname) as "column"
     from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
     where atttypid = 'xid8'::regtype and relkind = 'r' and attnum > 0 and not attisdropped and nspname = any($1)`,
    [SCHEMAS],
  );
  return rows;
}

/** Of these tables the ones with rows: a migration may bring some. */
export async function findFilled(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const name of names) {
    const { rows } = await client.query<{ is: boolean }>(`select exists (select from ${name}) as is`);
    if (rows[0]?.is) filled.push(name);
  }
  return filled;
}

/** Hashes of the applied migrations; none: the database was never a shop's. */
export async function findMigrations(client: pg.Client): Promise<string[]> {
  const { rows: there } = await client.query<{ is: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is",
  );
  if (!there[0]?.is) return [];
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id');
  return rows.map(({ hash }) => hash);
}

export async function readVersions(client: pg.Client): Promise<{ postgres: string; queueSchema: number }> {
  const { rows } = await client.query<{ postgres: string; queueSchema: number }>(
    `select current_setting('server_version') as postgres, version as "queueSchema" from pgboss.version`,
  );
  const versions = rows[0];
  if (!versions) throw new Error('the queue has no version');
  return versions;
}
