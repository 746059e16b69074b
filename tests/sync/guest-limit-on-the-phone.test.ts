import { afterAll, beforeAll, expect, it } from 'vitest';
import { cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { phone, sleep } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { leave, queued, tap } from '#tests/sync/on-the-phone.ts';
import { until } from '#tests/support/until.ts';

// More new guests behind one address than the shop opens at once (docs/decisions/151): the next one waits, and loses nothing.
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ CALL_LIMITS: 'openGuest.address=1' });
});
afterAll(() => shop.close());

it('a guest whose session is not opened yet keeps the cart on the phone and sends it by itself when its turn has come', async () => {
  const product = await addProduct(shop);
  const first = await phone(shop).openTab();
  tap(first, product);
  await until(() => expect(first.get(cartAtom).lines).toMatchObject([{ quantity: 1, isPending: false }]));

  const own = phone(shop);
  const second = await own.openTab();
  const asked = () => own.sent.filter(({ path }) => path === '/api/session/guest').length;
  tap(second, product, 3);
  await until(() => expect(asked()).toBe(1));
  // An hour's allowance of one guest is used up: the shop says when there is room again.
  await sleep(60_000);
  await queued(second, 1);
  expect(asked()).toBe(1);
  // Shown all the while, and never tried: the shop does not know the guest.
  expect(second.get(cartAtom).lines).toMatchObject([{ productId: product, quantity: 3, isPending: true }]);
  expect([second.get(syncAtom).pending[0]?.state, own.changes()]).toEqual(['queued', []]);

  shop.clock.now = new Date(shop.clock.now.getTime() + 3_600_000);
  await sleep(3_600_000);
  await until(() => expect(second.get(cartAtom).lines).toMatchObject([{ quantity: 3, isPending: false }]));
  expect(own.changes()).toHaveLength(1);
  await Promise.all([first, second].map(leave));
});
