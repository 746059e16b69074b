import { createStore } from 'jotai';
import { provideSync } from '#src/app/provide-sync.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import {
  ensureServerSessionAtom,
  guestIdAtom,
  isClientViewAtom,
  isSessionExpiredAtom,
  loginAtom,
  logoutAtom,
  ownerAtom,
  realPriceTypeAtom,
  refreshSessionAtom,
  sessionAtom,
  shownPriceTypeAtom,
  startSessionAtom,
} from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { createApi, createHttp } from '#src/platform/api/api.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { logoutGate } from '#src/platform/api/logout-gate.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { hashPassword } from '#server/platform/password.ts';
import { addConsultant, addPerson, addProduct, call, cartOf, change, quantities } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// Client atoms → the real app → a real database. A «phone» keeps its cookies and databases; each `open` is a new start of the app.
let shop: TestShop;
let maria: number;
let anna: number;
let passwordHash: string;
beforeAll(async () => {
  shop = await openShop();
  passwordHash = await hashPassword('пароль');
  maria = await addConsultant(shop, {
    consId: 1_000_157,
    email: 'cons@rostok.test',
    passwordHash,
    name: 'Мария КАНАРЕЙКА',
  });
  anna = await addPerson(shop, { email: 'client@rostok.test', passwordHash });
});
afterAll(() => shop.close());

const posted: unknown[] = [];
beforeEach(() => {
  posted.length = 0;
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { controller: { postMessage: (message: unknown) => posted.push(message) } },
  });
});
afterEach(() => vi.unstubAllGlobals());

function newPhone() {
  const browser = fetchFrom(shop.app);
  const stores = memoryStores();
  const net = { isUp: true, sent: [] as string[], after: async (_path: string) => {} };
  const through = (async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    net.sent.push(path);
    if (!net.isUp) throw new TypeError('Failed to fetch');
    const answer = await browser(request);
    await net.after(path);
    return answer;
  }) as typeof fetch;
  const open = async () => {
    const store = createStore();
    store.set(apiAtom, createApi(createHttp(through)));
    store.set(storesAtom, stores);
    provideSync(store);
    await store.set(startSessionAtom);
    return store;
  };
  return { browser, stores, net, open };
}
const enter = (store: ReturnType<typeof createStore>, login = 'cons@rostok.test') =>
  store.set(loginAtom, { login, password: 'пароль' });

describe('login', () => {
  it('makes the phone that person’s: memory, databases, worker', async () => {
    const phone = newPhone();
    const store = await phone.open();
    expect(store.get(sessionAtom)).toMatchObject({ known: true, uid: 'guest' });
    const before = await store.get(guestIdAtom);
    await enter(store);
    expect(store.get(sessionAtom)).toMatchObject({
      uid: String(maria),
      user: { name: 'Мария КАНАРЕЙКА', cons_id: '01000157' },
      isFresh: true,
    });
    expect(store.get(sessionAtom).acl).toContain('career');
    expect(store.get(realPriceTypeAtom)).toBe(1);
    expect(await store.get(guestIdAtom)).not.toBe(before);
    const { pub, [`u:${maria}`]: own } = phone.stores.all();
    expect(pub).toMatchObject({
      'meta:session': { uid: String(maria), priceType: 1, isGuest: false },
      'meta:guest': { id: await store.get(guestIdAtom) },
    });
    expect(own).toMatchObject({ 'base:user': { v: 1, data: { user: { id: maria } } } });
    expect(JSON.stringify(pub)).not.toContain('КАНАРЕЙКА');
    expect(posted.at(-1)).toEqual({ type: 'session', uid: String(maria), priceType: 1 });
  });

  it('is known again on a start without a network', async () => {
    const phone = newPhone();
    await enter(await phone.open());
    phone.net.isUp = false;
    const store = await phone.open();
    expect(store.get(sessionAtom)).toMatchObject({
      known: true,
      uid: String(maria),
      isFresh: false,
      user: { name: 'Мария КАНАРЕЙКА' },
    });
    await store.set(refreshSessionAtom);
    expect(store.get(sessionAtom)).toMatchObject({ uid: String(maria), isFresh: false });
    expect(store.get(networkAtom).isOnline).toBe(false);
  });

  it('tells a wrong password in the server’s words and changes nothing', async () => {
    const phone = newPhone();
    const store = await phone.open();
    const failure = await store
      .set(loginAtom, { login: 'cons@rostok.test', password: 'мимо' })
      .then(() => null, failureOf);
    expect(failure).toMatchObject({
      kind: 'refused',
      refusal: { code: 'wrong_password', message: 'Неверный логин или пароль' },
    });
    expect(store.get(sessionAtom).uid).toBe('guest');
    expect(phone.stores.all().pub?.['meta:session']).toBeUndefined();
  });

  it('brings the guest’s cart along, once', async () => {
    const product = await addProduct(shop);
    const person = await addPerson(shop, { email: 'cart@rostok.test', passwordHash });
    const phone = newPhone();
    const store = await phone.open();
    await store.set(ensureServerSessionAtom);
    await change(phone.browser, product, 2, { headers: { 'X-Client-User': await store.get(ownerAtom) } });
    await enter(store, 'cart@rostok.test');
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 2 });
    expect(await store.get(ownerAtom)).toBe(String(person));
    await enter(store, 'cart@rostok.test');
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 2 });
  });

  it('says what could not be brought along', async () => {
    const product = await addProduct(shop, { stockQty: 3 });
    await addPerson(shop, { email: 'clamp@rostok.test', passwordHash });
    const desk = newPhone();
    await enter(await desk.open(), 'clamp@rostok.test');
    await change(desk.browser, product, 2);
    const phone = newPhone();
    const store = await phone.open();
    await store.set(ensureServerSessionAtom);
    await change(phone.browser, product, 3);
    await enter(store, 'clamp@rostok.test');
    expect(store.get(toastsAtom).map(({ text }) => text)).toEqual([expect.stringContaining('больше добавить нельзя')]);
  });

  it('an answer of /user/data that was under way does not bring the guest back', async () => {
    const phone = newPhone();
    const store = await phone.open();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let isAnswered = () => {};
    const answered = new Promise<void>((done) => {
      isAnswered = done;
    });
    phone.net.after = async (path) => {
      if (path === '/user/data') {
        isAnswered();
        await held;
      }
    };
    const late = store.set(refreshSessionAtom);
    await answered;
    phone.net.after = async () => {};
    await enter(store);
    release();
    await late;
    expect(store.get(sessionAtom).uid).toBe(String(maria));
    expect(phone.stores.all().pub?.['meta:session']).toMatchObject({ uid: String(maria) });
  });
});

describe('logout', () => {
  it('leaves no byte of the person on the phone, a dead cookie and a new guest', async () => {
    const phone = newPhone();
    const store = await phone.open();
    await enter(store);
    await (await phone.stores.person(String(maria))).set('cat:s:price1', 'КАНАРЕЙКА 37731');
    await phone.stores.pub().set('meta:bootstrap', { sponsor: 'КАНАРЕЙКА' });
    await store.set(isClientViewAtom, true);
    const sid = phone.browser.cookies.get('sid')!;
    const guest = await store.get(guestIdAtom);
    await store.set(logoutAtom);
    expect(JSON.stringify(phone.stores.all())).not.toContain('КАНАРЕЙКА');
    expect(phone.stores.all()[`u:${maria}`]).toMatchObject({ open: false });
    expect(store.get(sessionAtom)).toMatchObject({
      uid: 'guest',
      known: true,
      user: { isGuest: true, name: '' },
      acl: [],
    });
    expect(store.get(isClientViewAtom)).toBe(false);
    expect(await store.get(guestIdAtom)).not.toBe(guest);
    expect(posted.at(-1)).toEqual({ type: 'session', uid: 'guest', priceType: 0 });
    const thief = fetchFrom(shop.app);
    thief.cookies.set('sid', sid);
    expect((await call(thief, 'GET', '/user/data')).body.user.isGuest).toBe(true);
    expect((await phone.open()).get(sessionAtom).uid).toBe('guest');
  });

  it('without a network forgets the person at once, and the server hears of it before anything else', async () => {
    const phone = newPhone();
    const store = await phone.open();
    await enter(store);
    const sid = phone.browser.cookies.get('sid')!;
    phone.net.isUp = false;
    await store.set(logoutAtom);
    expect(store.get(sessionAtom).uid).toBe('guest');
    expect(phone.stores.all()[`u:${maria}`]).not.toHaveProperty('base:user');
    expect(phone.stores.all().pub).toHaveProperty('meta:logout');
    // The app is closed; at the next start there is a signal.
    logoutGate.isWanted = false;
    phone.net.isUp = true;
    const later = await phone.open();
    expect(later.get(sessionAtom).uid).toBe('guest');
    await later.set(refreshSessionAtom);
    expect(later.get(sessionAtom).uid).toBe('guest');
    const thief = fetchFrom(shop.app);
    thief.cookies.set('sid', sid);
    expect((await call(thief, 'GET', '/user/data')).body.user.isGuest).toBe(true);
    await until(() => expect(phone.stores.all().pub).not.toHaveProperty('meta:logout'));
  });

  it('a login makes an unheard logout void: it would end the new session', async () => {
    const phone = newPhone();
    const store = await phone.open();
    await enter(store);
    phone.net.isUp = false;
    await store.set(logoutAtom);
    phone.net.isUp = true;
    await enter(store);
    expect(phone.stores.all().pub).not.toHaveProperty('meta:logout');
    await store.set(refreshSessionAtom);
    expect(store.get(sessionAtom).uid).toBe(String(maria));
  });

  it('an answer that was under way does not write the person back', async () => {
    const phone = newPhone();
    const [here, otherTab] = [await phone.open(), await phone.open()];
    await enter(here);
    await otherTab.set(refreshSessionAtom);
    expect(otherTab.get(sessionAtom).uid).toBe(String(maria));
    // The other tab has its answer in hand when this one logs out; it has not heard of it yet.
    const answered = phone.browser;
    const stale = await (await answered('/user/data')).text();
    await here.set(logoutAtom);
    otherTab.set(
      apiAtom,
      createApi(
        createHttp(
          (async () => new Response(stale, { headers: { 'content-type': 'application/json' } })) as typeof fetch,
        ),
      ),
    );
    await otherTab.set(refreshSessionAtom);
    expect(JSON.stringify(phone.stores.all())).not.toContain('КАНАРЕЙКА');
    expect(phone.stores.all().pub?.['meta:session']).toMatchObject({ uid: 'guest' });
  });

  it('nor does one that a guest’s tab had asked for before it heard of login and logout', async () => {
    const phone = newPhone();
    const [here, otherTab] = [await phone.open(), await phone.open()];
    await enter(here);
    let release = () => {};
    const isReleased = new Promise<void>((done) => {
      release = done;
    });
    let isHeld = false;
    phone.net.after = async (path) => {
      if (path !== '/user/data') return;
      isHeld = true;
      await isReleased;
    };
    expect(otherTab.get(sessionAtom).uid).toBe('guest');
    const late = otherTab.set(refreshSessionAtom);
    await until(() => expect(isHeld).toBe(true));
    await here.set(logoutAtom);
    expect(phone.stores.all().pub).not.toHaveProperty('meta:logout');
    release();
    await late;
    expect(JSON.stringify(phone.stores.all())).not.toContain('КАНАРЕЙКА');
    expect(otherTab.get(sessionAtom).uid).toBe('guest');
  });

  it('lets the same person in again', async () => {
    const phone = newPhone();
    const store = await phone.open();
    await enter(store);
    await store.set(logoutAtom);
    await enter(store);
    expect(phone.stores.all()[`u:${maria}`]).toMatchObject({
      open: expect.stringMatching(/-/),
      'base:user': { v: 1 },
    });
  });
});

describe('a session that ends by itself', () => {
  it('seals the person’s data, shows a guest with a note, and opens it again for that person', async () => {
    const phone = newPhone();
    const store = await phone.open();
    await enter(store);
    phone.browser.cookies.clear();
    await store.set(refreshSessionAtom);
    expect(store.get(sessionAtom)).toMatchObject({ uid: 'guest', user: { isGuest: true } });
    expect(store.get(isSessionExpiredAtom)).toBe(true);
    expect(phone.stores.all()[`u:${maria}`]).toHaveProperty('base:user');
    expect(phone.stores.all().pub).toMatchObject({
      'meta:session': { uid: 'guest' },
      'meta:sealed': { [maria]: expect.any(String) },
    });
    await store.set(refreshSessionAtom);
    expect(store.get(isSessionExpiredAtom)).toBe(true);
    await enter(store);
    expect(store.get(isSessionExpiredAtom)).toBe(false);
    expect(phone.stores.all().pub?.['meta:sealed']).toEqual({});
  });

  it('drops sealed base data after 30 days and keeps what waits for its owner', async () => {
    const phone = newPhone();
    await enter(await phone.open());
    const own = await phone.stores.person(String(maria));
    for (const key of ['cat:price1', 'log:1', 'ob:000000000001', 'park:1']) await own.set(key, { v: 2 });
    phone.browser.cookies.clear();
    await (await phone.open()).set(refreshSessionAtom);
    await phone.stores.pub().set('meta:sealed', { [maria]: new Date(Date.now() - 31 * 86_400_000).toISOString() });
    await (await phone.open()).set(refreshSessionAtom);
    expect(Object.keys(phone.stores.all()[`u:${maria}`]!)).toEqual(
      expect.arrayContaining(['ob:000000000001', 'open', 'park:1']),
    );
    expect(Object.keys(phone.stores.all()[`u:${maria}`]!).filter((key) => /^(base|log|cat):/.test(key))).toEqual([]);
    expect(phone.stores.all().pub?.['meta:sealed']).toEqual({});
  });

  it('follows another tab that has logged in as somebody else, and seals the first', async () => {
    const phone = newPhone();
    const [one, two] = [await phone.open(), await phone.open()];
    await enter(one);
    await enter(two, 'client@rostok.test');
    await one.set(refreshSessionAtom);
    expect(one.get(sessionAtom)).toMatchObject({ uid: String(anna), user: { price_type: 0 } });
    expect(phone.stores.all().pub).toMatchObject({
      'meta:session': { uid: String(anna), priceType: 0 },
      'meta:sealed': { [maria]: expect.any(String) },
    });
  });
});

describe('guest', () => {
  it('opens one server session for six first gestures, and none for an account', async () => {
    const phone = newPhone();
    const store = await phone.open();
    await Promise.all(Array.from({ length: 6 }, () => store.set(ensureServerSessionAtom)));
    expect(phone.net.sent.filter((path) => path === '/api/session/guest')).toHaveLength(1);
    await enter(store);
    await store.set(ensureServerSessionAtom);
    expect(phone.net.sent.filter((path) => path === '/api/session/guest')).toHaveLength(1);
  });

  it('tries again after a failure, and again when the server has forgotten it', async () => {
    const phone = newPhone();
    const store = await phone.open();
    phone.net.isUp = false;
    expect(await store.set(ensureServerSessionAtom).then(() => null, failureOf)).toMatchObject({ kind: 'offline' });
    phone.net.isUp = true;
    await store.set(ensureServerSessionAtom);
    const first = phone.browser.cookies.get('sid');
    phone.browser.cookies.clear();
    await store.set(ensureServerSessionAtom, true);
    expect(phone.browser.cookies.get('sid')).not.toBe(first);
    expect(
      (
        await change(phone.browser, await addProduct(shop), 1, {
          headers: { 'X-Client-User': await store.get(ownerAtom) },
        })
      ).http,
    ).toBe(200);
  });

  it('starts as a new guest when its id has joined an account whose login answer was lost', async () => {
    const phone = newPhone();
    const store = await phone.open();
    const guestId = await store.get(guestIdAtom);
    await call(fetchFrom(shop.app), 'POST', '/api/login', { login: 'client@rostok.test', password: 'пароль', guestId });
    await store.set(ensureServerSessionAtom);
    expect(await store.get(guestIdAtom)).not.toBe(guestId);
    expect(
      (
        await change(phone.browser, await addProduct(shop), 1, {
          headers: { 'X-Client-User': await store.get(ownerAtom) },
        })
      ).http,
    ).toBe(200);
  });
});

describe('client view', () => {
  it('hides consultant prices on the device at once and remembers it, without a network too', async () => {
    const phone = newPhone();
    const store = await phone.open();
    await enter(store);
    expect(store.get(shownPriceTypeAtom)).toBe(1);
    phone.net.isUp = false;
    await store.set(isClientViewAtom, true);
    expect(store.get(shownPriceTypeAtom)).toBe(0);
    expect(store.get(realPriceTypeAtom)).toBe(1);
    expect((await phone.open()).get(shownPriceTypeAtom)).toBe(0);
    phone.net.isUp = true;
    await store.set(isClientViewAtom, false);
    expect((await call(phone.browser, 'GET', '/user/price-type/')).body).toMatchObject({ view_price_type: 1 });
  });
});
