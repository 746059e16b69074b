import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { carryOutLeft } from '#src/app/left-taps.ts';
import { unkeptAtom } from '#src/app/unkept.ts';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import { cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { favouriteIdsAtom, toggleFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { LEFT_TAPS } from '#src/offline/keys.ts';
import { syncClientAtom } from '#src/sync-client/sync.atoms.ts';
import { addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import { addProduct, cartOf, quantities } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { leave, tap } from '#tests/sync/on-the-phone.ts';
import { until } from '#tests/support/until.ts';

// A page is left before the device holds what was tapped on it (docs/decisions/285): the next page does it, once.

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** As the browser's: every stored name is a property of it. */
let notes: Record<string, string>;
beforeEach(() => {
  notes = {};
  const methods = {
    getItem: (name: string) => notes[name] ?? null,
    removeItem: (name: string) => void delete notes[name],
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(notes, name, { value, enumerable: false, configurable: true });
  vi.stubGlobal('localStorage', notes);
});

/** What the first script of index.html does when the page goes. */
const writeDown = (tab: Tab, name = 'a') => (notes[LEFT_TAPS + name] = JSON.stringify(tab.get(unkeptAtom)));
/** A tab whose queue has no code yet, as on a slow network: what is tapped stays in its memory. */
async function slowTab(own: ReturnType<typeof phone>): Promise<Tab> {
  const tab = await own.openTab();
  tab.set(syncClientAtom, { load: () => new Promise(() => {}) });
  return tab;
}
const line = (tab: Tab) => until(() => expect(tab.get(cartAtom).lines).toMatchObject([{ isPending: false }]));

describe('«В корзину»', () => {
  it('is in the cart of the next page, once, and the note is gone', async () => {
    const product = await addProduct(shop);
    const own = phone(shop);
    const gone = await slowTab(own);
    tap(gone, product, 2);
    writeDown(gone);
    const next = await own.openTab();
    await carryOutLeft(next);
    expect(notes).toEqual({});
    await line(next);
    expect(quantities(await cartOf(own.browser))).toEqual({ [product]: 2 });
    await leave(next);
  });

  it('of the page itself, written when it was shown, is left to it: it has the tap in hand', async () => {
    const product = await addProduct(shop);
    const own = phone(shop);
    const tab = await own.openTab();
    notes[`${LEFT_TAPS}own`] = JSON.stringify([{ tap: 'cart', id: product, key: crypto.randomUUID() }]);
    vi.stubGlobal('tapNote', `${LEFT_TAPS}own`);
    await carryOutLeft(tab);
    expect(tab.get(unkeptAtom)).toEqual([]);
    expect(Object.keys(notes)).toEqual([`${LEFT_TAPS}own`]);
    vi.stubGlobal('tapNote', undefined);
    await carryOutLeft(tab);
    await line(tab);
    expect(quantities(await cartOf(own.browser))).toEqual({ [product]: 1 });
    await leave(tab);
  });

  it('that the device had stored after all is not stored again, also when two pages start at once', async () => {
    const product = await addProduct(shop);
    const own = phone(shop);
    const gone = await own.openTab();
    tap(gone, product);
    writeDown(gone);
    await line(gone);
    await leave(gone);
    const next = [await own.openTab(), await own.openTab()] as const;
    await Promise.all(next.map(carryOutLeft));
    expect(next.map((tab) => tab.get(unkeptAtom))).toEqual([[], []]);
    tap(next[0], product);
    await until(async () => expect(quantities(await cartOf(own.browser))).toEqual({ [product]: 2 }));
    expect(own.changes()).toHaveLength(2);
    await Promise.all(next.map(leave));
  });

  it('of a rendered page without its code, and of one that did not know yet who holds the phone', async () => {
    const [first, second] = [await addProduct(shop), await addProduct(shop)];
    const own = phone(shop);
    const early = own.bareTab();
    early.set(changeCartAtom, { productId: second, delta: 3 });
    writeDown(early, 'b');
    expect(JSON.parse(notes[`${LEFT_TAPS}b`]!)).toMatchObject([{ tap: 'cart', id: second, delta: 3 }]);
    await until(() => expect(early.get(unkeptAtom)).toEqual([]));
    // The same page lived on, and did it by itself under the same key.
    notes[`${LEFT_TAPS}a`] = JSON.stringify([{ tap: 'cart', id: first, key: crypto.randomUUID() }]);
    const next = await own.openTab();
    await carryOutLeft(next);
    await until(async () => expect(quantities(await cartOf(own.browser))).toEqual({ [first]: 1, [second]: 3 }));
    await Promise.all([early, next].map(leave));
  });
});

describe('hearts', () => {
  it('of a guest and of a person are full on the next page, however often it is told', async () => {
    const product = await addProduct(shop);
    const own = phone(shop);
    const tab = await own.openTab();
    notes[`${LEFT_TAPS}a`] = JSON.stringify([{ tap: 'heart', id: product }]);
    notes[`${LEFT_TAPS}b`] = JSON.stringify([{ tap: 'heart', id: product, on: true }]);
    await carryOutLeft(tab);
    expect([...tab.get(favouriteIdsAtom)]).toEqual([product]);
    notes[`${LEFT_TAPS}a`] = JSON.stringify([{ tap: 'heart', id: product, on: false }]);
    await carryOutLeft(tab);
    expect([...tab.get(favouriteIdsAtom)]).toEqual([]);

    await enterShop(tab, await addLogin(shop));
    const slow = await slowTab(own);
    slow.set(toggleFavouriteAtom, product);
    writeDown(slow);
    await carryOutLeft(tab);
    expect([...tab.get(favouriteIdsAtom)]).toEqual([product]);
    await leave(tab);
  });
});

describe('whose it is', () => {
  it('a person’s is nobody else’s; a guest’s goes with the guest into the account', async () => {
    const [theirs, guests] = [await addProduct(shop), await addProduct(shop)];
    const own = phone(shop);
    const guest = await slowTab(own);
    tap(guest, guests);
    writeDown(guest, 'guest');
    const left = notes[`${LEFT_TAPS}guest`]!;
    notes[`${LEFT_TAPS}other`] = left
      .replaceAll('"uid":"guest"', '"uid":"of-somebody-else"')
      .replaceAll(String(guests), String(theirs));
    const tab = await own.openTab();
    await enterShop(tab, await addLogin(shop));
    await carryOutLeft(tab);
    expect(notes).toEqual({});
    await line(tab);
    expect(quantities(await cartOf(own.browser))).toEqual({ [guests]: 1 });
    await leave(tab);
  });

  it('a note that cannot be read is thrown away and harms nobody', async () => {
    const tab = await phone(shop).openTab();
    const damaged = ['', 'null', '{}', '[null,1,{"tap":"cart"},{"mutation":{},"seen":1}]', '[{"tap":"order","id":1}]'];
    for (const [i, text] of damaged.entries()) notes[LEFT_TAPS + i] = text;
    // Of a build whose changes this one does not know.
    notes[`${LEFT_TAPS}newer`] = JSON.stringify([
      { mutation: { kind: 'note.set', body: {} }, seen: { title: '' }, key: crypto.randomUUID(), uid: 'guest' },
    ]);
    notes.theme = 'dark';
    await carryOutLeft(tab);
    expect({ ...notes }).toEqual({ theme: 'dark' });
    expect([tab.get(cartAtom).lines, tab.get(unkeptAtom)]).toEqual([[], []]);
    await leave(tab);
  });
});
