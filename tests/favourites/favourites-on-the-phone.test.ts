import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { favourites } from '#server/db/tables/cart.ts';
import {
  favouriteIdsAtom,
  startFavouritesAtom,
  toggleFavouriteAtom,
  wishesAtom,
} from '#src/features/favourites/favourites.atoms.ts';
import { dialogAtom, toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { flushAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  vi.unstubAllGlobals();
});
const heart = (tab: Tab, id: number) => tab.set(toggleFavouriteAtom, id);
const shown = (tab: Tab) => [...tab.get(favouriteIdsAtom)];
const settled = (tab: Tab) => until(() => expect(tab.get(wishesAtom).size).toBe(0));
const onServer = async (userId: number) =>
  (await shop.db.select().from(favourites).where(eq(favourites.userId, userId))).map((row) => row.productId).sort();

it('a heart shows at once, reaches the server, and the newest of many taps wins', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  const [one, two] = [await addProduct(shop), await addProduct(shop)];
  heart(tab, one);
  expect(shown(tab)).toEqual([one]);
  await settled(tab);
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
  for (let i = 0; i < 5; i += 1) heart(tab, two);
  expect(shown(tab)).toEqual([two, one]);
  await settled(tab);
  expect(shown(tab)).toEqual([two, one]);
  expect(await onServer(person.userId)).toEqual([one, two].sort());
});

it('a refusal takes back just that heart', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  await enterShop(tab, await addLogin(shop));
  const [fine, gone] = [await addProduct(shop), await addProduct(shop)];
  await shop.db.update(products).set({ published: false }).where(eq(products.id, gone));
  heart(tab, fine);
  heart(tab, gone);
  expect(shown(tab).sort()).toEqual([fine, gone].sort());
  await settled(tab);
  expect(shown(tab)).toEqual([fine]);
  expect(tab.get(dialogAtom)).toMatchObject({ title: 'Ошибка', text: 'Товар не найден' });
});

it('a heart that is tapped before the phone has told whose it is was empty on the screen, and is full', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  const [full, taken] = [await addProduct(shop), await addProduct(shop)];
  heart(tab, full);
  heart(tab, taken);
  await settled(tab);
  // From here on what the phone remembers of the person is older than what it remembers of the hearts.
  await tab.set(refreshSessionAtom);
  heart(tab, taken);
  await settled(tab);
  expect(await onServer(person.userId)).toEqual([full]);

  const next = own.bareTab();
  for (const id of [full, taken]) heart(next, id);
  await until(() => expect(next.get(sessionAtom).known).toBe(true));
  await next.set(startFavouritesAtom);
  await settled(next);
  expect(shown(next).sort()).toEqual([full, taken].sort());
  expect(await onServer(person.userId)).toEqual([full, taken].sort());
});

it('without a signal a heart waits on the phone and reaches the account once', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  const [kept, taken] = [await addProduct(shop), await addProduct(shop)];
  own.net.isOn = false;
  vi.stubGlobal('navigator', { onLine: false });
  heart(tab, kept);
  heart(tab, taken);
  heart(tab, taken);
  await until(() => expect(tab.get(syncAtom).pending).toHaveLength(1));
  expect(shown(tab)).toEqual([kept]);
  expect(tab.get(toastsAtom)).toEqual([]);
  const later = await own.openTab();
  expect(shown(later)).toEqual([kept]);
  own.net.isOn = true;
  await later.set(flushAtom, 'resumed');
  await settled(later);
  expect(await onServer(person.userId)).toEqual([kept]);
  // Another tab hears of it.
  await settled(tab);
  expect(shown(tab)).toEqual([kept]);
  expect(own.sent.filter((one) => one.path.endsWith(`/${taken}`))).toEqual([]);
});

it('a guest’s hearts live on the device, also without a signal, and join the account at login', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const ids = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
  vi.stubGlobal('navigator', { onLine: false });
  for (const id of ids) heart(tab, id);
  await settled(tab);
  vi.unstubAllGlobals();
  const again = await own.openTab();
  expect(shown(again)).toEqual([...ids].reverse());
  heart(again, ids[1]!);
  await settled(again);
  const person = await addLogin(shop);
  await enterShop(again, person);
  await settled(again);
  expect(await onServer(person.userId)).toEqual([ids[0], ids[2]].sort());
  expect(shown(again).sort()).toEqual([ids[0], ids[2]].sort());
  expect(own.stores.all()['u:guest']).not.toHaveProperty('hearts');
  expect(own.stores.all()['u:guest']).not.toHaveProperty('fav:join');
  expect(own.sent.filter((one) => one.method === 'PUT')).toHaveLength(2);
});

it('a join that is cut off goes on with the same keys at the next start, and never for another person', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const ids = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
  for (const id of ids) heart(tab, id);
  await settled(tab);
  const person = await addLogin(shop);
  let isLost = true;
  // Every answer to a heart is lost: the hearts are on the server, the phone does not know.
  own.net.lose = (one) => one.method === 'PUT' && isLost;
  await enterShop(tab, person);
  await until(() => expect(own.sent.filter((one) => one.method === 'PUT').length).toBeGreaterThanOrEqual(3));
  isLost = false;
  const later = await own.openTab();
  await settled(later);
  const keys = new Set(own.sent.filter((one) => one.method === 'PUT').map((one) => one.key));
  expect(keys.size).toBe(3);
  expect(await onServer(person.userId)).toEqual([...ids].sort());
  expect(own.stores.all()['u:guest']).not.toHaveProperty('fav:join');

  const guest = await own.stores.person('guest');
  await guest.set('fav:join', { v: 1, uid: '999999', items: [{ id: ids[0], key: 'x' }] });
  const before = own.sent.length;
  await later.set(startFavouritesAtom);
  await later.set(flushAtom, 'resumed');
  expect(own.sent.slice(before).filter((one) => one.method === 'PUT')).toEqual([]);
});

it('a heart for a product that is gone does not stop the others from joining', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const [gone, fine] = [await addProduct(shop), await addProduct(shop)];
  heart(tab, gone);
  heart(tab, fine);
  await settled(tab);
  await shop.db.update(products).set({ published: false }).where(eq(products.id, gone));
  const person = await addLogin(shop);
  await enterShop(tab, person);
  await settled(tab);
  expect(await onServer(person.userId)).toEqual([fine]);
});
