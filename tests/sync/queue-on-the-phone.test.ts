import { eq } from 'drizzle-orm';
import { atom } from 'jotai';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { changeCartAtom, pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { acceptPriceAtom, cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { toggleFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { oweLogout } from '#src/features/session/session-store.ts';
import { logoutAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { keepNetwork } from '#src/features/sync/keep-network.ts';
import { keepNews } from '#src/features/sync/keep-news.ts';
import { keepPill } from '#src/features/sync/keep-pill.ts';
import { readSealedAtom, sealedCountAtom } from '#src/features/sync/sealed.atoms.ts';
import { newsAtom } from '#src/features/sync/sync.atoms.ts';
import { followLogoutNote } from '#src/features/session/session-store.ts';
import { logoutGate } from '#src/platform/logout-gate.ts';
import { networkAtom } from '#src/platform/network.ts';
import { queueAtom } from '#src/platform/queue.atoms.ts';
import { leaveQueue } from '#src/platform/queue/queue.ts';
import { repeatAtom } from '#src/platform/refused.atoms.ts';
import { wakeQueueAtom } from '#src/app/queue-host.ts';
import { addLogin, enterShop, phone, sleep, type Tab } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// How the queue of a phone behaves where two things meet: a hanging request and a tap, a logout and an answer, two tabs.

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
  logoutGate.isWanted = false;
});

const tap = (tab: Tab, productId: number, delta = 1) => tab.set(changeCartAtom, { productId, delta });
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8000 });
const queued = (tab: Tab, count: number) => until(() => expect(tab.get(queueAtom).pending).toHaveLength(count));
const leave = (tab: Tab) => tab.set(atom(null, (get) => leaveQueue(get)));
async function loggedIn() {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  return { own, tab, person };
}
const soldOut = (id: number) => shop.db.update(products).set({ stockQty: 0 }).where(eq(products.id, id));
const hearts = ({ sent }: ReturnType<typeof phone>) => sent.filter(({ path }) => path.startsWith('/favorite'));

it('a request that hangs holds no other lane', async () => {
  const { own, tab } = await loggedIn();
  const [cream, tea] = [await addProduct(shop), await addProduct(shop)];
  let release = () => {};
  own.net.hold = new Promise<void>((done) => {
    release = done;
  });
  tap(tab, cream);
  await until(() => expect(own.changes()).toHaveLength(1));
  tab.set(toggleFavouriteAtom, tea);
  await until(() => expect(hearts(own)).toHaveLength(1));
  expect(tab.get(queueAtom).pending.map(({ kind }) => kind)).toContain('cart.change');
  release();
  await queued(tab, 0);
});

it('an answer that comes after the logout writes nothing into the emptied database', async () => {
  const { own, tab, person } = await loggedIn();
  const cream = await addProduct(shop);
  let release = () => {};
  own.net.hold = new Promise<void>((done) => {
    release = done;
  });
  tap(tab, cream);
  await until(() => expect(own.changes()).toHaveLength(1));
  await tab.set(logoutAtom);
  release();
  await sleep(300);
  expect(Object.keys(own.stores.all()[`u:${person.userId}`] ?? {})).not.toContain('log:ring');
});

it('a logout that another tab still owes ends nobody’s later session', async () => {
  const { own, tab, person } = await loggedIn();
  const uid = String(person.userId);
  const other = await own.openTab();
  await tab.set(logoutAtom);
  await enterShop(tab, person);
  expect(tab.get(sessionAtom).uid).toBe(uid);
  // The other tab was frozen since it started with the note of that logout.
  oweLogout(own.stores, uid);
  followLogoutNote(own.stores, { uid, at: '2026-11-22T08:00:00.000Z' });
  await other.set(refreshSessionAtom);
  expect(other.get(sessionAtom).uid).toBe(uid);
  expect(own.sent.filter(({ path }) => path === '/logout')).toHaveLength(1);
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
  const [record] = tab.get(queueAtom).pending;
  // The whole answer of the login was lost, cookie and all.
  const elsewhere = fetchFrom(shop.app);
  for (const [name, value] of own.browser.cookies) elsewhere.cookies.set(name, value);
  await elsewhere('http://shop.test/api/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'rostok' },
    body: JSON.stringify({ ...person, guestId: record?.owner.slice('guest:'.length) }),
  });
  own.net.isOn = true;
  void tab.set(wakeQueueAtom);
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

it('«Повторить» without a signal puts it back under its key', async () => {
  const { own, tab, person } = await loggedIn();
  const cream = await addProduct(shop);
  own.net.isOn = false;
  tap(tab, cream, 2);
  await queued(tab, 1);
  await leave(tab);
  await shop.db.update(users).set({ readonly: true }).where(eq(users.id, person.userId));
  own.net.isOn = true;
  const next = await own.openTab();
  await until(() => expect(next.get(queueAtom).parked).toMatchObject([{ reason: 'forbidden' }]));
  await leave(next);
  own.net.isOn = false;
  const third = await own.openTab();
  await until(() => expect(third.get(queueAtom).parked).toHaveLength(1));
  const [parked] = third.get(queueAtom).parked;
  await third.set(repeatAtom, parked!);
  await until(() => expect(third.get(queueAtom).pending.map(({ id }) => id)).toEqual([parked!.record.id]));
  await shop.db.update(users).set({ readonly: false }).where(eq(users.id, person.userId));
  own.net.isOn = true;
  await third.set(wakeQueueAtom);
  await until(() => expect(third.get(cartAtom).lines).toMatchObject([{ productId: cream, quantity: 2 }]));
});

it('a page with nothing to send finds out by itself that the network is back', async () => {
  const { own, tab } = await loggedIn();
  ends.push(keepNetwork(tab));
  own.net.isOn = false;
  await tab.set(refreshSessionAtom);
  expect(tab.get(networkAtom).isOnline).toBe(false);
  own.net.isOn = true;
  await until(() => expect(tab.get(networkAtom).isOnline).toBe(true));
});

it('a removal that went with what it was to take from is not told as done', async () => {
  const { own, tab } = await loggedIn();
  const cream = await addProduct(shop);
  await soldOut(cream);
  own.net.lose = ({ path }) => {
    if (path.endsWith('/change')) own.net.isOn = false;
    return path.endsWith('/change');
  };
  tap(tab, cream, 5);
  await until(() => expect(tab.get(queueAtom).pending[0]?.last?.class).toBe('unknown'));
  own.net.lose = null;
  tap(tab, cream, -2);
  await queued(tab, 2);
  await leave(tab);
  own.net.isOn = true;
  const next = await own.openTab();
  ends.push(keepPill(next), keepNews(next));
  await until(() => expect(next.get(newsAtom)?.news.refused).toHaveLength(1));
  expect(next.get(newsAtom)?.news.removed).toEqual([]);
});

it('a price that was taken is not asked about again before the next snapshot', async () => {
  const { tab } = await loggedIn();
  const cream = await addProduct(shop);
  tap(tab, cream);
  await until(() => expect(tab.get(cartAtom).lines).toMatchObject([{ productId: cream, isPending: false }]));
  await shop.db.update(products).set({ actualPrice: 99_900 }).where(eq(products.id, cream));
  await tab.set(pullCartAtom);
  const to = tab.get(cartAtom).lines[0]?.priceChanged?.to;
  expect(to).toBe(99_900);
  const asked: boolean[] = [];
  ends.push(tab.sub(cartAtom, () => asked.push(Boolean(tab.get(cartAtom).lines[0]?.priceChanged))));
  await tab.set(acceptPriceAtom, { productId: cream, price: 99_900 });
  await queued(tab, 0);
  await sleep(500);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).not.toContain(true);
});

it('a phone that has become full still notes a try and sends what it holds: pictures and ballast make room', async () => {
  const { own, tab, person } = await loggedIn();
  const cream = await addProduct(shop);
  own.net.isOn = false;
  tap(tab, cream, 2);
  await queued(tab, 1);
  await own.stores.pub().set('ballast', new Uint8Array(8));
  const store = await own.stores.person(String(person.userId));
  const { change } = store;
  const isFull = async () => (await own.stores.pub().get('ballast')) !== undefined;
  store.change = async (work) => {
    if (await isFull()) throw new DOMException('full', 'QuotaExceededError');
    return change(work);
  };
  own.net.isOn = true;
  await tab.set(wakeQueueAtom);
  await until(() => expect(own.changes()).toHaveLength(1));
  expect(await isFull()).toBe(false);
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
