import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { acceptPriceAtom, cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { toggleFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { identityStores } from '#src/device/identity-stores.ts';
import { followNote, oweLogout } from '#src/offline/identity/identity.ts';
import { logoutAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { watchNetwork } from '#src/features/sync/watch-network.ts';
import { watchNews } from '#src/features/sync/watch-news.ts';
import { watchPill } from '#src/features/sync/watch-pill.ts';
import { newsAtom } from '#src/features/sync/sync.atoms.ts';
import { logoutGate } from '#src/platform/api/logout-gate.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { flushAtom, repeatAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { enterShop, type phone, sleep } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { leave, loggedIn, queued, tap } from '#tests/sync/on-the-phone.ts';
import { until } from '#tests/support/until.ts';
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

const soldOut = (id: number) => shop.db.update(products).set({ stockQty: 0 }).where(eq(products.id, id));
const hearts = ({ sent }: ReturnType<typeof phone>) => sent.filter(({ path }) => path.startsWith('/favorite'));

it('a request that hangs holds no other lane', async () => {
  const { own, tab } = await loggedIn(shop);
  const [cream, tea] = [await addProduct(shop), await addProduct(shop)];
  let release = () => {};
  own.net.hold = new Promise<void>((done) => {
    release = done;
  });
  tap(tab, cream);
  await until(() => expect(own.changes()).toHaveLength(1));
  tab.set(toggleFavouriteAtom, tea);
  await until(() => expect(hearts(own)).toHaveLength(1));
  expect(tab.get(syncAtom).pending.map(({ kind }) => kind)).toContain('cart.change');
  release();
  await queued(tab, 0);
});

it('an answer that comes after the logout writes nothing into the emptied database', async () => {
  const { own, tab, person } = await loggedIn(shop);
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
  const { own, tab, person } = await loggedIn(shop);
  const uid = String(person.userId);
  const other = await own.openTab();
  await tab.set(logoutAtom);
  await enterShop(tab, person);
  expect(tab.get(sessionAtom).uid).toBe(uid);
  // The other tab was frozen since it started with the note of that logout.
  oweLogout(logoutGate, uid);
  followNote(identityStores(own.stores), logoutGate, { at: '2026-11-22T08:00:00.000Z' });
  await other.set(refreshSessionAtom);
  expect(other.get(sessionAtom).uid).toBe(uid);
  expect(own.sent.filter(({ path }) => path === '/logout')).toHaveLength(1);
});

it('«Повторить» without a signal puts it back under its key', async () => {
  const { own, tab, person } = await loggedIn(shop);
  const cream = await addProduct(shop);
  own.net.isOn = false;
  tap(tab, cream, 2);
  await queued(tab, 1);
  await leave(tab);
  await shop.db.update(users).set({ readonly: true }).where(eq(users.id, person.userId));
  own.net.isOn = true;
  const next = await own.openTab();
  await until(() => expect(next.get(syncAtom).rejected).toMatchObject([{ reason: 'forbidden' }]));
  await leave(next);
  own.net.isOn = false;
  const third = await own.openTab();
  await until(() => expect(third.get(syncAtom).rejected).toHaveLength(1));
  const [rejected] = third.get(syncAtom).rejected;
  await third.set(repeatAtom, rejected!);
  await until(() => expect(third.get(syncAtom).pending.map(({ id }) => id)).toEqual([rejected!.record.id]));
  await shop.db.update(users).set({ readonly: false }).where(eq(users.id, person.userId));
  own.net.isOn = true;
  await third.set(flushAtom, 'resumed');
  await until(() => expect(third.get(cartAtom).lines).toMatchObject([{ productId: cream, quantity: 2 }]));
});

it('a page with nothing to send finds out by itself that the network is back', async () => {
  const { own, tab } = await loggedIn(shop);
  ends.push(watchNetwork(tab));
  own.net.isOn = false;
  await tab.set(refreshSessionAtom);
  expect(tab.get(networkAtom).isOnline).toBe(false);
  own.net.isOn = true;
  await until(() => expect(tab.get(networkAtom).isOnline).toBe(true));
});

it('a removal that went with what it was to take from is not told as done', async () => {
  const { own, tab } = await loggedIn(shop);
  const cream = await addProduct(shop);
  await soldOut(cream);
  own.net.lose = ({ path }) => {
    if (path.endsWith('/change')) own.net.isOn = false;
    return path.endsWith('/change');
  };
  tap(tab, cream, 5);
  await until(() => expect(tab.get(syncAtom).pending[0]?.last?.class).toBe('unknown'));
  own.net.lose = null;
  tap(tab, cream, -2);
  await queued(tab, 2);
  await leave(tab);
  own.net.isOn = true;
  const next = await own.openTab();
  ends.push(watchPill(next), watchNews(next));
  await until(() => expect(next.get(newsAtom)?.news.refused).toHaveLength(1));
  expect(next.get(newsAtom)?.news.removed).toEqual([]);
});

it('a price that was taken is not asked about again before the next snapshot', async () => {
  const { tab } = await loggedIn(shop);
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
  const { own, tab, person } = await loggedIn(shop);
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
  await tab.set(flushAtom, 'resumed');
  await until(() => expect(own.changes()).toHaveLength(1));
  expect(await isFull()).toBe(false);
});

it('a database that does not answer is not called a full phone', async () => {
  const { own, tab, person } = await loggedIn(shop);
  const cream = await addProduct(shop);
  const store = await own.stores.person(String(person.userId));
  const { change } = store;
  store.change = () => Promise.reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError'));
  tap(tab, cream);
  await until(() =>
    expect(
      tab
        .get(toastsAtom)
        .map(({ text }) => text)
        .join(),
    ).toMatch(/память телефона не\sотвечает/),
  );
  expect(
    tab
      .get(toastsAtom)
      .map(({ text }) => text)
      .join(),
  ).not.toMatch(/нет\sместа/);
  store.change = change;
});
