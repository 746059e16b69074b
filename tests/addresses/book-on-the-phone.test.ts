import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyFields, readLine } from '#src/features/addresses/address-form.rules.ts';
import {
  bookAtom,
  giveUpAddressAtom,
  loadBookAtom,
  makeDefaultAtom,
  removeAddressAtom,
  saveAddressAtom,
} from '#src/features/addresses/addresses.atoms.ts';
import type { AddressFields } from '#src/features/addresses/addresses.types.ts';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { logoutAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { sessions } from '#server/db/tables/people.ts';
import { anAddress, bookOf, save as saveOnServer } from '#tests/addresses/book.ts';
import { enterShop, sleep, type Tab } from '#tests/cart/phone.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { loggedIn } from '#tests/sync/on-the-phone.ts';
import { until } from '#tests/support/until.ts';

// The address book of a phone against the real shop: read without a signal, one address whatever the network does.

globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const typed = (line: string, more: Partial<AddressFields> = {}): AddressFields => {
  const empty = emptyFields({ name: 'Вера Соколова', phone: '+79000000211', country_id: 1 });
  return { ...empty, ...readLine(empty, line, false), ...more };
};
const HOME = 'Барнаул, ул. Молодёжная, 12';
const titles = (tab: Tab) => tab.get(bookAtom).data?.addresses.map(({ title, city }) => title || city);
/** The pauses between two tries pass at once. */
async function saved(tab: Tab, wish: { fields: AddressFields; onDoubt?: () => void }) {
  const [outcome] = await Promise.all([tab.set(saveAddressAtom, wish), sleep(10_000)]);
  return outcome;
}
const lastToast = (tab: Tab) => tab.get(toastsAtom).at(-1);

it('is kept with the date of the copy, read without a signal, and gone after logout', async () => {
  const { own, tab, person } = await loggedIn(shop);
  await saveOnServer(own.browser, anAddress());
  await tab.set(loadBookAtom);
  expect(tab.get(bookAtom)).toMatchObject({ isCopy: false, failure: null, isAsking: false });
  own.net.isOn = false;
  const later = await own.openTab();
  await later.set(loadBookAtom);
  expect(titles(later)).toEqual(['Дом']);
  expect(later.get(bookAtom)).toMatchObject({
    isCopy: true,
    isStale: false,
    at: shop.clock.now.toISOString(),
    failure: { kind: 'offline' },
  });
  own.net.isOn = true;
  await later.set(logoutAtom);
  const kept = () =>
    Object.entries(own.stores.all()[`u:${person.userId}`] ?? {}).filter(([key]) => key.startsWith('kept'));
  await until(() => expect(kept()).toEqual([]));
  expect(JSON.stringify(own.stores.all())).not.toContain('Советская');
});

it('another person on the same phone sees nothing of it', async () => {
  const { own, tab } = await loggedIn(shop);
  await saveOnServer(own.browser, anAddress());
  await tab.set(loadBookAtom);
  const { person } = await loggedIn(shop);
  await enterShop(tab, person);
  expect(tab.get(bookAtom).data).toBeNull();
  own.net.isOn = false;
  await tab.set(loadBookAtom);
  expect(tab.get(bookAtom).data).toBeNull();
});

it('a save shows and keeps the book that the shop answers', async () => {
  const { own, tab } = await loggedIn(shop);
  const outcome = await saved(tab, { fields: typed(HOME, { title: 'Мама' }) });
  expect(outcome).toMatchObject({ kind: 'done', address: { city_id: 19, index: '656000', house: '12' } });
  expect(titles(tab)).toEqual(['Мама']);
  own.net.isOn = false;
  const later = await own.openTab();
  await later.set(loadBookAtom);
  expect(titles(later)).toEqual(['Мама']);
});

it('a lost answer makes one address: it is asked for again under its key', async () => {
  const { own, tab } = await loggedIn(shop);
  let lost = 1;
  own.net.lose = ({ path }) => path === '/user/delivery_address' && (lost -= 1) >= 0;
  const doubts: string[] = [];
  const outcome = await saved(tab, { fields: typed(HOME), onDoubt: () => doubts.push('Проверяем…') });
  expect([outcome.kind, doubts]).toEqual(['done', ['Проверяем…']]);
  const keys = own.sent.filter(({ path }) => path === '/user/delivery_address').map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(await bookOf(own.browser)).toHaveLength(1);
});

it('mended after a lost answer it is still one address, as it was mended', async () => {
  const { own, tab } = await loggedIn(shop);
  own.net.lose = ({ path }) => path === '/user/delivery_address';
  const first = await saved(tab, { fields: typed(HOME) });
  expect(first).toMatchObject({ kind: 'failed' });
  own.net.lose = null;
  const second = await saved(tab, { fields: typed('Барнаул, ул. Молодёжная, 14') });
  expect(second.kind).toBe('done');
  expect((await bookOf(own.browser)).map(({ house }) => house)).toEqual(['14']);
});

it('given up before it reached the shop, it never gets there', async () => {
  const { own, tab } = await loggedIn(shop);
  own.net.isOn = false;
  await saved(tab, { fields: typed(HOME) });
  await tab.set(giveUpAddressAtom, undefined);
  own.net.isOn = true;
  await saved(tab, { fields: typed('Томск, пр. Мира, 1') });
  expect((await bookOf(own.browser)).map(({ city }) => city)).toEqual(['Томск']);
});

it('a copy whose change was not answered says so, until the shop has been asked', async () => {
  const { own, tab } = await loggedIn(shop);
  await saveOnServer(own.browser, anAddress());
  await tab.set(loadBookAtom);
  own.net.isOn = false;
  await saved(tab, { fields: typed(HOME) });
  await tab.set(loadBookAtom);
  expect(tab.get(bookAtom)).toMatchObject({ isCopy: true, isStale: true });
  own.net.isOn = true;
  await tab.set(loadBookAtom);
  expect(tab.get(bookAtom)).toMatchObject({ isCopy: false, isStale: false });
});

it('a removal is seen at once, and «Вернуть» brings the same address back, by default again', async () => {
  const { own, tab } = await loggedIn(shop);
  await saveOnServer(own.browser, anAddress({ comment: 'Домофон 12' }));
  await saveOnServer(own.browser, anAddress({ title: 'Дача' }));
  await tab.set(loadBookAtom);
  const [home] = tab.get(bookAtom).data!.addresses;
  const removal = tab.set(removeAddressAtom, home!);
  expect(titles(tab)).toEqual(['Дача']);
  expect(lastToast(tab)?.text).toBe('«Дом» удалён');
  await removal;
  expect((await bookOf(own.browser)).map(({ title, is_default }) => [title, is_default])).toEqual([['Дача', true]]);
  lastToast(tab)!.action!.run();
  await until(() => expect(titles(tab)).toEqual(['Дом', 'Дача']));
  const { id: _id, ...back } = (await bookOf(own.browser))[0]!;
  const { id: _gone, ...gone } = home!;
  expect(back).toEqual(gone);
});

it('without a signal nothing is removed and nothing is made the one by default, and that is said', async () => {
  const { own, tab } = await loggedIn(shop);
  await saveOnServer(own.browser, anAddress());
  await saveOnServer(own.browser, anAddress({ title: 'Дача' }));
  await tab.set(loadBookAtom);
  const [home, summer] = tab.get(bookAtom).data!.addresses;
  own.net.isOn = false;
  await tab.set(removeAddressAtom, home!);
  expect([titles(tab), lastToast(tab)?.text]).toEqual([
    ['Дом', 'Дача'],
    'Нужен интернет. Проверьте связь и попробуйте снова.',
  ]);
  const wish = tab.set(makeDefaultAtom, summer!);
  expect(titles(tab)).toEqual(['Дача', 'Дом']);
  await wish;
  expect(titles(tab)).toEqual(['Дом', 'Дача']);
  own.net.isOn = true;
  await tab.set(makeDefaultAtom, summer!);
  expect((await bookOf(own.browser)).map(({ title }) => title)).toEqual(['Дача', 'Дом']);
});

it('a draft is the person’s own: after a reload it is there, after logout it is not', async () => {
  const { own, tab, person } = await loggedIn(shop);
  const keep = tab.set(openDraftAtom, 'address:new');
  await keep.write({ line: HOME });
  const later = await own.openTab();
  expect(await later.set(openDraftAtom, 'address:new').read()).toEqual({ line: HOME });
  await later.set(logoutAtom);
  await until(async () => expect(JSON.stringify(own.stores.all())).not.toContain('Молодёжная'));
  // A key that is pressed after the logout writes into nobody's memory.
  await keep.write({ line: HOME });
  expect(JSON.stringify(own.stores.all()[`u:${person.userId}`])).not.toContain('Молодёжная');
});

it('a session that ends under an open form: what is typed on waits for its person, not for the next one', async () => {
  const { own, tab, person } = await loggedIn(shop);
  const keep = tab.set(openDraftAtom, 'address:new');
  await keep.write({ line: 'Томск' });
  await shop.db.delete(sessions).where(eq(sessions.userId, person.userId));
  await tab.set(refreshSessionAtom);
  expect(tab.get(sessionAtom).uid).toBe('guest');
  await keep.write({ line: HOME });
  expect(JSON.stringify(own.stores.all()['u:guest'] ?? {})).not.toContain('Молодёжная');
  await enterShop(tab, person);
  expect(await tab.set(openDraftAtom, 'address:new').read()).toEqual({ line: HOME });
});
