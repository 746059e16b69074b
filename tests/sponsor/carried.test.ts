import { eq } from 'drizzle-orm';
import { createStore } from 'jotai';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { provideSync } from '#src/app/provide-sync.ts';
import { registerAtom } from '#src/features/session/registration.atoms.ts';
import { sessionAtom, startSessionAtom } from '#src/features/session/session.atoms.ts';
import { askSponsorAtom, carrySponsorAtom, rememberedSponsorAtom, shareUrlAtom, sponsorAtom, sponsorConsIdAtom } from '#src/features/sponsor/sponsor.atoms.ts'; // prettier-ignore
import { readSponsorParam } from '#src/features/sponsor/sponsor.rules.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { createApi, createHttp } from '#src/platform/api/api.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { type Timers, timersAtom } from '#src/platform/timers.atom.ts';
import { users } from '#server/db/tables/people.ts';
import { sponsorVisits } from '#server/db/tables/sponsor.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { hashPassword } from '#server/platform/password.ts';
import { addConsultant, addPerson } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { loginAtom } from '#src/features/session/session.atoms.ts';

// A consultant's link on a phone → the real app. A phone keeps its databases and cookies; `open` is a new start of the app.
let shop: TestShop;
let maria: number;
let oleg: number;
beforeAll(async () => {
  shop = await openShop();
  await addConsultant(shop, { consId: 1_000_001, name: 'Росток' });
  maria = await addConsultant(shop, { consId: 1_000_157, name: 'Мария Соколова' });
  oleg = await addConsultant(shop, { consId: 1_000_158, name: 'Олег Дёмин' });
  await shop.db
    .insert(cities)
    .values({ id: 3, title: 'Новосибирск', countryId: 1, lat: 55.03, lon: 82.92, utcOffset: 7 })
    .onConflictDoNothing();
});
afterAll(() => shop.close());
beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  shop.clock.now = new Date('2026-11-21T09:00:00Z');
});

const DAY_MS = 86_400_000;
const pass = (days: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + days * DAY_MS));
function newPhone() {
  const browser = fetchFrom(shop.app);
  const stores = memoryStores();
  const net = { isUp: true, sent: [] as string[] };
  const through = (async (input, init) => {
    const request = new Request(input, init);
    net.sent.push(`${request.method} ${new URL(request.url).pathname}`);
    if (!net.isUp) throw new TypeError('Failed to fetch');
    return browser(request);
  }) as typeof fetch;
  const open = async (search = '') => {
    const store = createStore();
    store.set(apiAtom, createApi(createHttp(through)));
    store.set(storesAtom, stores);
    store.set(timersAtom, { ...store.get(timersAtom), date: () => shop.clock.now } satisfies Timers);
    provideSync(store);
    await store.set(startSessionAtom);
    await store.set(rememberedSponsorAtom);
    await store.set(askSponsorAtom, readSponsorParam(search));
    return store;
  };
  return { browser, stores, net, open };
}
const visits = (sponsorId: number) =>
  shop.db.select().from(sponsorVisits).where(eq(sponsorVisits.sponsorId, sponsorId));
let last = 500_000;
const formOf = (invitedBy: string | null) => {
  last += 1;
  return {
    first_name: 'Наталья',
    last_name: 'Верещагина',
    phone: `+7913${last}0`.slice(0, 12),
    city_id: 3,
    confirm_by: 'phone' as const,
    password: 'росток и лён',
    consents: { personal: true as const, offer: true as const },
    ...(invitedBy === null ? {} : { sponsor_id: Number(invitedBy) }),
  };
};
const registered = async (store: Awaited<ReturnType<ReturnType<typeof newPhone>['open']>>) => {
  await store.set(registerAtom, formOf(store.get(sponsorConsIdAtom)));
  const [person] = await shop.db
    .select()
    .from(users)
    .where(eq(users.id, Number(store.get(sessionAtom).uid)));
  return person!.sponsorId;
};

it('a link, a start without a signal, a registration two days later: the sponsor is the same', async () => {
  const phone = newPhone();
  const first = await phone.open('?sponsorId=01000157');
  expect(first.get(sponsorAtom)?.name).toBe('Мария Соколова');
  expect(first.get(shareUrlAtom)('/katalog')).toContain('sponsorId=01000157');
  phone.net.isUp = false;
  pass(1);
  expect((await phone.open()).get(sponsorAtom)?.name).toBe('Мария Соколова');
  phone.net.isUp = true;
  pass(1);
  expect(await registered(await phone.open())).toBe(maria);
});

it('a link that is opened without a signal counts as soon as there is one, though the app was closed meanwhile', async () => {
  const phone = newPhone();
  await phone.open();
  phone.net.isUp = false;
  await phone.open('?sponsorId=1000158');
  expect(await visits(oleg)).toHaveLength(0);
  pass(1);
  phone.net.isUp = true;
  const later = await phone.open();
  expect(later.get(sponsorAtom)?.name).toBe('Олег Дёмин');
  expect(await visits(oleg)).toHaveLength(1);
  expect(phone.browser.cookies.get('ref')).toBe('01000158');
  expect(await registered(later)).toBe(oleg);
});

it('a phone whose memory was cleared has the cookie; one that lost both belongs to the house', async () => {
  const phone = newPhone();
  await phone.open('?sponsorId=01000157');
  await phone.stores.pub().clear();
  expect((await phone.open()).get(sponsorAtom)?.name).toBe('Мария Соколова');
  await phone.stores.pub().clear();
  phone.browser.cookies.delete('ref');
  expect(await registered(await phone.open())).toBe(
    (await shop.db.select({ id: users.id }).from(users).where(eq(users.consId, 1_000_001)))[0]!.id,
  );
});

it('lasts 14 days from the last visit by that link, and the newest link wins', async () => {
  const phone = newPhone();
  await phone.open('?sponsorId=01000157');
  pass(13);
  await phone.open('?sponsorId=01000158');
  pass(13);
  expect((await phone.open()).get(sponsorAtom)?.name).toBe('Олег Дёмин');
  pass(1);
  phone.browser.cookies.delete('ref'); // As the browser does after its 14 days.
  expect((await phone.open()).get(sponsorAtom)?.is_house).toBe(true);
});

it('is said once a day for each consultant', async () => {
  const phone = newPhone();
  for (const search of ['?sponsorId=01000157', '?sponsorId=01000157', '', '?sponsorId=7777777', '?sponsorId=7777777'])
    await phone.open(search);
  const told = () => phone.net.sent.filter((line) => line === 'POST /refvisit').length;
  expect(told()).toBe(2);
  pass(1);
  await phone.open('?sponsorId=01000157');
  expect(told()).toBe(3);
});

it('a buyer who has not paid yet goes over by a link; without one nothing is said', async () => {
  const passwordHash = await hashPassword('пароль');
  await addPerson(shop, { email: 'anna@rostok.test', passwordHash, sponsorId: maria });
  const phone = newPhone();
  const store = await phone.open('?sponsorId=01000158');
  await store.set(loginAtom, { login: 'anna@rostok.test', password: 'пароль' });
  pass(1);
  const before = phone.net.sent.length;
  expect((await phone.open()).get(sponsorAtom)?.name).toBe('Мария Соколова');
  expect(phone.net.sent.slice(before)).not.toContain('POST /refvisit');
  const moved = await phone.open('?sponsorId=01000158');
  expect(moved.get(sponsorAtom)?.name).toBe('Олег Дёмин');
});

it('a consultant’s own number stands in every address, so in what is copied from the bar too', async () => {
  const [row] = await shop.db.select({ id: users.id }).from(users).where(eq(users.consId, 1_000_158));
  const passwordHash = await hashPassword('пароль');
  await shop.db
    .update(users)
    .set({ email: 'oleg@rostok.test', passwordHash, sponsorId: maria })
    .where(eq(users.id, row!.id));
  const phone = newPhone();
  const store = await phone.open('?sponsorId=01000157');
  expect(store.get(carrySponsorAtom)('/katalog?q=1')).toBe('/katalog?q=1&sponsorId=01000157');
  await store.set(loginAtom, { login: 'oleg@rostok.test', password: 'пароль' });
  expect(store.get(sponsorAtom)?.name).toBe('Мария Соколова');
  const carry = store.get(carrySponsorAtom);
  expect(carry('/katalog?sponsorId=01000157&q=1#a')).toBe('/katalog?sponsorId=01000158&q=1#a');
  expect(carry('/user')).toBe('/user?sponsorId=01000158');
  expect(store.get(shareUrlAtom)('/katalog?sponsorId=01000157')).toContain('sponsorId=01000158');
  // The reload of such an address is nobody's visit, and makes nobody their own sponsor.
  const before = phone.net.sent.length;
  const again = await phone.open('?sponsorId=01000158');
  expect(again.get(sponsorAtom)?.name).toBe('Мария Соколова');
  expect(phone.net.sent.slice(before)).not.toContain('POST /refvisit');
});
