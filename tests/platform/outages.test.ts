import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openDb, type OpenDb } from '#server/db/open.ts';
import { outageOf } from '#server/platform/outage.rules.ts';
import { createOutages } from '#server/platform/outages.ts';
import { readState } from '#server/platform/health.queries.ts';
import { until } from '#tests/support/until.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';

const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more);

describe('which failures are the database’s', () => {
  it.each([
    ['25006', failed('cannot execute INSERT in a read-only transaction', { code: '25006' })],
    ['53100', failed('could not extend file', { code: '53100' })],
    ['53200', failed('out of memory', { code: '53200' })],
    ['58030', failed('could not write to file', { code: '58030' })],
    ['08P01', failed('protocol violation', { code: '08P01' })],
    ['57014', failed('canceling statement due to statement timeout', { code: '57014' })],
    ['55P03', failed('canceling statement due to lock timeout', { code: '55P03' })],
    ['ECONNREFUSED', new AggregateError([], '', { cause: failed('connect', { code: 'ECONNREFUSED' }) })],
    ['ENOENT', failed('connect ENOENT /data/pg/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' })],
    ['ended', failed('Connection terminated unexpectedly')],
    ['timeout', failed('Connection terminated due to connection timeout')],
    ['timeout', failed('Query read timeout')],
    ['timeout', failed('timeout exceeded when trying to connect')],
    ['57P01', { message: 'terminating connection', code: '57P01', queue: 'tidy' }],
    ['53100', failed('Failed query', { cause: failed('no space left on device', { code: '53100' }) })],
  ])('%s', (cause, error) => expect(outageOf(error)).toBe(cause));
  it.each([
    ['a bug', failed('x is not a function')],
    ['a broken rule', failed('duplicate key', { code: '23505' })],
    ['a missing file', failed('open /tmp/x', { code: 'ENOENT', syscall: 'open' })],
    ['a bad statement', failed('syntax error', { code: '42601' })],
    ['no error at all', 'ended'],
  ])('%s is none', (_what, error) => expect(outageOf(error)).toBeUndefined());
});

it('an outage is told once: another cause, or half a minute without failures, is another one', () => {
  let at = 0;
  const outages = createOutages(() => at);
  const tell = (code: string) => outages.note(failed('x', { code }))?.isNew;
  expect([tell('53100'), tell('53100')]).toEqual([true, false]);
  expect(outages.failsToWrite()).toBe(true);
  at = 9_000;
  // A server that ends is refused, reset and starting for those who ask: one line.
  expect(['57P01', 'ECONNREFUSED', 'ECONNRESET', '57P03', '53100'].map(tell)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  at = 38_000;
  expect(tell('57P01')).toBe(false);
  expect(outages.failsToWrite()).toBe(false);
  at = 69_000;
  expect(tell('57P01')).toBe(true);
});

describe('a database that only reads', () => {
  let owner: OpenDb & { url: string };
  let reads: OpenDb;
  let app: FastifyInstance;
  const lines: string[] = [];
  const sid = 's'.repeat(43);
  beforeAll(async () => {
    owner = await openTestDb();
    const { rows } = await owner.db.execute<{ id: number }>(
      sql`insert into users (role, name) values ('client', 'Анна') returning id`,
    );
    const idHash = createHash('sha256').update(sid).digest('hex');
    await owner.db.execute(sql`insert into sessions (id_hash, user_id, seen_at, expires_at)
      values (${idHash}, ${rows[0]?.id}, now() - interval '1 day', now() + interval '1 day')`);
    const name = new URL(owner.url).pathname.slice(1);
    await owner.db.execute(sql.raw(`alter database ${name} set default_transaction_read_only = on`));
    // The setting holds for connections that are opened from now on.
    reads = openDb(owner.url);
    app = await buildApp({
      db: reads.db,
      jobs: reads.jobs,
      env: testEnv({ LOG_LEVEL: 'error' }),
      logTo: { write: (line) => void lines.push(line) },
    });
  });
  afterAll(async () => {
    await app.close();
    await reads.close();
    await owner.close();
  });

  it('answers 503 with Retry-After to changes, one line tells why, reads go on and /readyz says so', async () => {
    const open = () =>
      app.inject({
        method: 'POST',
        url: '/api/session/guest',
        payload: { guestId: randomUUID() },
        headers: { 'x-requested-with': 'rostok' },
      });
    const answers = [await open(), await open(), await open()];
    for (const answer of answers) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
      expect(answer.json()).toMatchObject({
        status: 'error',
        code: 'server_error',
        message: 'Сервис временно не доступен.',
      });
    }
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toEqual([
      expect.objectContaining({ msg: 'database is away', cause: '25006', err: expect.any(Object) }),
    ]);
    expect((await app.inject({ url: '/cart/data' })).statusCode).toBe(200);
    // Somebody whose session is a day old is a reader like any other: its sign of life cannot be written.
    const reader = fetchFrom(app);
    reader.cookies.set('sid', sid);
    expect(await (await reader('/user/data')).json()).toMatchObject({ status: 'success', user: { name: 'Анна' } });
    const ready = await app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'unavailable', database: true, migrations: true, writable: false, draining: false },
    ]);

    // The end of it needs nobody's hand, whichever connections were opened meanwhile.
    const name = new URL(owner.url).pathname.slice(1);
    expect((await readState(reads.db)).isReadOnly).toBe(true);
    await owner.db.execute(sql.raw(`alter database ${name} reset default_transaction_read_only`));
    await until(async () => expect((await readState(reads.db)).isReadOnly).toBe(false));
    await until(async () => expect((await open()).statusCode).toBe(200));
  });
});
