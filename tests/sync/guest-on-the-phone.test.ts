import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { readSealedAtom, sealedCountAtom } from '#src/features/sync/sealed.atoms.ts';
import { flushAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { addLogin, enterShop, phone } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { queued, tap } from '#tests/sync/on-the-phone.ts';
import { until } from '#tests/support/until.ts';

// A guest's queue and cart where the phone does not know what has become of the guest.

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

it('a guest that has joined an account without this phone hearing of it: the queue waits for that account, and is told of', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  const [cream, tea, soap] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
  tap(tab, cream);
  await until(() => expect(tab.get(cartAtom).lines).toMatchObject([{ productId: cream, isPending: false }]));
  own.net.isOn = false;
  tap(tab, tea, 2);
  await queued(tab, 1);
  const [record] = tab.get(syncAtom).pending;
  // The whole answer of the login was lost, cookie and all.
  const elsewhere = fetchFrom(shop.app);
  for (const [name, value] of own.browser.cookies) elsewhere.cookies.set(name, value);
  await elsewhere('http://shop.test/api/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'rostok' },
    body: JSON.stringify({ ...person, guestId: record?.owner.slice('guest:'.length) }),
  });
  own.net.isOn = true;
  void tab.set(flushAtom, 'resumed');
  await queued(tab, 0);
  await tab.set(readSealedAtom, 'guest');
  expect(tab.get(sealedCountAtom)).toBe(1);
  tap(tab, soap);
  await until(() => expect(tab.get(cartAtom).lines).toMatchObject([{ productId: soap, isPending: false }]));
  // The same person logs in on this phone: everything is there, once.
  await enterShop(tab, person);
  await until(() =>
    expect(Object.fromEntries(tab.get(cartAtom).lines.map((line) => [line.productId, line.quantity]))).toEqual({
      [cream]: 1,
      [tea]: 2,
      [soap]: 1,
    }),
  );
});

it('a guest’s page is not given the cart of an account whose cookie has come', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const [cream, tea] = [await addProduct(shop), await addProduct(shop)];
  tap(tab, cream);
  await until(() => expect(tab.get(cartAtom).lines).toMatchObject([{ productId: cream, isPending: false }]));
  await tab.set(pullCartAtom);
  const person = await addLogin(shop);
  const elsewhere = phone(shop);
  const desk = await elsewhere.openTab();
  await enterShop(desk, person);
  // More often than the guest: what is older than the guest's own cart would not be taken anyway.
  for (const pieces of [3, 2, 1]) {
    tap(desk, tea, pieces);
    await queued(desk, 1);
    await queued(desk, 0);
  }
  for (const [name, value] of elsewhere.browser.cookies) own.browser.cookies.set(name, value);
  const seen: number[] = [];
  ends.push(
    tab.sub(
      cartAtom,
      () => tab.get(sessionAtom).user.isGuest && seen.push(...tab.get(cartAtom).lines.map((line) => line.productId)),
    ),
  );
  await tab.set(pullCartAtom);
  expect(seen).not.toContain(tea);
  expect(JSON.stringify(own.stores.all()['u:guest'])).not.toContain(`"id":${tea},`);
});

it('a guest whose session the shop has lost is given the cart again', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const cream = await addProduct(shop);
  tap(tab, cream, 2);
  await queued(tab, 0);
  await tab.set(pullCartAtom);
  own.browser.cookies.clear();
  await tab.set(pullCartAtom);
  expect(tab.get(cartAtom).lines).toMatchObject([{ productId: cream, quantity: 2 }]);
});
