import { sql } from 'drizzle-orm';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTestLedger } from '#contract/test-ledger.ts';
import { buildApp } from '#server/app.ts';
import { readEnv } from '#server/platform/env.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import { addProduct, call } from '#tests/cart/shop-people.ts';
import { addAccount, guestPhone, heart, ledgerOf, openLab, pieces } from '#tests/sync-server/phone.ts';
import { openShop, testEnv, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
});
afterAll(() => shop.close());

it('tells every execution in server order: key, owner, person, call, product and pieces; refusals and replays leave none', async () => {
  const [phone, account] = [await guestPhone(shop), await addAccount(shop)];
  const [one, two, none] = [await addProduct(shop), await addProduct(shop), await addProduct(shop, { stockQty: 0 })];
  const [first, second, refused, liked, unliked] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  await phone.send(pieces(one, 3), phone.guest, first);
  await phone.send(pieces(one, 3), phone.guest, first);
  await phone.send(pieces(none, 1), phone.guest, refused);
  await phone.logIn(account.email);
  await phone.send(pieces(one, -1), phone.guest, second);
  await call(phone.browser, 'POST', '/cart/add', {
    items: [
      { product_id: two, quantity: 1 },
      { product_id: none, quantity: 1 },
    ],
  });
  await phone.send(heart(two, true), account.owner, liked);
  await phone.send(heart(two, false), account.owner, unliked);
  await call(phone.browser, 'GET', '/cart/clean');

  const answer = await shop.app.inject({ url: '/api/test/ledger' });
  expect(getTestLedger.reply.safeParse(answer.json()).success).toBe(true);
  const guest = { owner: phone.guest, person: phone.guest };
  const person = { owner: account.owner, person: account.owner };
  const retail = { cart: 'retail:0' };
  expect((await ledgerOf(shop)).map(({ n: _order, at: _time, ...rest }) => rest)).toEqual([
    {
      ...guest,
      ...retail,
      key: first,
      call: 'POST /cart/change',
      kind: 'cart.change',
      target_id: one,
      asked: 3,
      applied: 3,
      quantity: 3,
    },
    {
      ...retail,
      key: null,
      owner: phone.guest,
      person: account.owner,
      call: 'POST /api/login',
      kind: 'cart.merge',
      target_id: one,
      asked: 3,
      applied: 3,
      quantity: 3,
    },
    {
      ...retail,
      key: second,
      owner: phone.guest,
      person: account.owner,
      call: 'POST /cart/change',
      kind: 'cart.change',
      target_id: one,
      asked: -1,
      applied: -1,
      quantity: 2,
    },
    {
      ...person,
      ...retail,
      key: null,
      call: 'POST /cart/add',
      kind: 'cart.change',
      target_id: two,
      asked: 1,
      applied: 1,
      quantity: 1,
    },
    {
      ...person,
      cart: null,
      key: liked,
      call: 'PUT /favorite-products/:id',
      kind: 'fav.set',
      target_id: two,
      asked: 1,
      applied: 1,
      quantity: 1,
    },
    {
      ...person,
      cart: null,
      key: unliked,
      call: 'DELETE /favorite-products/:id',
      kind: 'fav.set',
      target_id: two,
      asked: -1,
      applied: -1,
      quantity: 0,
    },
    ...[
      [one, 2],
      [two, 1],
    ].map(([target_id, n]) => ({
      ...person,
      ...retail,
      key: null,
      call: 'GET /cart/clean',
      kind: 'cart.change',
      target_id,
      asked: -n!,
      applied: -n!,
      quantity: 0,
    })),
  ]);
});

it('books a product id and a price that no column of the shop could hold', async () => {
  const [phone, id] = [await guestPhone(shop), 9_999_999_999];
  const [taken, accepted] = [randomUUID(), randomUUID()];
  expect((await phone.send(pieces(id, -1), phone.guest, taken)).kind).toBe('ack');
  const price: Intent = { kind: 'cart.price', body: { kind: 'retail', cartType: 0, productId: id, price: id } };
  expect((await phone.send(price, phone.guest, accepted)).kind).toBe('ack');
  expect((await ledgerOf(shop)).filter(({ target_id }) => target_id === id)).toMatchObject([
    { key: taken, asked: -1, applied: 0, quantity: 0 },
    { key: accepted, asked: id, applied: 0, quantity: 0 },
  ]);
});

it('would show a key that was carried out twice', async () => {
  const [phone, product, key] = [await guestPhone(shop), await addProduct(shop), randomUUID()];
  await phone.send(pieces(product, 1), phone.guest, key);
  // A server that forgot the key.
  await shop.db.execute(sql`delete from idempotency_keys where key = ${key}`);
  await phone.send(pieces(product, 1), phone.guest, key);
  expect((await ledgerOf(shop)).filter((one) => one.key === key).map((one) => one.quantity)).toEqual([1, 2]);
});

it('is one for all nodes of a database, also when they start together', async () => {
  const lab = await openShop();
  const nodes = await Promise.all(
    [1, 2, 3].map(() =>
      buildApp({ db: lab.db, jobs: lab.jobs, env: testEnv({ TEST_LEDGER: '1' }), now: () => lab.clock.now }),
    ),
  );
  await Promise.all(nodes.map((node) => node.ready()));
  for (const node of nodes)
    expect((await node.inject({ url: '/api/test/ledger' })).json()).toEqual({ status: 'success', executions: [] });
  await Promise.all(nodes.map((node) => node.close()));
  await lab.close();
});

it('is absent without TEST_LEDGER=1: no route, no table', async () => {
  const plain = await openShop();
  const phone = await guestPhone(plain);
  expect((await phone.send(pieces(await addProduct(plain), 1), phone.guest, randomUUID())).kind).toBe('ack');
  const answer = await plain.app.inject({ url: '/api/test/ledger' });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown_call']);
  const { rows } = await plain.db.execute(sql`select to_regclass('test_ledger') as name`);
  expect(rows).toEqual([{ name: null }]);
  for (const off of ['0', '', 'true', 'yes']) expect(readEnv({ TEST_LEDGER: off }).testLedger).toBe(false);
  await plain.close();
});

it('production does not start with it, in words', async () => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      TEST_LEDGER: '1',
      PUBLIC_URL: 'https://shop.example',
      DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const code = await new Promise((done) => child.on('close', done));
  expect([code, said]).toEqual([1, expect.stringContaining('TEST_LEDGER=1 запрещён в production')]);
});
