import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changeCartAtom, pendingAtom, quantityOfAtom } from '#src/features/cart/cart.atoms.ts';
import { loginAtom, logoutAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { ApiError } from '#src/platform/api/failure.ts';
import { identityStores } from '#src/device/identity-stores.ts';
import { emptyPerson, noteLogout } from '#src/offline/identity/leave.ts';
import type { Stores } from '#src/platform/memory/stores.atom.ts';
import { addProduct, cartOf, quantities } from '#tests/cart/shop-people.ts';
import { addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// A login that the server has heard and the phone has not, and a logout that wakes too late: nothing that was done is stuck or
// lost (docs/product/people.md#guests, docs/product/offline.md#logout). Found by simulation.

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => vi.unstubAllGlobals());

const add = (tab: Tab, productId: number) => tab.set(changeCartAtom, { productId, delta: 1 });
const settled = (tab: Tab) => until(() => expect(tab.get(pendingAtom).size).toBe(0));
const uidOn = (tab: Tab) => tab.get(sessionAtom).uid;
/** Switched off and on again. */
function restart(own: ReturnType<typeof phone>): ReturnType<typeof phone> {
  own.net.isOn = false;
  return phone(shop, own);
}

it('after a logout and a login whose answer was lost the next start is that person, and their gestures are kept', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  await tab.set(logoutAtom);
  own.net.lose = ({ path }) => path === '/api/login';
  await expect(tab.set(loginAtom, person)).rejects.toBeInstanceOf(ApiError);
  const next = await restart(own).openTab();
  expect(uidOn(next)).toBe(String(person.userId));
  const product = await addProduct(shop);
  add(next, product);
  expect(next.get(quantityOfAtom)({ productId: product })).toBe(1);
  await settled(next);
  expect(next.get(quantityOfAtom)({ productId: product })).toBe(1);
  expect(quantities(await cartOf(own.browser))).toEqual({ [product]: 1 });
});

it('what a guest had queued when the answer of the login was lost reaches the account at the next start, once', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  const [sent, waiting] = [await addProduct(shop), await addProduct(shop)];
  add(tab, sent);
  await settled(tab);
  own.net.isOn = false;
  add(tab, waiting);
  await until(() => expect(JSON.stringify(own.stores.all())).toContain(`"productId":${waiting}`));
  // The signal is there for the login alone, and gone before its answer.
  own.net.isOn = true;
  own.net.lose = ({ path }) => path === '/api/login' && !(own.net.isOn = false);
  await expect(tab.set(loginAtom, person)).rejects.toBeInstanceOf(ApiError);
  const later = restart(own);
  const next = await later.openTab();
  expect(uidOn(next)).toBe(String(person.userId));
  await until(async () => expect(quantities(await cartOf(own.browser))).toEqual({ [sent]: 1, [waiting]: 1 }));
  await settled(next);
  const again = await restart(later).openTab();
  await settled(again);
  expect(quantities(await cartOf(own.browser))).toEqual({ [sent]: 1, [waiting]: 1 });
});

it('a tab frozen in the middle of its logout wakes when the person is back, and takes nothing of theirs', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  // It has noted the logout and is frozen before it empties the database.
  let wake = () => {};
  const isAwake = new Promise<void>((done) => {
    wake = done;
  });
  let opened = 0;
  const frozen: Stores = {
    pub: () => own.stores.pub(),
    async person(uid) {
      opened += 1;
      if (opened > 1) await isAwake;
      return own.stores.person(uid);
    },
  };
  const noted = noteLogout(identityStores(frozen), String(person.userId), new Date().toISOString());
  const leaving = noted.then((note) => emptyPerson(identityStores(frozen), note));
  await until(() => expect(opened).toBe(2));
  // Another tab finishes the logout; the same person comes back and does something without a signal.
  const later = restart(own);
  const next = await later.openTab();
  await enterShop(next, person);
  const product = await addProduct(shop);
  later.net.isOn = false;
  add(next, product);
  await until(() => expect(JSON.stringify(own.stores.all())).toContain(`"productId":${product}`));
  wake();
  await leaving;
  const last = await restart(later).openTab();
  await settled(last);
  expect(quantities(await cartOf(own.browser))).toEqual({ [product]: 1 });
});

it('what a guest has queued stays with the account that the guest has joined, whoever logs in next', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const [maria, anna] = [await addLogin(shop), await addLogin(shop)];
  const [sent, waiting] = [await addProduct(shop), await addProduct(shop)];
  add(tab, sent);
  await settled(tab);
  own.net.isOn = false;
  add(tab, waiting);
  await until(() => expect(JSON.stringify(own.stores.all())).toContain(`"productId":${waiting}`));
  // Мария's login reaches the shop and its answer does not come back; then Анна logs in on the same page.
  own.net.isOn = true;
  const cookies = new Map(own.browser.cookies);
  own.net.lose = ({ path }) => path === '/api/login' && !(own.net.isOn = false);
  await expect(tab.set(loginAtom, maria)).rejects.toBeInstanceOf(ApiError);
  own.net.lose = null;
  own.browser.cookies.clear();
  for (const [name, value] of cookies) own.browser.cookies.set(name, value);
  own.net.isOn = true;
  await tab.set(loginAtom, anna);
  await settled(tab);
  expect(quantities(await cartOf(own.browser))).toEqual({});
  // It waits for Мария, also when Анна leaves the phone.
  await tab.set(logoutAtom);
  const next = await restart(own).openTab();
  await enterShop(next, maria);
  await until(async () => expect(quantities(await cartOf(own.browser))).toEqual({ [sent]: 1, [waiting]: 1 }));
  await settled(next);
});

it('a second tab’s logout that is carried out late ends no later stay of the same person', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  const uid = String(person.userId);
  await enterShop(tab, person);
  const stores = identityStores(own.stores);
  // Two tabs leave at once; the second one's note is written when the first has emptied everything.
  await emptyPerson(stores, await noteLogout(stores, uid, '2026-11-22T08:00:00.000Z'));
  const second = await noteLogout(stores, uid, '2026-11-22T08:00:00.001Z');
  const next = await restart(own).openTab();
  await enterShop(next, person);
  const product = await addProduct(shop);
  own.net.isOn = false;
  add(next, product);
  await until(() => expect(JSON.stringify(own.stores.all())).toContain(`"productId":${product}`));
  // A page that had read the note at its start wakes only now.
  await emptyPerson(stores, second);
  expect(JSON.stringify(own.stores.all()[`u:${uid}`])).toContain(`"productId":${product}`);
});
