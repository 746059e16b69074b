import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { users } from '#server/db/tables/people.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import {
  cartCountAtom,
  changeCartAtom,
  isReadonlyAtom,
  pendingAtom,
  pullCartAtom,
  quantityOfAtom,
  storedCartAtom,
} from '#src/features/cart/cart.atoms.ts';
import { acceptPriceAtom, addByCodeAtom, cartAtom, removeLinesAtom } from '#src/features/cart/cart-view.atoms.ts';
import type { Base } from '#src/offline/outbox/base.ts';
import { dialogAtom, toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { netAtom, syncCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { ownerAtom } from '#src/features/session/session.atoms.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { addProduct, cartOf, change, quantities } from '#tests/cart/shop-people.ts';
import { addLogin, enterShop, itemsOf, phone, sleep, type Tab } from '#tests/cart/phone.ts';
import { settle as settleCatalogue } from '#tests/catalogue/server-shop.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { flushAtom, sendNowAtom } from '#src/sync-client/sync.atoms.ts';
import { until } from '#tests/support/until.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  vi.unstubAllGlobals();
});

const tap = (tab: Tab, productId: number, delta = 1) => tab.set(changeCartAtom, { productId, delta });
const shown = (tab: Tab, productId: number) => tab.get(quantityOfAtom)({ productId });
const settled = (tab: Tab) => until(() => expect(tab.get(pendingAtom).size).toBe(0));

it('ten taps show at once and leave as one request of ten', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  for (let i = 1; i <= 10; i += 1) {
    tap(tab, productId);
    expect(shown(tab, productId)).toBe(i);
  }
  expect(tab.get(cartCountAtom)).toBe(10);
  await settled(tab);
  expect(own.changes()).toHaveLength(1);
  expect(own.changes()[0]).toMatchObject({
    body: { cartType: 0, items: [{ product_id: productId, delta: 10 }] },
    key: expect.any(String),
  });
  expect(shown(tab, productId)).toBe(10);
  expect(quantities(await cartOf(own.browser))).toEqual({ [productId]: 10 });
});

it('taps that take each other back send nothing', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  tap(tab, productId);
  tap(tab, productId, -1);
  await settled(tab);
  await sleep(700);
  expect(own.changes()).toEqual([]);
});

it('what waits is sent at once when the page is left', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  tap(tab, productId, 3);
  await sleep(50);
  await tab.set(sendNowAtom);
  expect(own.changes()).toHaveLength(1);
  expect(quantities(await cartOf(own.browser))).toEqual({ [productId]: 3 });
});

it('a refusal takes back this product only and says why', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const [fine, none] = [await addProduct(shop), await addProduct(shop, { stockQty: 0 })];
  tap(tab, fine, 2);
  tap(tab, none);
  expect([shown(tab, fine), shown(tab, none)]).toEqual([2, 1]);
  await settled(tab);
  expect(tab.get(dialogAtom)).toMatchObject({ title: 'Ошибка', text: 'Товара нет в наличии' });
  expect([shown(tab, fine), shown(tab, none)]).toEqual([2, 0]);
});

it('a partly applied change is accepted and said', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop, { stockQty: 3 });
  tap(tab, productId, 5);
  await settled(tab);
  expect(shown(tab, productId)).toBe(3);
  expect(tab.get(dialogAtom)).toBeNull();
  expect(tab.get(toastsAtom).at(-1)?.text).toContain('теперь 3');
});

it('without a signal a change waits on the phone, and reaches the server once when there is one', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  vi.stubGlobal('navigator', { onLine: false });
  own.net.isOn = false;
  expect(tap(tab, productId, 2)).toBe(true);
  await sleep(800);
  expect(shown(tab, productId)).toBe(2);
  expect(tab.get(cartAtom).lines).toMatchObject([{ productId, quantity: 2, isPending: true }]);
  expect(tab.get(toastsAtom)).toEqual([]);
  // The app is closed and started again without a signal: it is still there.
  const later = await own.openTab();
  expect(shown(later, productId)).toBe(2);
  own.net.isOn = true;
  await Promise.all([tab.set(flushAtom, 'resumed'), later.set(flushAtom, 'resumed')]);
  await settled(later);
  expect(quantities(await cartOf(own.browser))).toEqual({ [productId]: 2 });
});

it('a lost answer does not hide what the server did', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  let lost = 0;
  own.net.lose = (one) => one.path.endsWith('/change') && (lost += 1) <= 3;
  tap(tab, productId, 2);
  await until(() => expect(lost).toBeGreaterThanOrEqual(1));
  await tab.set(flushAtom, 'resumed');
  await tab.set(flushAtom, 'resumed');
  await until(() => expect(lost).toBeGreaterThanOrEqual(3));
  await tab.set(flushAtom, 'resumed');
  await settled(tab);
  // Three answers lost, one effect, one key.
  expect(new Set(own.changes().map((one) => one.key)).size).toBe(1);
  expect(quantities(await cartOf(own.browser))).toEqual({ [productId]: 2 });
  expect(shown(tab, productId)).toBe(2);
});

it('two tabs add to one line and neither loses a piece', async () => {
  const own = phone(shop);
  const [one, two] = [await own.openTab(), await own.openTab()];
  const productId = await addProduct(shop);
  for (let i = 0; i < 4; i += 1) {
    tap(one, productId);
    tap(two, productId);
  }
  await Promise.all([settled(one), settled(two)]);
  expect(quantities(await cartOf(own.browser))).toEqual({ [productId]: 8 });
  await Promise.all([one.set(pullCartAtom), two.set(pullCartAtom)]);
  expect([shown(one, productId), shown(two, productId)]).toEqual([8, 8]);
});

it('a guest whose phone holds single answers and no whole cart sees what the cart is', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  // The page asks for the whole cart when its changes have gone; here that answer never comes, as where a page is closed first.
  own.net.lose = ({ method }) => method === 'GET';
  tap(tab, productId, 3);
  await settled(tab);
  await until(() => expect(own.sent.filter(({ method }) => method === 'GET').at(-1)?.path).toContain('/cart'));
  await sleep(50);
  expect(tab.get(storedCartAtom)).toBeNull();
  // Another page of this browser, which this phone's memory knows nothing of.
  await change(own.browser, productId, -1);
  const later = await phone(shop, own).openTab();
  await until(() => expect(later.get(cartCountAtom)).toBe(2));
  const away = phone(shop, own);
  away.net.isOn = false;
  expect((await away.openTab()).get(cartCountAtom)).toBe(2);
});

it('gestures during a request wait for it and never count twice', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  let go = () => {};
  tap(tab, productId, 2);
  own.net.hold = new Promise<void>((done) => {
    go = done;
  });
  await until(() => expect(own.changes()).toHaveLength(1));
  tap(tab, productId, 3);
  expect(shown(tab, productId)).toBe(5);
  // A pull beside the send is thrown away: it may or may not hold the change.
  const pull = tab.set(pullCartAtom);
  await sleep(50);
  expect(shown(tab, productId)).toBe(5);
  const seen = new Set<number>();
  const stop = tab.sub(quantityOfAtom, () => seen.add(shown(tab, productId)));
  own.net.hold = null;
  go();
  await pull;
  await settled(tab);
  stop();
  expect([...seen]).toEqual([5]);
  expect(quantities(await cartOf(own.browser))).toEqual({ [productId]: 5 });
});

it('an older snapshot never covers a newer one', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  tap(tab, productId, 4);
  await settled(tab);
  await tab.set(pullCartAtom);
  const guest = own.stores.person('guest');
  const [[key, base] = []] = (await (await guest).entries<Base>('')).filter(([name]) =>
    name.endsWith('base:cart:retail'),
  );
  await (await guest).set(key ?? '', { ...base, top: (base?.top ?? 0) + 5 });
  await change(own.browser, productId, 1);
  await tab.set(pullCartAtom);
  expect(shown(tab, productId)).toBe(4);
});

it('a cold start without a signal shows the last known cart and since when', async () => {
  const own = phone(shop);
  const first = await own.openTab();
  const productId = await addProduct(shop, { title: 'Мёд липовый' });
  tap(first, productId, 2);
  await settled(first);
  await first.set(pullCartAtom);
  own.net.isOn = false;
  const later = await own.openTab();
  const view = later.get(cartAtom);
  expect(view.lines).toMatchObject([{ title: 'Мёд липовый', quantity: 2, sum: 98000, isPending: false }]);
  expect(view.totals).toMatchObject({ count: 2, sum: 98000, weight: 240, points: null, discount: 0 });
  expect(Date.parse(view.at ?? '')).toBeGreaterThan(0);
});

it.each([[{ v: 1, data: {}, at: 'x', values: {}, versions: {}, included: [] }], [{ v: 1 }]])(
  'a stored record that is no cart (%j) is no cart',
  async (junk) => {
    const own = phone(shop);
    own.net.isOn = false;
    const first = await own.openTab();
    const owner = await first.get(ownerAtom);
    await (await own.stores.person('guest')).set(`${owner.slice('guest:'.length)}/base:cart:retail`, junk);
    const tab = await own.openTab();
    expect(tab.get(cartAtom)).toMatchObject({ lines: [], status: 'ready' });
  },
);

it('the guest’s cart joins the account at login, once', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  const [one, two] = [await addProduct(shop), await addProduct(shop)];
  tap(tab, one, 2);
  await settled(tab);
  // Tapped right before the login: it was made by the guest and reaches the account all the same.
  tap(tab, two);
  await sleep(30);
  await enterShop(tab, person);
  await settled(tab);
  await tab.set(pullCartAtom);
  expect([shown(tab, one), shown(tab, two)]).toEqual([2, 1]);
  await enterShop(tab, person);
  expect(quantities(await cartOf(own.browser))).toEqual({ [one]: 2, [two]: 1 });
});

it('a readonly person is told «Запрещено» and nothing is sent', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  await enterShop(tab, await addLogin(shop, { readonly: true, role: 'cons', consId: 3_000_001 }));
  const productId = await addProduct(shop);
  expect(tap(tab, productId)).toBe(false);
  expect(shown(tab, productId)).toBe(0);
  expect(tab.get(dialogAtom)).toMatchObject({ title: 'Уведомление', text: 'Запрещено' });
  expect(own.changes()).toEqual([]);
  expect(await tab.set(addByCodeAtom, { code: '10101', quantity: 1 })).toEqual({ kind: 'failed', text: 'Запрещено' });
});

it('somebody made readonly meanwhile is stopped by the server, and then by the phone', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  await shop.db.update(users).set({ readonly: true }).where(eq(users.id, person.userId));
  const productId = await addProduct(shop);
  expect(tap(tab, productId)).toBe(true);
  await settled(tab);
  await until(() => expect(tab.get(isReadonlyAtom)).toBe(true));
  expect(tab.get(dialogAtom)).toMatchObject({ title: 'Уведомление', text: 'Запрещено' });
  expect(tap(tab, productId)).toBe(false);
  expect(own.changes()).toHaveLength(1);
});

it('a guest whose session the server has lost gets it again without noticing', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop);
  tap(tab, productId);
  await settled(tab);
  own.browser.cookies.clear();
  tap(tab, productId);
  await settled(tab);
  expect(tab.get(dialogAtom)).toBeNull();
  expect(quantities(await cartOf(own.browser))).toEqual({ [productId]: 2 });
});

it('adds by code, and says what is wrong under the field', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop, { code: '10888' });
  const add = (code: string, quantity = 1) => tab.set(addByCodeAtom, { code, quantity });
  expect(await add(' 10888 ', 2)).toEqual({ kind: 'added' });
  expect(shown(tab, productId)).toBe(2);
  const failed = (text: string) => ({ kind: 'failed', text });
  expect(await add('99999')).toEqual(failed('Товар с таким кодом не найден'));
  expect(await add('  ')).toEqual(failed('Заполните поле'));
  for (const wrong of [0, -1, 1_000_000, Number.NaN])
    expect(await add('10888', wrong)).toEqual(failed('Количество — целое число от 1 до 999'));
  own.net.isOn = false;
  expect(await add('10888')).toEqual(failed('Такого кода нет в сохранённом каталоге'));
  expect(tab.get(dialogAtom)).toBeNull();
});

it('a code that was added without a signal is called queued, and its price is not raised silently', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const productId = await addProduct(shop, { code: '10889', actualPrice: 61_000 });
  await publishCatalogue(shop, shop.clock.now);
  await settleCatalogue(shop);
  tab.set(netAtom, {
    get: async (path) => {
      const answer = await own.browser(path);
      const { status, headers } = answer;
      const body = await answer.arrayBuffer();
      return { status, etag: headers.get('etag'), type: headers.get('content-type') ?? '', body };
    },
  });
  await tab.set(syncCatalogueAtom);
  own.net.isOn = false;
  expect(await tab.set(addByCodeAtom, { code: '10889', quantity: 2 })).toEqual({ kind: 'queued' });
  await shop.db.update(products).set({ actualPrice: 64_000 }).where(eq(products.id, productId));
  own.net.isOn = true;
  await tab.set(flushAtom, 'resumed');
  await settled(tab);
  await until(() =>
    expect(tab.get(cartAtom).lines).toMatchObject([{ quantity: 2, priceChanged: { from: 61_000, to: 64_000 } }]),
  );
});

it('cleans with one «Вернуть», which brings every piece back', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const ids = await Promise.all(Array.from({ length: 7 }, () => addProduct(shop)));
  for (const id of ids) tap(tab, id, 2);
  await settled(tab);
  const before = own.changes().length;
  tab.set(removeLinesAtom, tab.get(cartAtom).lines);
  expect(tab.get(cartAtom).lines).toEqual([]);
  await settled(tab);
  // One change per line (docs/product/offline.md#what-is-queued).
  const asked = own
    .changes()
    .slice(before)
    .flatMap((one) => (one.body as { items: unknown[] }).items);
  expect(own.changes().length - before).toBe(7);
  expect(asked).toHaveLength(7);
  expect((await cartOf(own.browser)).groups).toEqual([]);
  tab.get(toastsAtom).at(-1)?.action?.run();
  await settled(tab);
  expect(quantities(await cartOf(own.browser))).toEqual(Object.fromEntries(ids.map((id) => [id, 2])));
});

it('«Оставить» accepts the new price, a consultant sees the saving, and client view hides it', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  await enterShop(tab, await addLogin(shop, { role: 'cons', consId: 3_000_002 }));
  const productId = await addProduct(shop, { actualPrice: 50000, actualConsPrice: 40000, ballsHalf: 16 });
  tap(tab, productId, 2);
  await settled(tab);
  expect(tab.get(cartAtom)).toMatchObject({
    lines: [{ sum: 80000, points: 16 }],
    totals: { sum: 80000, clientSum: 100000, discount: 20000, points: 16 },
  });
  await shop.db.update(products).set({ actualConsPrice: 45000 }).where(eq(products.id, productId));
  await tab.set(pullCartAtom);
  expect(itemsOf(tab)[0]?.price_changed).toEqual({ from: 40000, to: 45000 });
  await tab.set(acceptPriceAtom, { productId, price: 45000 });
  expect(tab.get(cartAtom).lines[0]?.priceChanged).toBeNull();
  await until(() => expect(itemsOf(tab)[0]?.price_changed).toBeNull());
  const { isClientViewAtom } = await import('#src/features/session/session.atoms.ts');
  await tab.set(isClientViewAtom, true);
  expect(tab.get(cartAtom)).toMatchObject({
    lines: [{ sum: 100000, points: null }],
    totals: { sum: 100000, discount: 0, points: null },
  });
});

it('a tap before the phone knows its person is that person’s, never a guest’s', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  const productId = await addProduct(shop);
  const early = own.bareTab();
  expect(tap(early, productId)).toBe(true);
  await until(() => expect(shown(early, productId)).toBe(1));
  await settled(early);
  expect(own.sent.findLast((one) => one.path === '/cart/change')).toBeDefined();
  expect(quantities(await cartOf(own.browser))).toEqual({ [productId]: 1 });
  expect(await early.get(ownerAtom)).toBe(String(person.userId));
});

it('a tab that has not heard of the login puts its taps into the account, not into a guest that is no more', async () => {
  const own = phone(shop);
  const [one, two] = [await own.openTab(), await own.openTab()];
  const [first, second] = [await addProduct(shop), await addProduct(shop)];
  tap(two, first);
  await settled(two);
  await enterShop(one, await addLogin(shop));
  tap(two, second);
  await until(async () => expect(quantities(await cartOf(own.browser))).toEqual({ [first]: 1, [second]: 1 }));
  expect(two.get(toastsAtom)).toEqual([]);
});
