import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Db, DbOrTx, Tx } from '#server/db/handle.ts';
import { installJobStore } from '#server/db/job-store.ts';
import { type JobSender, openJobSender } from '#server/db/job-sender.ts';
import { withMigrations } from '#server/db/migrations-of.ts';
import { dbOn, pooledDb } from '#server/db/pipeline.ts';
import type { Deadlines } from '#server/db/deadlines.ts';

export { dbOn };
export type { Db, DbOrTx, Tx };
/** The pool behind an open database: for whoever needs one connection to itself. */
export const poolOf = (db: Db): pg.Pool => (db as unknown as { $client: pg.Pool }).$client;
export type OpenDb = { db: Db; pool: pg.Pool; jobs: JobSender; close(): Promise<void> };

/**
 * Numbers of the advisory locks that one-at-a-time work takes (docs/product/catalogue.md#publishing). `shop`: the one shop of a data folder;
 * `users`: shared by all who use an embedded server (shop-database.ts); `import`: held by the session of an import; `ledger`: making the testers' table; `courses`: writing courses; `tree`: shared by newcomers, alone by a branch that moves (migration `tree`); `periods`: making the table of a closed month (migration `periods`).
 */
export const LOCKS = {
  migrate: 7101,
  seed: 7102,
  publish: 7103,
  shop: 7104,
  users: 7105,
  import: 7110,
  ledger: 7111,
  courses: 7112,
  tree: 7113,
  periods: 7114,
} as const;

/** `deadlines`: of whoever answers a person (server/db/deadlines.ts); without them work may take as long as it takes. */
export function openDb(url: string, { max = 10, deadlines }: { max?: number; deadlines?: Deadlines } = {}): OpenDb {
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'rostok', pipeline: true, ...deadlines });
  // A connection that dies (server restart) must not end the process: its query fails, the next one opens another.
  // The pool listens to idle connections only; one that dies in the middle of a transaction has no listener of its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const jobs = openJobSender(url, deadlines);
  const close = async () => {
    await jobs.close();
    await pool.end();
  };
  return { db: pooledDb(pool), pool, jobs, close };
}

/**
 * Applies pending migrations, the queue's tables too, under an advisory lock, so that two nodes may start at once.
 * `count`: only the first so many of them.
 */
export function migrateDb(open: Pick<OpenDb, 'pool'>, count?: number): Promise<void> {
  return underMigrationLock(open, async (client) => {
    await withMigrations(count, (migrationsFolder) => migrate(drizzle(client), { migrationsFolder }));
    await installJobStore(client);
  });
}

/** Whatever only one node may set up at a time. */
export async function underMigrationLock<T>(
  { pool }: Pick<OpenDb, 'pool'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrate]);
    return await work(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrate]);
    client.release();
  }
}
