import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { users } from '#server/db/tables/people.ts';
import { installAtom, startInstallAtom } from '#src/features/install/install.atoms.ts';
import { changeCartAtom, isReadonlyAtom, startCartAtom } from '#src/features/cart/cart.atoms.ts';
import { startFavouritesAtom, toggleFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { closeDialogAtom, dialogAtom } from '#src/features/notices/notices.atoms.ts';
import { refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { watchPill } from '#src/features/sync/watch-pill.ts';
import { pillAtom } from '#src/features/sync/pill.atoms.ts';
import { acknowledgedAtom } from '#src/features/sync/sync.atoms.ts';
import { flushAtom, rejectedAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// Dialogs, the pill and the offer to install around the queue, from the gesture to the real database and back.

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
  vi.unstubAllGlobals();
});

const tap = (tab: Tab, productId: number, delta = 1) => tab.set(changeCartAtom, { productId, delta });
async function openTab(own = phone(shop)) {
  const tab = await own.openTab();
  ends.push(watchPill(tab));
  return { own, tab };
}

it('two refusals on the spot are two dialogs, one after the other, and neither is hidden for good', async () => {
  const { tab } = await openTab();
  await enterShop(tab, await addLogin(shop));
  const gone = [await addProduct(shop, { stockQty: 0 }), await addProduct(shop, { stockQty: 0 })];
  for (const productId of gone) tap(tab, productId);
  await until(() => expect(tab.get(syncAtom).rejected).toHaveLength(2));
  const first = tab.get(dialogAtom);
  expect(tab.get(rejectedAtom)).toEqual([]);
  tab.set(closeDialogAtom);
  await until(() => expect(tab.get(syncAtom).rejected).toHaveLength(1));
  expect(tab.get(dialogAtom)).toMatchObject({ title: 'Ошибка', text: 'Товара нет в наличии' });
  expect(tab.get(dialogAtom)).not.toBe(first);
  // A second click on the dialog that has gone closes nothing that nobody has read.
  if (first) tab.set(closeDialogAtom, first.id);
  expect(tab.get(dialogAtom)).not.toBeNull();
  tab.set(closeDialogAtom);
  await until(() => expect(tab.get(syncAtom).rejected).toEqual([]));
  expect(tab.get(dialogAtom)).toBeNull();
  await until(() => expect(tab.get(acknowledgedAtom).size).toBe(0));
});

it('a refusal whose dialog was closed but which the phone could not put away is shown like any other', async () => {
  const { own, tab } = await openTab();
  await enterShop(tab, await addLogin(shop));
  tap(tab, await addProduct(shop, { stockQty: 0 }));
  await until(() => expect(tab.get(dialogAtom)).not.toBeNull());
  const store = await own.stores.person(tab.get(syncAtom).uid);
  const change = vi.spyOn(store, 'change').mockRejectedValueOnce(new Error('the database is gone'));
  tab.set(closeDialogAtom);
  await until(() => expect(tab.get(rejectedAtom)).toHaveLength(1));
  change.mockRestore();
});

it('a session that has ended is not «Отправлено»', async () => {
  const { own, tab } = await openTab();
  await enterShop(tab, await addLogin(shop));
  const productId = await addProduct(shop);
  const tones: (string | undefined)[] = [];
  ends.push(tab.sub(pillAtom, () => tones.push(tab.get(pillAtom)?.tone)));
  own.net.isOn = false;
  tap(tab, productId);
  await until(() => expect(tab.get(pillAtom)?.tone).toBe('wait'));
  own.browser.cookies.clear();
  own.net.isOn = true;
  await tab.set(flushAtom, 'resumed');
  await until(() => expect(tab.get(sessionAtom).user.isGuest).toBe(true));
  // As the frame does whenever another person holds the phone.
  await tab.set(startCartAtom);
  await tab.set(startFavouritesAtom);
  await until(() => expect(tab.get(syncAtom)).toMatchObject({ uid: 'guest', pending: [] }));
  expect(tones).not.toContain('sent');
  expect(own.changes().length).toBeGreaterThan(0);
});

it('«Запрещено» ends when the profile says so, and is not inherited by the next person', async () => {
  const { tab } = await openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  const bar = (readonly: boolean) => shop.db.update(users).set({ readonly }).where(eq(users.id, person.userId));
  const productId = await addProduct(shop);
  await bar(true);
  tap(tab, productId);
  await until(() => expect(tab.get(dialogAtom)).not.toBeNull());
  tab.set(closeDialogAtom);
  await until(() => expect(tab.get(sessionAtom).user.readonly).toBe(true));
  expect(tap(tab, productId)).toBe(false);
  tab.set(closeDialogAtom);
  await bar(false);
  await tab.set(refreshSessionAtom);
  expect(tab.get(isReadonlyAtom)).toBe(false);
  expect(tap(tab, productId)).toBe(true);

  tab.set(isReadonlyAtom, true);
  await enterShop(tab, await addLogin(shop));
  expect(tap(tab, await addProduct(shop))).toBe(true);
});

/** A first visit on a phone whose browser would install the app. */
function installable() {
  const persist = vi.fn<() => Promise<boolean>>(async () => true);
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', platform: '', maxTouchPoints: 0, storage: { persist } });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('installPrompt', new Event('beforeinstallprompt'));
  return persist;
}

it('the first saved gesture offers the app and asks for a lasting place, once', async () => {
  const persist = installable();
  const { own, tab } = await openTab();
  await tab.set(startInstallAtom);
  expect(tab.get(installAtom)).toEqual({ kind: 'none' });
  own.net.isOn = false;
  tap(tab, await addProduct(shop));
  await until(() => expect(tab.get(installAtom)).toEqual({ kind: 'prompt' }));
  await until(() => expect(persist).toHaveBeenCalledTimes(1));
  tap(tab, await addProduct(shop));
  await until(() => expect(tab.get(syncAtom).pending).toHaveLength(2));
  // The next start, what waits in the queue and another gesture: it has been asked.
  const { tab: later } = await openTab(own);
  await later.set(startInstallAtom);
  tap(later, await addProduct(shop));
  await until(() => expect(later.get(syncAtom).pending).toHaveLength(3));
  expect(persist).toHaveBeenCalledTimes(1);
  expect(await own.stores.pub().get('meta:install')).toMatchObject({ persisted: true });
});

it('a guest’s heart is such a gesture too, also when it comes before the offer is ready', async () => {
  const persist = installable();
  const { tab } = await openTab();
  tab.set(toggleFavouriteAtom, await addProduct(shop));
  await new Promise((done) => setTimeout(done, 200));
  expect(persist).not.toHaveBeenCalled();
  await tab.set(startInstallAtom);
  await until(() => expect(persist).toHaveBeenCalledTimes(1));
  expect(tab.get(installAtom)).toEqual({ kind: 'prompt' });
});

it('what an earlier visit has left in the queue is no gesture', async () => {
  const own = phone(shop);
  const { tab } = await openTab(own);
  own.net.isOn = false;
  tap(tab, await addProduct(shop));
  await until(() => expect(tab.get(syncAtom).pending).toHaveLength(1));
  const persist = installable();
  const { tab: later } = await openTab(own);
  await later.set(startInstallAtom);
  await until(() => expect(later.get(syncAtom).pending).toHaveLength(1));
  expect(persist).not.toHaveBeenCalled();
  expect(later.get(installAtom)).toEqual({ kind: 'none' });
});
