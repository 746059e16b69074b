import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Db, DbOrTx, TransactionOptions, Tx } from '#server/db/handle.ts';

// Transactions with few waits and few writes to the socket (docs/decisions/043 and 172). A connection of our pool sends
// statements without waiting for the answers to earlier ones; PostgreSQL carries them out in the order of sending.

/** One connection and the transaction object that is used on it again and again: statements are built once for it. */
type Line = {
  client: pg.PoolClient;
  tx: Tx;
  owed: Promise<unknown>[];
  /** What PostgreSQL has refused first since the transaction began: whatever was sent behind it hears 25P02 only. */
  first: Error | undefined;
};
const lines = new WeakMap<object, Line>();

/** The database of a pool: a transaction takes a connection and gives it back, or throws it away when it cannot roll back. */
export function pooledDb(pool: pg.Pool): Db {
  const transaction: Db['transaction'] = async (work, options) => {
    const client = await pool.connect();
    return await transact(client, work, options).finally(() => client.release(isBroken.has(client)));
  };
  return Object.assign(drizzle(pool), { transaction });
}

/** The same on one connection: for whoever holds a session lock on it. One transaction at a time. */
export function dbOn(client: pg.PoolClient): Db {
  const transaction: Db['transaction'] = (work, options) => transact(client, work, options);
  return Object.assign(drizzle(client), { transaction });
}

/**
 * Runs `work` in a transaction. «begin» travels with the first statement, «commit» with the last ones. @throws what `work`
 * threw, or the first statement that failed among those sent ahead (`deferred`, `batch`), which is the reason of whatever
 * failed behind it.
 */
async function transact<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const line = lineOn(client);
  line.first = undefined;
  try {
    holdBack(client);
    owe(line, client.query(beginOf(options)));
    const result = await work(line.tx);
    holdBack(client);
    const commit = client.query('commit');
    owe(line, commit);
    await paid(line);
    // PostgreSQL answers ROLLBACK to the commit of a failed transaction, without an error.
    if ((await commit).command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
    return result;
  } catch (error) {
    const reason = await paid(line).then(
      () => error,
      (first: unknown) => first,
    );
    // A connection that was opened while the database took no changes takes none for as long as it lives.
    if (codeOf(line.first) === READ_ONLY) isBroken.add(client);
    await client.query('rollback').catch(() => isBroken.add(client));
    throw (codeOf(reason) === ECHO && line.first) || reason;
  } finally {
    line.owed = [];
  }
}
const isBroken = new WeakSet<pg.PoolClient>();
/** «The current transaction is aborted»: something before it has failed. */
const ECHO = '25P02';
const READ_ONLY = '25006';
/** Drizzle wraps the driver's error. */
function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code;
}

/**
 * Sends a statement whose result nobody needs: the transaction waits for it at its end and fails with it. `send` must
 * send at once: `.execute()`, not an awaited query builder, which sends a moment later.
 */
export function deferred(tx: Tx, send: () => Promise<unknown>): Promise<void> {
  const line = lines.get(tx);
  if (!line) return send().then(() => undefined);
  holdBack(line.client);
  owe(line, send());
  return Promise.resolve();
}

/** Sends several statements in one write; each sees what those before it did. `send` must send at once, as in `deferred`. */
export function batch<T>(tx: DbOrTx, send: () => T): T {
  const line = lines.get(tx);
  if (line) holdBack(line.client);
  return send();
}

/** A prepared query per connection: drizzle builds its text once, PostgreSQL parses and plans it once. */
export function prepared<Query>(build: (db: DbOrTx) => Query): (db: DbOrTx) => Query {
  const built = new WeakMap<DbOrTx, Query>();
  return (db) => {
    let query = built.get(db);
    if (!query) built.set(db, (query = build(db)));
    return query;
  };
}

/**
 * The same of a statement that no query builder can say. Values of placeholders go to the driver as they are. Sends at once; plain
 * rows as the driver reads them. Without a name PostgreSQL plans it for its values each time.
 */
export function preparedSql<Row extends object>(
  name: string | undefined,
  statement: SQL,
): (db: DbOrTx, values: Record<string, unknown>) => Promise<Row[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return async (db, values) => {
    // Both kinds are drizzle's: a transaction stands on its connection, a database on its pool.
    const { $client } = db as DbOrTx & { $client: pg.Pool | pg.PoolClient };
    const { rows } = await $client.query<Row>({
      ...(name && { name }),
      text,
      values: fillPlaceholders(params, values),
    });
    return rows;
  };
}

function lineOn(client: pg.PoolClient): Line {
  let line = lines.get(client);
  if (!line) {
    // Drizzle on this very connection: between «begin» and «commit», which only `transact` sends, it is a transaction.
    const tx = drizzle(client) as unknown as Tx;
    const made: Line = { client, tx, owed: [], first: undefined };
    client.connection.on('errorMessage', (error: Error) => (made.first ??= error));
    line = made;
    lines.set(client, line);
    lines.set(tx, line);
  }
  return line;
}

function owe(line: Line, sent: Promise<unknown>): void {
  // It is awaited at the end; until then its failure must not count as unhandled.
  sent.catch(() => undefined);
  line.owed.push(sent);
}
/** Waits for everything sent ahead; @throws the first failure in the order of sending. */
async function paid(line: Line): Promise<void> {
  const ends = await Promise.allSettled(line.owed);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Everything sent until the running code pauses leaves in one write: a write costs more than most statements. */
function holdBack({ connection }: pg.PoolClient): void {
  connection.stream.cork();
  process.nextTick(() => connection.stream.uncork());
}

function beginOf(options: TransactionOptions | undefined): string {
  const parts = ['begin'];
  if (options?.isolationLevel) parts.push(`isolation level ${options.isolationLevel}`);
  if (options?.accessMode) parts.push(options.accessMode);
  if (options?.deferrable !== undefined) parts.push(options.deferrable ? 'deferrable' : 'not deferrable');
  return parts.join(' ');
}
