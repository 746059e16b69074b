import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_DEADLINES } from '#server/db/deadlines.ts';
import { type OpenDb, openDb } from '#server/db/open.ts';
import { outageOf } from '#server/platform/outage.rules.ts';
import { openTestDb } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// The deadlines of the pool that answers calls, shortened (docs/decisions/192-deadlines.md).

let open: OpenDb & { url: string };
let short: OpenDb;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());

const shortened = async (of: Partial<typeof API_DEADLINES>, work: () => Promise<unknown>) => {
  short = openDb(open.url, { max: 1, deadlines: { ...API_DEADLINES, ...of } });
  try {
    return await work().then(
      () => 'no failure',
      (error: unknown) => outageOf(error),
    );
  } finally {
    await short.close();
  }
};
const sleep = sql`select pg_sleep(30)`;

it('a statement', async () => {
  expect(await shortened({ statement_timeout: 100 }, () => short.db.execute(sleep))).toBe('57014');
});

it('a lock', async () => {
  const holder = await open.pool.connect();
  await holder.query('begin; lock table cities in access exclusive mode');
  try {
    expect(await shortened({ lock_timeout: 100 }, () => short.db.execute(sql`select * from cities`))).toBe('55P03');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

it('a transaction that does nothing', async () => {
  const cause = await shortened({ idle_in_transaction_session_timeout: 100 }, () =>
    short.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      // The server ends the connection by itself.
      await until(async () =>
        expect(
          (await open.pool.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])).rows,
        ).toHaveLength(0),
      );
      await tx.execute(sql`select 1`);
    }),
  );
  expect(['25P03', 'ended']).toContain(cause);
});

it('a free connection', async () => {
  const cause = await shortened({ connectionTimeoutMillis: 100 }, async () => {
    const holder = await short.pool.connect();
    try {
      await short.db.execute(sql`select 1`);
    } finally {
      holder.release();
    }
  });
  expect(cause).toBe('timeout');
});

it('a server that says nothing: the transaction fails, its connection is given up, the next call has another', async () => {
  const cause = await shortened({ query_timeout: 150, statement_timeout: 60_000 }, async () => {
    const pidOf = async () =>
      (await short.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;
    const before = await pidOf();
    const failure = await short.db
      .transaction((tx) => Promise.all([tx.execute(sleep), tx.execute(sql`select 1`)]))
      .catch((error: unknown) => error);
    expect(await pidOf()).not.toBe(before);
    throw failure;
  });
  expect(cause).toBe('timeout');
});

it('what works for nobody at a screen has none of them', async () => {
  const { rows } = await open.db.execute(sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`);
  expect(rows).toEqual([{ statement: '0', lock: '0', idle: '0' }]);
  expect(open.pool.options).not.toHaveProperty('query_timeout');
});
