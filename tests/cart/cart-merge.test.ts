import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { mergeGuestCart } from '#server/features/cart/merge-guest-cart.ts';
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

it('keeps a sold-out line in sight, starts anew with the account’s prices, and gives a wholesale person a retail cart', async () => {
  const [guestId, userId] = [randomUUID(), await addConsultant(shop, { role: 'optovik' })];
  const productId = await addProduct(shop);
  const guest = await browserOf(shop, { guestId });
  await change(guest, productId, 2);
  await shop.db.update(products).set({ stockQty: 0, actualPrice: 90000 }).where(eq(products.id, productId));
  expect((await merge(guestId, userId)).warnings).toEqual([{ code: 'out_of_stock', message: expect.any(String) }]);
  const person = await browserOf(shop, { userId });
  const cart = await cartOf(person);
  expect(cart).toMatchObject({
    kind: 'retail',
    groups: [{ items: [{ quantity: 2, available: false, price: 37731, price_changed: null }] }],
  });
  expect((await cartOf(person, '/optovik/cart')).groups).toEqual([]);
});

it('does nothing for a guest without a cart', async () => {
  expect(await merge(randomUUID(), await addPerson(shop))).toEqual({ warnings: [] });
});
