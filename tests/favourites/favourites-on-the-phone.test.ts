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
import { addProduct } from '#tests/cart/shop-people.ts';
import { addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

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
const settled = (tab: Tab) => vi.waitFor(() => expect(tab.get(wishesAtom).size).toBe(0), { timeout: 5000 });
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
  expect(tab.get(dialogAtom)).toEqual({ title: 'Ошибка', text: 'Товар не найден' });
});

it('without a signal an account is told so', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  await enterShop(tab, await addLogin(shop));
  const id = await addProduct(shop);
  own.net.isOn = false;
  heart(tab, id);
  await settled(tab);
  expect(shown(tab)).toEqual([]);
  expect(tab.get(toastsAtom).at(-1)?.text).toContain('Нужен интернет');
  vi.stubGlobal('navigator', { onLine: false });
  heart(tab, id);
  expect(shown(tab)).toEqual([]);
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
  expect(own.stores.kept('u:guest').has('base:fav')).toBe(false);
  expect(own.stores.kept('u:guest').has('fav:join')).toBe(false);
  expect(own.sent.filter((one) => one.method === 'PUT')).toHaveLength(2);
});

it('a join that is cut off goes on with the same keys at the next start, and never for another person', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const ids = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
  for (const id of ids) heart(tab, id);
  await settled(tab);
  const person = await addLogin(shop);
  let puts = 0;
  // The second answer and everything after it is lost.
  own.net.lose = (one) => one.method === 'PUT' && (puts += 1) >= 2;
  await enterShop(tab, person);
  own.net.lose = null;
  const cut = own.sent.filter((one) => one.method === 'PUT');
  expect(cut).toHaveLength(2);
  const stored = own.stores.kept('u:guest').get('fav:join') as { uid: string; items: { id: number; key: string }[] };
  expect(stored).toMatchObject({ uid: String(person.userId), items: [{ key: cut[1]!.key }, {}] });

  const later = await own.openTab();
  await settled(later);
  const keys = own.sent.filter((one) => one.method === 'PUT').map((one) => one.key);
  expect(keys[2]).toBe(cut[1]!.key);
  expect(await onServer(person.userId)).toEqual([...ids].sort());
  expect(own.stores.kept('u:guest').has('fav:join')).toBe(false);

  own.stores.kept('u:guest').set('fav:join', { v: 1, uid: '999999', items: [{ id: ids[0], key: 'x' }] });
  const before = own.sent.length;
  await later.set(startFavouritesAtom);
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
