import { eq } from 'drizzle-orm';
import { atom } from 'jotai';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import { cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { refusedLinesAtom } from '#src/features/cart/refused-lines.atoms.ts';
import { toggleFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { closeDialogAtom, dialogAtom } from '#src/features/notices/notices.atoms.ts';
import { refreshSessionAtom } from '#src/features/session/session.atoms.ts';
import { readDiagnostics } from '#src/features/sync/diagnostics.ts';
import { watchLost } from '#src/features/sync/watch-lost.ts';
import { watchNews } from '#src/features/sync/watch-news.ts';
import { watchPill } from '#src/features/sync/watch-pill.ts';
import { closeLostAtom, lostAtom } from '#src/features/sync/lost.atoms.ts';
import { pillAtom } from '#src/features/sync/pill.atoms.ts';
import { closeNewsAtom, newsAtom } from '#src/features/sync/sync.atoms.ts';
import {
  discardAtom,
  flushAtom,
  marksAtom,
  rejectedAtom,
  repeatAtom,
  sendNowAtom,
  syncAtom,
  syncClientAtom,
} from '#src/sync-client/sync.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { pendingCount } from '#src/platform/api/pending-count.ts';
import { addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { leave } from '#tests/sync/on-the-phone.ts';
import { pass } from '#tests/support/phone-time.ts';
import { until } from '#tests/support/until.ts';

// What people see of the queue, from the gesture to the real database and back; only the screens themselves are left out.

// The keepers watch the network as a page does; here it is switched by what the requests meet.
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  Object.assign(pendingCount, { now: 0, isAsked: false });
});

type Phone = ReturnType<typeof phone>;
/** A tab with the keepers of the frame around it. */
async function openTab(own: Phone): Promise<Tab> {
  const tab = await own.openTab();
  ends.push(watchPill(tab), watchNews(tab), watchLost(tab));
  return tab;
}
const tap = (tab: Tab, productId: number, delta = 1) => tab.set(changeCartAtom, { productId, delta });
const queued = (tab: Tab, count: number) => until(() => expect(tab.get(syncAtom).pending).toHaveLength(count));
const shown = (tab: Tab) => tab.get(newsAtom)?.news;
/** The app is gone from the phone's memory; what it stored is there. */
async function close(tab: Tab): Promise<void> {
  for (const end of ends.splice(0)) end();
  await leave(tab);
}
/** Nothing is told: longer than the sheet waits for rest. */
const stillness = () => pass(1500);
const wake = (tab: Tab) => tab.set(flushAtom, 'resumed');

async function loggedIn(): Promise<{ own: Phone; tab: Tab }> {
  const own = phone(shop);
  const tab = await openTab(own);
  await enterShop(tab, await addLogin(shop));
  return { own, tab };
}

it('what was done without a signal is told by the page that finds the network again, once', async () => {
  const { own, tab } = await loggedIn();
  const [cream, tea] = [await addProduct(shop), await addProduct(shop)];
  own.net.isOn = false;
  tap(tab, cream, 2);
  tab.set(toggleFavouriteAtom, tea);
  await queued(tab, 2);
  // The app is closed and started again, still without a signal.
  await close(tab);
  const later = await openTab(own);
  await queued(later, 2);
  await until(() => expect(later.get(pillAtom)?.text.replaceAll('\u00a0', ' ')).toBe('в очереди: 2'));
  expect([...later.get(marksAtom).values()]).toEqual(['queued', 'queued']);
  own.net.isOn = true;
  await wake(later);
  await queued(later, 0);
  await until(() =>
    expect(shown(later)?.added.map(({ productId, pieces }) => [productId, pieces])).toEqual([
      [cream, 2],
      [tea, null],
    ]),
  );
  expect(later.get(pillAtom)).toMatchObject({ tone: 'sent' });
  await later.set(closeNewsAtom);
  expect(shown(later)).toBeUndefined();
  const third = await openTab(own);
  await stillness();
  expect([shown(later), shown(third)]).toEqual([undefined, undefined]);
});

it('a tab whose browser never says that the network is back hears it from the tab that has sent, and tells', async () => {
  const { own, tab } = await loggedIn();
  const other = await openTab(own);
  const cream = await addProduct(shop);
  own.net.isOn = false;
  await other.set(refreshSessionAtom);
  expect(other.get(networkAtom).isOnline).toBe(false);
  tap(tab, cream, 2);
  await queued(other, 1);
  // A gesture of this very moment, stored while there is no network: nobody has been told a thing.
  expect(other.get(networkAtom).isOnline).toBe(false);
  own.net.isOn = true;
  await wake(tab);
  await until(() => expect(shown(other)?.added).toMatchObject([{ productId: cream, pieces: 2 }]));
  expect(other.get(networkAtom).isOnline).toBe(true);
});

it('a page that comes back to sight asks whether there is a network, also with nothing to send', async () => {
  const { own, tab } = await loggedIn();
  own.net.isOn = false;
  await tab.set(refreshSessionAtom);
  await wake(tab);
  expect(tab.get(networkAtom).isOnline).toBe(false);
  own.net.isOn = true;
  await wake(tab);
  expect(tab.get(networkAtom).isOnline).toBe(true);
});

it('what a closed tab has left in the queue is sent by the other one, though nobody wakes it', async () => {
  const { own, tab } = await loggedIn();
  const other = await own.openTab();
  const cream = await addProduct(shop);
  own.net.isOn = false;
  tap(tab, cream, 2);
  await queued(other, 1);
  await close(tab);
  own.net.isOn = true;
  await queued(other, 0);
  expect(own.changes()).toHaveLength(1);
  await until(() => expect(other.get(cartAtom).lines).toMatchObject([{ productId: cream, quantity: 2 }]));
});

it('what is done in front of the person is nobody’s news, in no tab', async () => {
  const { own, tab } = await loggedIn();
  const other = await openTab(own);
  const productId = await addProduct(shop);
  tap(tab, productId, 2);
  await until(() => expect(tab.get(cartAtom).lines).toMatchObject([{ productId, quantity: 2, isPending: false }]));
  await stillness();
  expect([shown(tab), shown(other)]).toEqual([undefined, undefined]);
  expect([tab.get(pillAtom), tab.get(marksAtom).size]).toEqual([null, 0]);
});

it('a tap whose page was left at once with the network there is no news of the next page', async () => {
  const { own, tab } = await loggedIn();
  const cream = await addProduct(shop);
  let answer = () => {};
  own.net.hold = new Promise<void>((done) => {
    answer = done;
  });
  tap(tab, cream, 2);
  await queued(tab, 1);
  await close(tab);
  own.net.hold = null;
  const later = await openTab(own);
  await queued(later, 0);
  await until(() => expect(later.get(cartAtom).lines).toMatchObject([{ productId: cream, quantity: 2 }]));
  await stillness();
  expect(shown(later)).toBeUndefined();
  answer();
});

it('a refusal waits with the words of the server, outside quantity and total, until somebody decides', async () => {
  const { own, tab } = await loggedIn();
  const [here, gone] = [await addProduct(shop), await addProduct(shop)];
  own.net.isOn = false;
  tap(tab, here, 1);
  tap(tab, gone, 3);
  await queued(tab, 2);
  await shop.db.update(products).set({ stockQty: 0 }).where(eq(products.id, gone));
  await close(tab);
  const later = await openTab(own);
  own.net.isOn = true;
  await wake(later);
  await until(() => expect(shown(later)?.refused).toMatchObject([{ last: { message: 'Товара нет в наличии' } }]));
  expect(later.get(pillAtom)).toMatchObject({ tone: 'refused' });
  expect([...later.get(refusedLinesAtom)]).toMatchObject([[gone, [{ pieces: 3, reason: 'Товара нет в наличии' }]]]);
  const { lines, totals } = later.get(cartAtom);
  expect(lines).toMatchObject([{ productId: here, quantity: 1 }]);
  expect(totals.count).toBe(1);

  // Closed: it stays on its screen, and a restart does not tell it again.
  await later.set(closeNewsAtom);
  await close(later);
  const third = await openTab(own);
  await until(() => expect(third.get(rejectedAtom)).toHaveLength(1));
  await stillness();
  expect(shown(third)).toBeUndefined();

  // Back in stock: «Повторить» is a new gesture.
  await shop.db.update(products).set({ stockQty: 9 }).where(eq(products.id, gone));
  await third.set(repeatAtom, third.get(rejectedAtom)[0]!);
  await until(() =>
    expect(third.get(cartAtom).lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [here, 1],
      [gone, 3],
    ]),
  );
  expect(third.get(rejectedAtom)).toEqual([]);
});

it('«Убрать» ends a refusal for good, and the books balance', async () => {
  const { own, tab } = await loggedIn();
  const productId = await addProduct(shop, { stockQty: 0 });
  own.net.isOn = false;
  tap(tab, productId);
  await queued(tab, 1);
  await close(tab);
  const later = await openTab(own);
  own.net.isOn = true;
  await wake(later);
  await until(() => expect(later.get(rejectedAtom)).toHaveLength(1));
  await later.set(discardAtom, later.get(rejectedAtom)[0]!);
  await until(() => expect(later.get(rejectedAtom)).toEqual([]));
  await until(() => expect(shown(later)).toBeUndefined());
  const text = await later.set(atom(null, (get) => readDiagnostics(get)));
  expect(text).toContain('убрано 1');
  expect(text).toContain(': сходится');
  expect(text).not.toContain('НЕ СХОДИТСЯ');
});

it('a refusal that stands in a dialog is in neither the sheet nor the cart', async () => {
  const { tab } = await loggedIn();
  const productId = await addProduct(shop, { stockQty: 0 });
  tap(tab, productId);
  await until(() => expect(tab.get(dialogAtom)).not.toBeNull());
  expect([tab.get(rejectedAtom), tab.get(pillAtom)]).toEqual([[], null]);
  await stillness();
  expect(shown(tab)).toBeUndefined();
  tab.set(closeDialogAtom);
  await until(() => expect(tab.get(syncAtom).rejected).toEqual([]));
});

it('fewer pieces are told with what was asked', async () => {
  const { own, tab } = await loggedIn();
  const productId = await addProduct(shop, { stockQty: 2 });
  own.net.isOn = false;
  tap(tab, productId, 5);
  await queued(tab, 1);
  await close(tab);
  const later = await openTab(own);
  own.net.isOn = true;
  await wake(later);
  await until(() => expect(shown(later)?.changed).toMatchObject([{ change: { asked: 5, applied: 2 } }]));
  expect(shown(later)?.added).toEqual([]);
  await later.set(closeNewsAtom);
  await until(() => expect(later.get(syncAtom).outcomes).toEqual([]));
});

it('a sheet that was closed does not come back after a reload, though the page was gone before it had put its news away', async () => {
  const { own, tab } = await loggedIn();
  const [few, gone] = [await addProduct(shop, { stockQty: 2 }), await addProduct(shop, { stockQty: 0 })];
  own.net.isOn = false;
  tap(tab, few, 5);
  tap(tab, gone, 1);
  await queued(tab, 2);
  await close(tab);
  const later = await openTab(own);
  own.net.isOn = true;
  await wake(later);
  await until(() => expect([shown(later)?.changed.length, shown(later)?.refused.length]).toEqual([1, 1]));
  const client = await later.get(syncClientAtom).load();
  later.set(syncClientAtom, { load: async () => ({ ...client, acknowledge: () => new Promise<void>(() => {}) }) });
  void later.set(closeNewsAtom);
  expect(shown(later)).toBeUndefined();
  await stillness();
  await close(later);

  const third = await openTab(own);
  await until(() => expect(third.get(rejectedAtom)).toHaveLength(1));
  await stillness();
  expect(shown(third)).toBeUndefined();
  // What nobody needs to hear any more is put away by the page that finds it.
  await until(() => expect(third.get(syncAtom).outcomes).toEqual([]));
  await close(third);
});

it('a guest’s closed sheet does not come back after a reload either', async () => {
  const own = phone(shop);
  const tab = await openTab(own);
  const gone = await addProduct(shop, { stockQty: 0 });
  own.net.isOn = false;
  tap(tab, gone, 1);
  await queued(tab, 1);
  await close(tab);
  const later = await openTab(own);
  own.net.isOn = true;
  await wake(later);
  await until(() => expect(shown(later)?.refused).toHaveLength(1));
  await later.set(closeNewsAtom);
  await close(later);
  const third = await openTab(own);
  await until(() => expect(third.get(rejectedAtom)).toHaveLength(1));
  await stillness();
  expect(shown(third)).toBeUndefined();
});

it('a raised price is in the view that the sheet asks from', async () => {
  const { own, tab } = await loggedIn();
  const productId = await addProduct(shop, { actualPrice: 61_000 });
  // The line is known with its price before the signal goes.
  tap(tab, productId, 1);
  await until(() => expect(tab.get(cartAtom).lines).toMatchObject([{ isPending: false }]));
  own.net.isOn = false;
  tap(tab, productId, 1);
  await queued(tab, 1);
  await shop.db.update(products).set({ actualPrice: 64_000 }).where(eq(products.id, productId));
  await close(tab);
  const later = await openTab(own);
  own.net.isOn = true;
  await wake(later);
  await until(() => expect(shown(later)?.added).toMatchObject([{ productId, pieces: 1 }]));
  await until(() => expect(later.get(cartAtom).lines).toMatchObject([{ priceChanged: { from: 61_000, to: 64_000 } }]));
});

it('«Отправить сейчас» does not ask the browser whether there is a network', async () => {
  const { own, tab } = await loggedIn();
  const productId = await addProduct(shop);
  own.net.isOn = false;
  tap(tab, productId);
  await queued(tab, 1);
  own.net.isOn = true;
  vi.stubGlobal('navigator', { onLine: false });
  await tab.set(sendNowAtom);
  await queued(tab, 0);
  vi.unstubAllGlobals();
  expect(own.changes()).toHaveLength(1);
});

it('whoever comes after is told nothing of the person before', async () => {
  const { own, tab } = await loggedIn();
  const productId = await addProduct(shop);
  own.net.isOn = false;
  tap(tab, productId);
  await queued(tab, 1);
  await close(tab);
  const later = await openTab(own);
  own.net.isOn = true;
  await wake(later);
  await until(() => expect(shown(later)).toBeDefined());
  await enterShop(later, await addLogin(shop));
  await until(() => expect(shown(later)).toBeUndefined());
  await stillness();
  expect([shown(later), later.get(rejectedAtom)]).toEqual([undefined, []]);
});

it('a phone that has lost its memory is told once what had not been sent', async () => {
  const { own, tab } = await loggedIn();
  const productId = await addProduct(shop);
  expect(pendingCount.isAsked).toBe(true);
  own.net.isOn = false;
  tap(tab, productId, 2);
  await queued(tab, 1);
  // The shop hears of the queue, but the queue itself does not get through.
  own.net.isOn = true;
  await tab.set(refreshSessionAtom);
  await close(tab);
  for (const name of Object.keys(own.stores.all()))
    await (name === 'pub' ? own.stores.pub() : await own.stores.person(name.slice(2))).clear();
  Object.assign(pendingCount, { now: 0, isAsked: false });

  const later = await openTab(own);
  await until(() => expect(later.get(lostAtom)).toMatchObject({ pending: 1 }));
  // Not read yet: the next start says it again; read: never more.
  const third = await openTab(own);
  await until(() => expect(third.get(lostAtom)).toMatchObject({ pending: 1 }));
  await third.set(closeLostAtom);
  const last = await openTab(own);
  await stillness();
  expect(last.get(lostAtom)).toBeNull();
});

it('memory that is cleared under an open page is loss, not «Добавлено»', async () => {
  const { own, tab } = await loggedIn();
  const productId = await addProduct(shop);
  own.net.isOn = false;
  tap(tab, productId, 2);
  await queued(tab, 1);
  const uid = tab.get(syncAtom).uid;
  await (await own.stores.person(uid)).clear();
  own.net.isOn = true;
  await wake(tab);
  await until(() => expect(tab.get(lostAtom)).toMatchObject({ pending: 1 }));
  await stillness();
  expect(shown(tab)).toBeUndefined();
});
