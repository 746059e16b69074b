import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openGates } from '#server/gates/gates.ts';
import { HEADERS, testRoutes } from '#tests/platform/calls.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// A wrong code counts although nothing else of its request stays (docs/decisions/151).
let shop: TestShop;
let app: TestShop['app'];
let sid = '';
beforeAll(async () => {
  shop = await openShop();
  await shop.db.execute(sql`create table deeds (id serial primary key, how text)`);
  await shop.db.execute(sql`create table tries (id serial primary key)`);
  app = await buildApp({ db: shop.db, jobs: shop.jobs, env: shop.env, now: () => shop.clock.now });
  testRoutes(app, { db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), now: () => shop.clock.now });
  const opened = await app.inject({
    method: 'POST',
    url: '/api/session/guest',
    headers: HEADERS,
    payload: { guestId: randomUUID() },
  });
  sid = opened.cookies.find(({ name }) => name === 'sid')?.value ?? '';
});
beforeEach(async () => {
  await shop.db.execute(sql`truncate deeds, tries`);
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const ask = (url: string, how: string, key?: string) =>
  app.inject({
    method: 'POST',
    url,
    payload: { how },
    cookies: { sid },
    headers: { ...HEADERS, ...(key ? { 'idempotency-key': key } : {}) },
  });
const left = async () =>
  (
    await shop.db.execute<{ deeds: number; tries: number }>(
      sql`select (select count(*)::int from deeds) as deeds, (select count(*)::int from tries) as tries`,
    )
  ).rows[0];

it.each([
  ['without a key', '/api/test-plain', undefined],
  ['without a key, of a call that has one', '/cart/test-deed', undefined],
  ['under a key', '/cart/test-deed', randomUUID()],
])('%s the deed is undone and the try stays', async (_name, url, key) => {
  const refused = await ask(url, 'wrongCode', key);
  expect([refused.statusCode, refused.json().code]).toEqual([200, 'code_wrong']);
  expect(await left()).toEqual({ deeds: 0, tries: 1 });
});

it('a repeat under its key is answered again and counts no second time', async () => {
  const key = randomUUID();
  const first = await ask('/cart/test-deed', 'wrongCode', key);
  const again = await ask('/cart/test-deed', 'wrongCode', key);
  expect(again.body).toBe(first.body);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(await left()).toEqual({ deeds: 0, tries: 1 });
  await ask('/cart/test-deed', 'wrongCode', randomUUID());
  expect(await left()).toEqual({ deeds: 0, tries: 2 });
});

it('many at the same moment under one key count once', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/cart/test-deed', 'wrongCode', key)));
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
  expect(await left()).toEqual({ deeds: 0, tries: 1 });
});

it('a refusal that is not kept under its key counts each time', async () => {
  const key = randomUUID();
  for (let i = 1; i <= 2; i += 1) {
    const refused = await ask('/cart/test-deed', 'lastCode', key);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(await left()).toEqual({ deeds: 0, tries: i });
  }
});
