import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDb, openDb, type Tx } from '#server/db/open.ts';
import { deferred, prepared, batch } from '#server/db/pipeline.ts';
import { findKnownKeys } from '#server/platform/idempotency.queries.ts';
import { withRetry } from '#server/platform/retry.ts';
import { newKey } from '#tests/platform/calls.ts';
import { openTestDb } from '#tests/support/open-shop.ts';

// Statements sent ahead (docs/decisions/043) keep the promises of a transaction: all or nothing, the first failure is told,
// the connection is usable afterwards.
let open: OpenDb & { url: string };
beforeAll(async () => {
  open = await openTestDb();
  await open.db.execute(sql`create table notes (id int primary key, text text not null)`);
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.db.execute(sql`truncate notes`);
});

const insert = prepared((db) =>
  db
    .select({ id: sql<number>`id` })
    .from(sql`write_note(${sql.placeholder('id')}::int, ${sql.placeholder('text')}::text) id`)
    .prepare('test_write_note'),
);
beforeAll(async () => {
  await open.db.execute(sql`
    create function write_note(int, text) returns int language sql as 'insert into notes values ($1, $2) returning id'`);
});
const write = (tx: Tx, id: number, text: string | null = 'a') => insert(tx).execute({ id, text });
const notes = async () =>
  (await open.db.execute<{ id: number; text: string }>(sql`select * from notes order by id`)).rows;
const codeOf = (error: unknown) => (error as { cause?: { code?: string } }).cause?.code;

describe('sent ahead', () => {
  it('is there after the transaction, in the order of sending', async () => {
    const seen = await open.db.transaction(async (tx) => {
      await deferred(tx, () => write(tx, 1));
      const [, ids] = await batch(tx, () => Promise.all([write(tx, 2), write(tx, 3)]));
      await deferred(tx, () => write(tx, 4));
      return ids;
    });
    expect(seen).toEqual([{ id: 3 }]);
    expect((await notes()).map((note) => note.id)).toEqual([1, 2, 3, 4]);
  });

  it('fails its transaction at the end, with its own reason, and nothing stays', async () => {
    const error = await open.db
      .transaction(async (tx) => {
        await write(tx, 1);
        await deferred(tx, () => write(tx, 1));
        await deferred(tx, () => write(tx, 2));
        return 'answer';
      })
      .catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('23505');
    expect(await notes()).toEqual([]);
  });

  it('tells its own reason though a later statement failed because of it', async () => {
    const error = await open.db
      .transaction(async (tx) => {
        await deferred(tx, () => write(tx, 1, null));
        await write(tx, 2);
      })
      .catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('23502');
    expect(await notes()).toEqual([]);
  });

  it('goes with its transaction when the handler refuses', async () => {
    const refusal = new Error('refused');
    const work = open.db.transaction(async (tx) => {
      await deferred(tx, () => write(tx, 1));
      throw refusal;
    });
    await expect(work).rejects.toBe(refusal);
    expect(await notes()).toEqual([]);
  });

  it('is done again after a deadlock', async () => {
    await open.db.execute(sql`insert into notes values (1, ''), (2, '')`);
    const touch = prepared((db) =>
      db
        .select({ id: sql<number>`id` })
        .from(sql`touch_note(${sql.placeholder('id')}::int) id`)
        .prepare('test_touch_note'),
    );
    await open.db.execute(sql`create function touch_note(int) returns int language sql
      as 'update notes set text = text || ''x'' where id = $1 returning id'`);
    let tries = 0;
    // Who holds its first row, not who has begun: one that went on alone would meet nobody.
    let holding = 0;
    const both = Promise.withResolvers<void>();
    const bothHold = (many: number) => {
      if (many >= 2) both.resolve();
      return both.promise;
    };
    const cross = (first: number, second: number) =>
      withRetry(() =>
        open.db.transaction(async (tx) => {
          tries += 1;
          await touch(tx).execute({ id: first });
          holding += 1;
          await bothHold(holding);
          await deferred(tx, () => touch(tx).execute({ id: second }));
        }),
      );
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(tries).toBeGreaterThan(2);
    expect((await notes()).map((note) => note.text)).toEqual(['xx', 'xx']);
  });
});

it('whatever was waited for first, a failed transaction tells why it failed and no echo of it', async () => {
  await open.db.transaction((tx) => write(tx, 1));
  const both = open.db.transaction(async (tx) => {
    const [refused, behind] = batch(tx, () => [write(tx, 1), write(tx, 2)] as const);
    await Promise.allSettled([refused]);
    await behind;
  });
  const error = (await both.catch((reason: unknown) => reason)) as { code?: string };
  expect(error.code).toBe('23505');
});

describe('a connection', () => {
  it('serves on after failures, one after another, without leaving a transaction open', async () => {
    const one = openDb(open.url, { max: 1 });
    for (let i = 0; i < 20; i += 1)
      await one.db.transaction((tx) => deferred(tx, () => write(tx, 1, null))).catch(() => undefined);
    await one.db.transaction((tx) => deferred(tx, () => write(tx, 7)));
    const { rows } = await one.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    await one.close();
    expect(rows[0]?.n).toBe(0);
    expect((await notes()).map((note) => note.id)).toEqual([7]);
  });

  it('that dies in a transaction fails it and is replaced', async () => {
    const one = openDb(open.url, { max: 1 });
    const work = one.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await open.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
      await write(tx, 1);
    });
    const end = await work.then(
      () => 'committed',
      () => 'failed',
    );
    expect(end).toBe('failed');
    await one.db.transaction((tx) => deferred(tx, () => write(tx, 2)));
    await one.close();
    expect((await notes()).map((note) => note.id)).toEqual([2]);
  });

  it('that was opened while the database took no changes is given up with the first refusal of one', async () => {
    const one = openDb(open.url, { max: 1 });
    await one.pool.query('set default_transaction_read_only = on');
    const change = () => one.db.transaction((tx) => write(tx, 3));
    expect(codeOf(await change().catch((reason: unknown) => reason))).toBe('25006');
    await change();
    await one.close();
    expect((await notes()).map((note) => note.id)).toEqual([3]);
  });

  it('honours isolation and read-only', async () => {
    const readOnly = open.db.transaction((tx) => write(tx, 1), { accessMode: 'read only' });
    expect(codeOf(await readOnly.catch((reason: unknown) => reason))).toBe('25006');
    const level = await open.db.transaction(
      async (tx) => (await tx.execute<{ transaction_isolation: string }>(sql`show transaction_isolation`)).rows[0],
      { isolationLevel: 'repeatable read' },
    );
    expect(level).toEqual({ transaction_isolation: 'repeatable read' });
  });
});

describe('included keys', () => {
  it('are those whose answer was a success, in either dialect: a refused record waits for its own answer', async () => {
    const stored = {
      number: [200, '{"status":1,"version":3}'],
      word: [200, '{"status":"success"}'],
      refusedNumber: [200, '{"status":0,"code":"qty_limit","message":"{\\"status\\":1}"}'],
      refusedWord: [200, '{"status":"error","code":"validation"}'],
      missing: [404, '{"status":0,"code":"not_found"}'],
    } as const;
    const keys = Object.fromEntries(Object.keys(stored).map((name) => [name, newKey()]));
    for (const [name, [status, answer]] of Object.entries(stored))
      await open.db.execute(sql`insert into idempotency_keys (key, owner, fingerprint, status, answer)
        values (${keys[name]}, '7', 'f', ${status}, ${answer})`);
    const known = await findKnownKeys(open.db, [...Object.values(keys), newKey()], ['7']);
    expect(known.sort()).toEqual([keys.number, keys.word].sort());
    expect(await findKnownKeys(open.db, Object.values(keys), ['8'])).toEqual([]);
  });
});
