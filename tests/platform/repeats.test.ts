import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openGates } from '#server/gates/gates.ts';
import type { OpenDb } from '#server/db/open.ts';
import { HEADERS, hold, newKey, testRoutes } from '#tests/platform/calls.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// Idempotency-Key and X-Client-User (docs/product/calls.md#keys, docs/product/offline.md#sending) on two nodes of one database.
let open: OpenDb;
let nodes: FastifyInstance[];
let sid = '';
const guestId = randomUUID();
let bound: string | null = null;
const clock = { now: new Date('2026-11-21T09:00:00Z') };

beforeAll(async () => {
  open = await openTestDb();
  await open.db.execute(sql`create table deeds (id serial primary key, how text)`);
  nodes = await Promise.all(
    [1, 2].map(async () => {
      const app = await buildApp({ db: open.db, jobs: open.jobs, env: testEnv(), now: () => clock.now });
      testRoutes(app, {
        db: open.db,
        jobs: open.jobs,
        gates: openGates(open.db, testEnv()),
        now: () => clock.now,
        owns: async (_tx, _session, owner) => owner === bound,
      });
      await app.ready();
      return app;
    }),
  );
  const opened = await nodes[0]!.inject({
    method: 'POST',
    url: '/api/session/guest',
    headers: HEADERS,
    payload: { guestId },
  });
  sid = opened.cookies.find((one) => one.name === 'sid')?.value ?? '';
});
afterAll(async () => {
  await Promise.all(nodes.map((app) => app.close()));
  await open.close();
});
beforeEach(async () => {
  bound = null;
  await open.db.execute(sql`truncate deeds restart identity`);
});

type Ask = { key?: string; body?: object; user?: string | null; sid?: string | null; node?: number };
function ask({ key, body = { how: 'ok' }, user = `guest:${guestId}`, sid: cookie = sid, node = 0 }: Ask) {
  return nodes[node]!.inject({
    method: 'POST',
    url: '/cart/test-deed',
    payload: body,
    headers: {
      ...HEADERS,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(user ? { 'x-client-user': user } : {}),
      ...(cookie ? { cookie: `sid=${cookie}` } : {}),
    },
  });
}
const deeds = async () => (await open.db.execute<{ n: number }>(sql`select count(*)::int as n from deeds`)).rows[0]?.n;
const keys = async (key: string) =>
  (await open.db.execute<{ n: number }>(sql`select count(*)::int as n from idempotency_keys where key = ${key}`))
    .rows[0]?.n;

describe('a repeated key', () => {
  it('answers the same again without a second effect, on either node', async () => {
    const key = newKey();
    const first = await ask({ key });
    expect(first.json()).toEqual({ status: 1, n: 1 });
    expect(first.headers['idempotency-key']).toBe(key);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const again = await ask({ key, node: 1 });
    expect(again.body).toBe(first.body);
    expect(again.headers).toMatchObject({ 'idempotency-key': key, 'idempotency-replayed': 'true' });
    expect(await deeds()).toBe(1);
  });

  it('is one key whatever its letters', async () => {
    const key = newKey();
    await ask({ key });
    const again = await ask({ key: key.toUpperCase() });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await deeds()).toBe(1);
  });

  it('with another payload is 422 and does nothing', async () => {
    const key = newKey();
    await ask({ key });
    const other = await ask({ key, body: { how: 'other' } });
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ status: 0, code: 'idempotency_payload' });
    expect(other.headers['idempotency-key']).toBe(key);
    expect(await deeds()).toBe(1);
  });

  it('of another owner is 403 and never shows the stored answer', async () => {
    const key = newKey();
    await ask({ key });
    const otherGuest = randomUUID();
    const opened = await nodes[0]!.inject({
      method: 'POST',
      url: '/api/session/guest',
      headers: HEADERS,
      payload: { guestId: otherGuest },
    });
    const other = await ask({ key, user: `guest:${otherGuest}`, sid: opened.cookies[0]?.value ?? '' });
    expect(other.statusCode).toBe(403);
    expect(other.json()).toEqual({ status: 0, code: 'owner_mismatch', message: expect.any(String) });
    expect(await deeds()).toBe(1);
  });

  it('at once from many sides: one effect, the rest wait or get that answer', async () => {
    const key = newKey();
    // The one that works ends as soon as another has been told that it does.
    const { promise, resolve } = Promise.withResolvers<void>();
    hold.until = promise;
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const answer = await ask({ key, body: { how: 'held' }, node: i % 2 });
        if (answer.statusCode === 409) resolve();
        return answer;
      }),
    );
    const done = answers.filter((one) => one.statusCode === 200);
    const inFlight = answers.filter((one) => one.statusCode === 409);
    expect(done.length + inFlight.length).toBe(12);
    expect(done.length).toBeGreaterThan(0);
    expect(inFlight.length).toBeGreaterThan(0);
    for (const one of inFlight) {
      expect(one.json()).toMatchObject({ status: 0, code: 'idempotency_in_flight' });
      expect(one.headers['retry-after']).toBe('1');
    }
    expect(await deeds()).toBe(1);
    expect(await keys(key)).toBe(1);
  });

  it('must be a UUID', async () => {
    const answer = await ask({ key: 'not-a-uuid' });
    expect(answer.statusCode).toBe(400);
    expect(await deeds()).toBe(0);
  });
});

describe('refusals', () => {
  it.each([
    ['refuse', 200, 'qty_limit'],
    ['fields', 200, 'validation'],
    ['missing', 404, 'not_found'],
  ])('%s: kept under its key, without the effect', async (how, http, code) => {
    const key = newKey();
    const first = await ask({ key, body: { how } });
    expect(first.statusCode).toBe(http);
    expect(first.json()).toMatchObject({ status: 0, code });
    expect(await deeds()).toBe(0);
    const again = await ask({ key, body: { how }, node: 1 });
    expect(again.statusCode).toBe(http);
    expect(again.body).toBe(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it.each([
    ['auth', 401],
    ['forbidden', 403],
    ['many', 429],
    ['crash', 500],
  ])('%s: not kept, may be tried again', async (how, http) => {
    const key = newKey();
    const first = await ask({ key, body: { how } });
    expect(first.statusCode).toBe(http);
    expect(first.headers['idempotency-key']).toBe(key);
    expect(await keys(key)).toBe(0);
    expect(await deeds()).toBe(0);
    const again = await ask({ key, body: { how } });
    expect(again.headers['idempotency-replayed']).toBeUndefined();
  });

  it('the body that fails its schema is a kept refusal with the field', async () => {
    const key = newKey();
    const first = await ask({ key, body: { how: 5 } });
    expect(first.json()).toMatchObject({ status: 0, code: 'validation', errors: { how: [expect.any(String)] } });
    expect((await ask({ key, body: { how: 5 } })).headers['idempotency-replayed']).toBe('true');
  });

  it('429 says when to come back', async () => {
    expect((await ask({ key: newKey(), body: { how: 'many' } })).headers['retry-after']).toBe('7');
  });
});

describe('a crash in the middle', () => {
  it('leaves neither effect nor key, so the same key then works', async () => {
    const key = newKey();
    // The server's side of a cut: the backend of the running transaction is ended.
    const { promise, resolve } = Promise.withResolvers<void>();
    hold.until = promise;
    const running = ask({ key, body: { how: 'held' } });
    await until(async () => {
      const ended = await open.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
      );
      expect(ended.rows).not.toEqual([]);
    });
    resolve();
    const cut = await running;
    expect(cut.statusCode).toBeGreaterThanOrEqual(500);
    expect(cut.json()).toMatchObject({ status: 0, code: 'server_error' });
    expect(await deeds()).toBe(0);
    expect(await keys(key)).toBe(0);
    expect((await ask({ key, body: { how: 'held' } })).statusCode).toBe(200);
    expect(await deeds()).toBe(1);
  });
});

describe('whose request it is', () => {
  it('a stranger who names an owner must have a session first', async () => {
    const answer = await ask({ key: newKey(), sid: null });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'auth_required' });
  });
  it('another owner is refused', async () => {
    const answer = await ask({ key: newKey(), user: '17' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'owner_mismatch' });
    expect(await deeds()).toBe(0);
  });
  it('a guest bound to the account is the account', async () => {
    bound = `guest:${randomUUID()}`;
    const key = newKey();
    expect((await ask({ key, user: bound })).statusCode).toBe(200);
    expect((await ask({ key, user: bound })).headers['idempotency-replayed']).toBe('true');
    expect(await deeds()).toBe(1);
  });
  it('foreign callers need neither key nor owner', async () => {
    expect((await ask({ user: null, sid: null })).statusCode).toBe(200);
    expect(await deeds()).toBe(1);
  });
});
