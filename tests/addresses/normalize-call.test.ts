import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserOf, call } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ CALL_LIMITS: 'normalizeAddress.caller=3' });
});
afterAll(() => shop.close());
const ask = async (address: unknown, browser = fetchFrom(shop.app)) =>
  call(browser, 'POST', '/user/delivery_address_normalize_index', { address });

it('answers parts and index, to a guest at the checkout too', async () => {
  const { body } = await ask('Барнаул, ул. Молодёжная, 12', await browserOf(shop));
  expect(body).toMatchObject({
    status: 'success',
    result: { index: '656000', city_id: 19, quality: 'partial' },
    variants: [],
  });
});
it('says in words that it knows no index', async () => {
  const { http, body } = await ask('Село Новая Заря, Полевая, 3', await browserOf(shop));
  expect([http, body.status, body.code, body.message]).toEqual([
    200,
    'error',
    'not_found',
    'Не удалось определить индекс',
  ]);
});
it.each([
  ['', 'address'],
  [' ', 'address'],
  ['я'.repeat(301), 'address'],
  [7, 'address'],
])('refuses %j', async (address, field) => {
  const { body } = await ask(address, await browserOf(shop));
  expect([body.code, Object.keys(body.errors)]).toEqual(['validation', [field]]);
});
it('is asked only so often: providers are paid by the question', async () => {
  const browser = await browserOf(shop);
  for (let i = 0; i < 3; i += 1) expect((await ask('Томск', browser)).http).toBe(200);
  expect((await ask('Томск', browser)).body.code).toBe('too_many');
});
