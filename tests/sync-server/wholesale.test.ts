import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProduct, quantities } from '#tests/cart/shop-people.ts';
import { addAccount, executionsOf, guestPhone, ledgerOf, openLab, pieces } from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// A wholesale buyer who filled a cart before logging in: nothing vanishes from sight (docs/product/offline.md F21).
let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
});
afterAll(() => shop.close());

it('everything a guest has done, sent before the login or after it, stands in the wholesale cart, once', async () => {
  const [phone, account] = [await guestPhone(shop), await addAccount(shop, { role: 'optovik' })];
  const [product, other] = [await addProduct(shop), await addProduct(shop)];
  const [sent, tried, moved] = [randomUUID(), randomUUID(), randomUUID()];
  await phone.send(pieces(product, 3), phone.guest, sent);
  expect((await phone.logIn(account.email)).body.warnings).toEqual([]);
  // A tried record stays the guest's; an untried one has been copied to the account with its key.
  expect((await phone.send(pieces(product, 2), phone.guest, tried)).kind).toBe('ack');
  expect((await phone.send(pieces(other, 1), account.owner, moved)).kind).toBe('ack');
  for (const [key, owner, wish] of [
    [sent, phone.guest, pieces(product, 3)],
    [tried, phone.guest, pieces(product, 2)],
    [moved, phone.guest, pieces(other, 1)],
  ] as const)
    expect((await phone.send(wish, owner, key)).headers.get('idempotency-replayed')).toBe('true');

  const shown = await phone.get('/optovik/cart/data', { 'x-client-tried': [sent, tried, moved].join(',') });
  expect(quantities(shown)).toEqual({ [product]: 5, [other]: 1 });
  expect(shown.included.toSorted()).toEqual([sent, tried, moved].toSorted());
  expect((await phone.get('/user/data')).cart).toEqual({ count: 6, sum_amount: 6 * 37731 });
  const merge = (await ledgerOf(shop)).find((one) => one.kind === 'cart.merge' && one.person === account.owner);
  expect(merge).toMatchObject({ cart: 'wholesale:0', target_id: product, applied: 3, quantity: 3 });
  for (const key of [tried, moved]) expect(await executionsOf(shop, key)).toMatchObject([{ cart: 'wholesale:0' }]);
});
