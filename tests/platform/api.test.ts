import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_CALLS } from '#contract/all-calls.ts';
import { buildApp } from '#server/app.ts';
import { tidy } from '#server/platform/upkeep.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, testEnv, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ METRICS_TOKEN: 'metrics-secret' });
});
afterAll(() => shop.close());

/** Routes that are no calls of the contract, each with its reason to be. */
const OTHERS =
  /^(\*|\/healthz|\/readyz|\/metrics|\/robots\.txt|\/sitemap\.xml|\/api\/docs(\/.*)?|\/dev\/outbox|\/otpiska\/:token|\/pay\/webhook\/(yookassa|robokassa|sber)|\/pay\/gpb\/(check|register)|\/carriers\/webhook\/:carrier\/:secret|\/pay\/sandbox\/:token|\/pay\/receipt\/:token|\/map-tiles\/:z\/:x\/:y|\/pictures\/.*|\/assets\/.*)$/;

describe('the contract', () => {
  const nameOf = (call: { method: string; path: string }) => `${call.method} ${call.path}`;
  it('is mounted whole, and nothing else is', () => {
    expect(shop.app.mountedCalls.map(nameOf).toSorted()).toEqual(ALL_CALLS.map(nameOf).toSorted());
    expect(new Set(ALL_CALLS.map((call) => call.name)).size).toBe(ALL_CALLS.length);
  });
  it('has no route beside it but the known ones', () => {
    const beside = shop.app.otherRoutes.filter((url) => !OTHERS.test(url));
    expect(shop.app.otherRoutes).toContain('/healthz');
    expect(beside).toEqual([]);
  });
  it('answers with and without a last slash, which OpenAPI leaves out', async () => {
    const slashed = ALL_CALLS.filter(({ path }) => path.endsWith('/'));
    expect(slashed.length).toBeGreaterThan(0);
    for (const { method, path } of slashed) {
      const headers = { 'x-requested-with': 'rostok' };
      const [long, short] = [path, path.slice(0, -1)].map((url) => shop.app.inject({ method, url, headers }));
      expect((await long!).statusCode).toBe((await short!).statusCode);
      expect([404, 405]).not.toContain((await short!).statusCode);
    }
  });
  it('is described as OpenAPI 3.1 with a page under the strict policy', async () => {
    const api = (await shop.app.inject({ url: '/api/docs/openapi.json' })).json() as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(api.openapi).toBe('3.1.0');
    const ids = Object.values(api.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    expect(ids.toSorted()).toEqual(ALL_CALLS.map((call) => call.name).toSorted());
    const change = api.paths['/cart/change']?.post as unknown as {
      parameters: { name: string; required: boolean }[];
      responses: object;
    };
    expect(change.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key' }));
    expect(change.parameters).toContainEqual(expect.objectContaining({ name: 'X-Requested-With', required: true }));
    expect(Object.keys(change.responses)).toEqual(expect.arrayContaining(['200', '403', '409', '422', '429']));
    const of = (path: string, method: string) => api.paths[path]?.[method] as unknown as Record<string, unknown>;
    expect(of('/optovik/cart/change', 'post').security).toEqual([{ session: ['optovik.cart', 'cart.edit'] }]);
    expect(of('/optovik/cart/change', 'post').description).toContain('Нужны права optovik.cart, cart.edit: оптовик.');
    expect(of('/favorite-products/{id}', 'put').description).toContain('Нужен вход.');
    expect(of('/user/data', 'get').security).toEqual([{}, { session: [] }]);
    const notify = of('/user/notify-product', 'post');
    expect(notify['x-limit']).toEqual({ caller: 20, network: 300 });
    expect(notify.description).toContain('Не чаще 20 за час с одного аккаунта или гостя, 300 за час из одной сети');
    const page = await shop.app.inject({ url: '/api/docs' });
    expect(page.body).toContain('Нужно право cart.edit: гость с сессией, клиент');
    expect(page.body).toContain('Не чаще 600 за час с одного адреса');
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.body).not.toMatch(/<style|style="|<script(?! src)| on\w+="/);
    for (const call of ALL_CALLS) expect(page.body).toContain(`id="${call.name}"`);
    for (const url of ['/api/docs/docs.css', '/api/docs/docs.js'])
      expect((await shop.app.inject({ url })).statusCode).toBe(200);
  });
});

describe('health and numbers', () => {
  it('ready with a migrated database, 503 when the database is gone or behind', async () => {
    expect((await shop.app.inject({ url: '/readyz' })).json()).toEqual({
      status: 'ready',
      database: true,
      migrations: true,
      writable: true,
      draining: false,
    });
    await shop.db.execute(sql`create table drizzle.aside as select * from drizzle.__drizzle_migrations`);
    await shop.db.execute(sql`delete from drizzle.__drizzle_migrations`);
    const behind = await shop.app.inject({ url: '/readyz' });
    expect([behind.statusCode, behind.json()]).toEqual([
      503,
      expect.objectContaining({ database: true, migrations: false }),
    ]);
    await shop.db.execute(sql`insert into drizzle.__drizzle_migrations select * from drizzle.aside`);
    const { openDb } = await import('#server/db/open.ts');
    const nowhere = openDb('postgres://nobody:x@127.0.0.1:1/none');
    const lost = await buildApp({ db: nowhere.db, jobs: nowhere.jobs, env: testEnv() });
    const gone = await lost.inject({ url: '/readyz' });
    expect([gone.statusCode, gone.json()]).toEqual([
      503,
      expect.objectContaining({ status: 'unavailable', database: false }),
    ]);
    expect((await lost.inject({ url: '/healthz' })).statusCode).toBe(200);
    const call = await lost.inject({
      method: 'POST',
      url: '/api/session/guest',
      payload: { guestId: randomUUID() },
      headers: { 'x-requested-with': 'rostok' },
    });
    expect([call.statusCode, call.headers['retry-after'], call.json().code]).toEqual([503, '2', 'server_error']);
    await lost.close();
    await nowhere.close();
  });
  it('metrics only with the token when there is one, else only from this machine', async () => {
    const ask = (authorization?: string) =>
      shop.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
    expect((await ask()).statusCode).toBe(403);
    expect((await ask('Bearer wrong')).statusCode).toBe(403);
    const answer = await ask('Bearer metrics-secret');
    expect(answer.body).toMatch(
      /rostok_http_request_seconds_bucket\{le="[\d.]+",method="GET",route="\/metrics",status="403"\}/,
    );
    const open = await buildApp({ db: shop.db, jobs: shop.jobs, env: testEnv() });
    expect((await open.inject({ url: '/metrics' })).statusCode).toBe(200);
    expect((await open.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })).statusCode).toBe(403);
    expect((await open.inject({ url: '/metrics', headers: { 'x-forwarded-for': '192.0.2.7' } })).statusCode).toBe(403);
    await open.close();
  });
});

describe('two nodes on one database', () => {
  it('are one shop: a session opened on one is known to the other', async () => {
    const second = await buildApp({ db: shop.db, jobs: shop.jobs, env: shop.env, now: () => shop.clock.now });
    const [a, b] = [fetchFrom(shop.app), fetchFrom(second)];
    const guestId = randomUUID();
    const open = (fetch: typeof a) =>
      fetch('/api/session/guest', {
        method: 'POST',
        body: JSON.stringify({ guestId }),
        headers: { 'content-type': 'application/json', 'x-requested-with': 'rostok' },
      });
    await open(a);
    const sid = a.cookies.get('sid') ?? '';
    b.cookies.set('sid', sid);
    await open(b);
    expect(b.cookies.get('sid')).toBe(sid);
    await second.close();
  });
});

describe('upkeep', () => {
  it('drops keys after 45 days, ended sessions and old failures, and nothing younger', async () => {
    const at = (days: number) => new Date(shop.clock.now.getTime() + days * 86_400_000).toISOString();
    const [old, young] = [randomUUID(), randomUUID()];
    await shop.db.execute(sql`insert into idempotency_keys (key, owner, fingerprint, status, answer, created_at) values
      (${old}, 'x', 'f', 200, '{}', ${at(-46)}), (${young}, 'x', 'f', 200, '{}', ${at(-44)})`);
    await shop.db.execute(
      sql`insert into sessions (id_hash, expires_at) values ('ended', ${at(-1)}), ('alive', ${at(1)})`,
    );
    await shop.db.execute(
      sql`insert into login_failures (bucket, at) values ('b-old', ${at(-2)}), ('b-new', ${at(-0.01)})`,
    );
    await shop.db.execute(sql`insert into users (id, role, name) values (99001, 'client', 'Анна')`);
    await shop.db.execute(
      sql`insert into known_devices (id_hash, user_id, seen_at) values ('d-old', 99001, ${at(-366)}), ('d-new', 99001, ${at(-364)})`,
    );
    await tidy({ db: shop.db, now: () => shop.clock.now });
    const left = async (text: ReturnType<typeof sql>) =>
      (await shop.db.execute<{ v: string }>(text)).rows.map((row) => row.v);
    expect(await left(sql`select key::text as v from idempotency_keys where key in (${old}, ${young})`)).toEqual([
      young,
    ]);
    expect(await left(sql`select id_hash as v from sessions where id_hash in ('ended', 'alive')`)).toEqual(['alive']);
    expect(await left(sql`select bucket as v from login_failures where bucket like 'b-%'`)).toEqual(['b-new']);
    expect(await left(sql`select id_hash as v from known_devices where user_id = 99001`)).toEqual(['d-new']);
  });
});
