import { createRequire } from 'node:module';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { QUEUE_ACCESS } from '#server/db/queue-access.ts';

/** Makes or migrates the tables of the queue (schema `pgboss`) on this connection, whose owner holds the migration lock. */
export async function installJobStore(client: pg.PoolClient): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    ...QUEUE_ACCESS,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/** pg-boss's own number of the tables that `installJobStore` makes; it exports the number in its package.json alone. */
export const QUEUE_SCHEMA = (createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } })
  .pgboss.schema;
