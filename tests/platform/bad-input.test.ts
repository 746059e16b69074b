import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { openGates } from '#server/gates/gates.ts';
import type { OpenDb } from '#server/db/open.ts';
import { HEADERS, testRoutes } from '#tests/platform/calls.ts';
import { openTestDb, TEST_ORIGIN, testEnv } from '#tests/support/open-shop.ts';

let open: OpenDb;
let app: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  open = await openTestDb();
  await open.db.execute(sql`create table deeds (id serial primary key, how text)`);
  app = await buildApp({
    db: open.db,
    jobs: open.jobs,
    env: testEnv({ LOG_LEVEL: 'info' }),
    logTo: { write: (line) => lines.push(line) },
  });
  testRoutes(app, { db: open.db, jobs: open.jobs, gates: openGates(open.db, testEnv()), now: () => new Date() });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await open.close();
});

const post = (more: { payload?: string | object; headers?: Record<string, string>; url?: string }) =>
  app.inject({
    method: 'POST',
    url: '/api/test-plain',
    payload: { how: 'ok' },
    ...more,
    headers: { ...HEADERS, ...more.headers },
  });

describe('bad input is refused in the envelope, never by a stack', () => {
  it.each([
    ['malformed JSON', { payload: '{"how":' }, 400, 'bad_request'],
    [
      'not JSON at all',
      { payload: 'how=ok', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_type',
    ],
    ['plain text', { payload: '{"how":"ok"}', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_type'],
    ['an oversized body', { payload: JSON.stringify({ how: 'x'.repeat(300_000) }) }, 413, 'too_large'],
    ['a foreign origin', { headers: { origin: 'https://evil.example' } }, 403, 'foreign_origin'],
    ['an origin of null', { headers: { origin: 'null' } }, 403, 'foreign_origin'],
    ['a cross-site request', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'foreign_origin'],
    ['a same-site neighbour', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'foreign_origin'],
    ['a missing X-Requested-With', { headers: { 'x-requested-with': '' } }, 403, 'foreign_origin'],
    ['an unknown address', { url: '/api/nothing' }, 404, 'unknown_call'],
    ['a field of the wrong type', { payload: { how: 7 } }, 200, 'validation'],
    ['an array for a body', { payload: [] as object }, 200, 'validation'],
    ['a failure of ours', { payload: { how: 'crash' } }, 500, 'server_error'],
  ])('%s', async (_what, more, http, code) => {
    const answer = await post(more);
    expect(answer.statusCode).toBe(http);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.json()).toMatchObject({ status: 'error', code, message: expect.stringMatching(/[а-яё]/) });
    expect(answer.body).not.toMatch(/\bat .*:\d+|node_modules|secret detail/);
  });

  it('answers in the dialect of the family', async () => {
    expect((await app.inject({ url: '/cart/nothing' })).json()).toMatchObject({ status: 0, code: 'unknown_call' });
    expect((await app.inject({ url: '/user/nothing' })).json()).toMatchObject({
      status: 'error',
      code: 'unknown_call',
    });
  });
  it('guards GETs that change state, too', async () => {
    expect((await app.inject({ url: '/api/test-get/1' })).statusCode).toBe(403);
    expect((await app.inject({ url: '/api/test-get/1', headers: { 'x-requested-with': 'rostok' } })).json()).toEqual({
      status: 'success',
    });
    expect((await app.inject({ url: '/api/test-get/abc', headers: { 'x-requested-with': 'rostok' } })).statusCode).toBe(
      400,
    );
  });
  it('our own origin passes', async () => {
    expect((await post({ headers: { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' } })).json()).toMatchObject({
      status: 'success',
    });
  });
  it.each(['unknown', 'x'.repeat(43), '%00', 'a'.repeat(5000)])('an unknown session is a stranger: %s', async (sid) => {
    expect((await post({ headers: { cookie: `sid=${sid}` } })).json()).toMatchObject({ status: 'success' });
  });
  it('a broken address is 400, not a crash', async () => {
    const answer = await app.inject({ url: '/api/%E0%A4%A' });
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.json()).toMatchObject({ status: 'error' });
  });
});

describe('logs', () => {
  it('name the route, status and time, and nothing personal', async () => {
    lines.length = 0;
    const phone = '79990001122';
    await app.inject({
      url: `/api/test-get/42?phone=${phone}`,
      headers: { 'x-requested-with': 'rostok', cookie: `sid=${'s'.repeat(43)}`, 'x-request-id': 'trace-12345' },
    });
    await post({ payload: { how: 'crash', secret: phone } as object });
    const seen = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(seen[0]).toMatchObject({
      route: '/api/test-get/:id',
      method: 'GET',
      status: 200,
      ms: expect.any(Number),
      reqId: 'trace-12345',
    });
    const text = lines.join('\n');
    expect(text).not.toContain(phone);
    expect(text).not.toContain('ssss');
    expect(text).not.toContain('127.0.0.1');
    expect(seen.some((line) => line.msg === 'request failed' && line.err)).toBe(true);
  });
  it('a database error gives away no values', async () => {
    lines.length = 0;
    const { describeError } = await import('#server/platform/log.ts');
    const failed = await open.db
      .execute(sql`select 'tajna@example.test'::uuid, ${'79990001122'}`)
      .catch((error: unknown) => error);
    const text = JSON.stringify(describeError(failed));
    // Described for a line, and again by the logger that writes it.
    expect(JSON.stringify(describeError(describeError(failed)))).toBe(text);
    expect(text).not.toMatch(/tajna|7999/);
    expect(text).toContain('22P02');
  });
  it('takes over a sane request id only', async () => {
    const id = async (given: string) =>
      (await app.inject({ url: '/healthz', headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await id('trace-12345')).toBe('trace-12345');
    expect(await id('x')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id('bad id {"a":1}')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id(randomUUID().repeat(4))).toHaveLength(36);
  });
});
