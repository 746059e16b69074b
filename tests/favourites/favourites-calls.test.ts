import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { addPerson, addProduct, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';

let shop: TestShop;
let browser: Browser;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const put = (id: number | string, headers?: Record<string, string>) =>
  call(browser, 'PUT', `/favorite-products/${id}`, undefined, headers);
const del = (id: number | string, headers?: Record<string, string>) =>
  call(browser, 'DELETE', `/favorite-products/${id}`, undefined, headers);

it('adds, repeats without a change, removes, and raises the version only by a change', async () => {
  browser = await browserOf(shop, { userId: await addPerson(shop) });
  const [one, two] = [await addProduct(shop), await addProduct(shop)];
  expect((await put(one)).body).toEqual({ status: 1, favoriteProducts: [one], version: 1 });
  expect((await put(one)).body).toEqual({ status: 1, favoriteProducts: [one], version: 1 });
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
  expect((await put(two)).body).toEqual({ status: 1, favoriteProducts: [two, one], version: 2 });
  expect((await del(one)).body).toEqual({ status: 1, favoriteProducts: [two], version: 3 });
  expect((await del(one)).body).toEqual({ status: 1, favoriteProducts: [two], version: 3 });
});

it('refuses an unknown or hidden product, but takes a heart from anything', async () => {
  browser = await browserOf(shop, { userId: await addPerson(shop) });
  const productId = await addProduct(shop);
  await put(productId);
  await shop.db.update(products).set({ published: false }).where(eq(products.id, productId));
  expect((await put(productId)).body).toMatchObject({ status: 1, version: 1 });
  expect(await put(await addProduct(shop, { published: false }))).toMatchObject({
    http: 404,
    body: { status: 0, code: 'not_found' },
  });
  for (const unknown of [987_654, 9_999_999_999]) {
    expect(await put(unknown)).toMatchObject({
      http: 404,
      body: { status: 0, code: 'not_found', message: 'Товар не найден' },
    });
    expect(await del(unknown)).toMatchObject({ http: 200, body: { status: 1 } });
  }
  expect(await put('x1')).toMatchObject({ http: 400, body: { code: 'bad_request' } });
  expect((await del(productId)).body).toMatchObject({ favoriteProducts: [], version: 2 });
});

it('asks a guest to log in', async () => {
  browser = await browserOf(shop);
  expect(await put(await addProduct(shop))).toMatchObject({ http: 401, body: { status: 0, code: 'auth_required' } });
  expect(await del(1)).toMatchObject({ http: 401 });
});

it('answers a repeated key from its store, and many at once keep list and version in step', async () => {
  browser = await browserOf(shop, { userId: await addPerson(shop) });
  const ids = await Promise.all(Array.from({ length: 8 }, () => addProduct(shop)));
  const key = { 'idempotency-key': randomUUID() };
  await put(ids[0]!, key);
  await del(ids[0]!);
  expect(await put(ids[0]!, key)).toMatchObject({ replayed: true, body: { favoriteProducts: [ids[0]], version: 1 } });
  const answers = await Promise.all(ids.map((id) => put(id)));
  const byVersion = answers.map(({ body }) => body).sort((a, b) => a.version - b.version);
  expect(byVersion.map((body) => body.version)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  for (const [i, body] of byVersion.entries()) expect(body.favoriteProducts).toHaveLength(i + 1);
});

it('readonly people keep their hearts', async () => {
  browser = await browserOf(shop, { userId: await addPerson(shop, { readonly: true }) });
  expect((await put(await addProduct(shop))).body.status).toBe(1);
});
