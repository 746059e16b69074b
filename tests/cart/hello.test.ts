import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#server/db/tables/people.ts';
import { addPerson, addProduct, type Browser, browserOf, call, cartOf, change } from '#tests/cart/shop-people.ts';
import { buyerWith, place, placingBody } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// The hello bonus under way: the cart, the cabinet and the delivery say the same (docs/product/delivery.md#hello).
let shop: TestShop;
let product: number;
beforeAll(async () => {
  shop = await openShop();
  product = await addProduct(shop, { actualPrice: 100_000, stockQty: 50 });
});
afterAll(() => shop.close());

/** As cart, cabinet and delivery answer it. */
async function told(browser: Browser): Promise<unknown[]> {
  const { body: data } = await call(browser, 'GET', '/user/data');
  const address = { country_id: 1, city_id: 3 };
  const { body: delivery } = await call(browser, 'POST', '/delivery', { rid: 1, address, types: [8] });
  return [(await cartOf(browser)).helloBonus, data.bonuses.hello, delivery.helloBonus];
}
const registered = (daysAgo: number) => new Date(shop.clock.now.getTime() - daysAgo * 86_400_000);
const bonus = (current: number) => {
  const left = Math.max(0, 300_000 - current);
  return { amount: 50_000, successCondition: { type: 'min_sum', required: 300_000, current, left, met: left === 0 } };
};
const nobody = [null, null, null];

it('tells a newcomer what is left, at every change of the cart, until the first order', async () => {
  const userId = await addPerson(shop, { registeredAt: registered(3) });
  const browser = await browserOf(shop, { userId });
  expect(await told(browser)).toEqual([bonus(0), bonus(0), bonus(0)]);
  const { body: changed } = await change(browser, product, 2);
  expect(changed.helloBonus).toEqual(bonus(200_000));
  expect(await told(browser)).toEqual([bonus(200_000), bonus(200_000), bonus(200_000)]);
  await change(browser, product, 1);
  expect(await told(browser)).toEqual([bonus(300_000), bonus(300_000), bonus(300_000)]);

  const { body: placed } = await place(browser, await placingBody(browser));
  expect(placed.status).toBe(1);
  await change(browser, product, 1);
  expect(await told(browser)).toEqual(nobody);
  // An order that was cancelled was none.
  await call(browser, 'POST', '/user/order/cancel', { exp_id: placed.exp_id });
  expect(await told(browser)).toEqual([bonus(100_000), bonus(100_000), bonus(100_000)]);
});

it('the order of another person takes it from nobody', async () => {
  const other = await browserOf(shop, { userId: await addPerson(shop, { registeredAt: registered(3) }) });
  await change(other, product, 1);
  const { body: placed } = await place(other, await placingBody(other));
  expect(placed.status).toBe(1);
  const browser = await browserOf(shop, { userId: await addPerson(shop, { registeredAt: registered(3) }) });
  const { body: changed } = await change(browser, product, 1);
  expect(changed.helloBonus).toEqual(bonus(100_000));
  expect(await told(browser)).toEqual([bonus(100_000), bonus(100_000), bonus(100_000)]);
});

it.each(['optovik', 'user', 'staff'] as const)('tells «%s» nothing', async (role) => {
  const userId = await addPerson(shop, { registeredAt: registered(3) });
  await shop.db.update(users).set({ role }).where(eq(users.id, userId));
  const browser = await browserOf(shop, { userId });
  expect(await told(browser)).toEqual(nobody);
});

it('tells a guest nothing, nor whoever registered over thirty days ago', async () => {
  expect(await told(await buyerWith(shop, [[product, 1]]))).toEqual(nobody);
  const userId = await addPerson(shop, { registeredAt: registered(31) });
  expect(await told(await buyerWith(shop, [[product, 1]], { userId }))).toEqual(nobody);
});
