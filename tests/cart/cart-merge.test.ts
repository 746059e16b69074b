import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { mergeGuestCart } from '#server/features/cart/merge-guest-cart.commands.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import {
  addConsultant,
  addPerson,
  addProduct,
  browserOf,
  cartOf,
  change,
  quantities,
} from '#tests/cart/shop-people.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const merge = (guestId: string, userId: number) =>
  shop.db.transaction((tx) => mergeGuestCart(tx, { guestId, userId, now: shop.clock.now }));

it('adds the guest’s pieces, clamped and told, and a repeat adds nothing', async () => {
  const [guestId, userId] = [randomUUID(), await addPerson(shop)];
  const [guest, person] = [await browserOf(shop, { guestId }), await browserOf(shop, { userId })];
  const [shared, tight, new_] = [
    await addProduct(shop),
    await addProduct(shop, { stockQty: 5, title: 'Мёд' }),
    await addProduct(shop),
  ];
  await change(person, shared, 1);
  await change(person, tight, 3);
  await change(guest, shared, 2);
  await change(guest, tight, 4);
  await change(guest, new_, 6);
  expect((await merge(guestId, userId)).warnings).toEqual([
    { code: 'qty_limit', message: expect.stringContaining('Мёд') },
  ]);
  const expected = { [shared]: 3, [tight]: 5, [new_]: 6 };
  const cart = await cartOf(person);
  expect(quantities(cart)).toEqual(expected);
  expect(await merge(guestId, userId)).toEqual({ warnings: [] });
  expect(await cartOf(person)).toEqual(cart);
  expect((await cartOf(guest)).groups).toEqual([]);
});

it('merges once however many logins run at once', async () => {
  const [guestId, userId] = [randomUUID(), await addPerson(shop)];
  const productId = await addProduct(shop);
  await change(await browserOf(shop, { guestId }), productId, 4);
  await Promise.all(Array.from({ length: 5 }, () => merge(guestId, userId)));
  expect(quantities(await cartOf(await browserOf(shop, { userId })))).toEqual({ [productId]: 4 });
});

it('loses nothing of a change that runs beside the login', async () => {
  const [guestId, userId] = [randomUUID(), await addPerson(shop)];
  const productId = await addProduct(shop);
  const [guest, person] = [await browserOf(shop, { guestId }), await browserOf(shop, { userId })];
  await change(guest, productId, 1);
  await Promise.all([
    ...Array.from({ length: 4 }, () => change(guest, productId, 1)),
    merge(guestId, userId),
    change(person, productId, 1),
  ]);
  const sum = [await cartOf(guest), await cartOf(person)].reduce(
    (total, cart) => total + (quantities(cart)[productId] ?? 0),
    0,
  );
  expect(sum).toBe(6);
});

it('never gives one guest’s cart to a second account', async () => {
  const [guestId, first, second] = [randomUUID(), await addPerson(shop), await addPerson(shop)];
  const guest = await browserOf(shop, { guestId });
  const productId = await addProduct(shop);
  await change(guest, productId, 1);
  await merge(guestId, first);
  await change(guest, productId, 2);
  await merge(guestId, second);
  expect((await cartOf(await browserOf(shop, { userId: second }))).groups).toEqual([]);
});

it('keeps a sold-out line in sight and starts anew with the account’s prices', async () => {
  const [guestId, userId] = [randomUUID(), await addConsultant(shop)];
  const productId = await addProduct(shop);
  const guest = await browserOf(shop, { guestId });
  await change(guest, productId, 2);
  await shop.db.update(products).set({ stockQty: 0, actualPrice: 90000 }).where(eq(products.id, productId));
  expect((await merge(guestId, userId)).warnings).toEqual([{ code: 'out_of_stock', message: expect.any(String) }]);
  expect(await cartOf(await browserOf(shop, { userId }))).toMatchObject({
    kind: 'retail',
    groups: [{ items: [{ quantity: 2, available: false, price: 37731, price_changed: null }] }],
  });
});

it('a wholesale person finds the guest’s pieces in the wholesale cart, the only one their app shows', async () => {
  const [guestId, userId] = [randomUUID(), await addPerson(shop, { role: 'optovik' })];
  const [guest, person] = [await browserOf(shop, { guestId }), await browserOf(shop, { userId })];
  const [shared, new_] = [await addProduct(shop), await addProduct(shop, { stockQty: 5, title: 'Мёд' })];
  await change(person, shared, 24, { base: '/optovik/cart' });
  await change(guest, shared, 2);
  await change(guest, new_, 5);
  expect(await merge(guestId, userId)).toEqual({ warnings: [] });
  const cart = await cartOf(person, '/optovik/cart');
  expect(cart).toMatchObject({ kind: 'wholesale', result: { count: 31, price_type: 1, sum_amount: 31 * 37731 } });
  expect(quantities(cart)).toEqual({ [shared]: 26, [new_]: 5 });
  // Again, also after more has come under the guest: nothing twice, nothing left behind.
  await change(guest, shared, 1);
  await merge(guestId, userId);
  await merge(guestId, userId);
  expect(quantities(await cartOf(person, '/optovik/cart'))).toEqual({ [shared]: 27, [new_]: 5 });
});

it('takes along what a wholesale buyer has in a retail cart from before they were one', async () => {
  const [guestId, userId] = [randomUUID(), await addPerson(shop)];
  const [guest, productId] = [await browserOf(shop, { guestId }), await addProduct(shop)];
  await change(guest, productId, 1);
  await merge(guestId, userId);
  await shop.db.update(users).set({ role: 'optovik' }).where(eq(users.id, userId));
  await change(guest, productId, 2);
  await merge(guestId, userId);
  expect(quantities(await cartOf(await browserOf(shop, { userId }), '/optovik/cart'))).toEqual({ [productId]: 3 });
});

it('gives a readonly account what its guest had put in', async () => {
  const [guestId, userId] = [randomUUID(), await addConsultant(shop, { readonly: true })];
  const productId = await addProduct(shop);
  await change(await browserOf(shop, { guestId }), productId, 2);
  expect(await merge(guestId, userId)).toEqual({ warnings: [] });
  expect(quantities(await cartOf(await browserOf(shop, { userId })))).toEqual({ [productId]: 2 });
});

it('does nothing for a guest without a cart', async () => {
  expect(await merge(randomUUID(), await addPerson(shop))).toEqual({ warnings: [] });
});
