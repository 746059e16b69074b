import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { favourites } from '#server/db/tables/cart.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { UserData } from '#contract/session.ts';
import { addConsultant, addPerson, addProduct, browserOf, call, change } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let sponsorId: number;
beforeAll(async () => {
  shop = await openShop();
  await shop.db.insert(cities).values({ id: 7, title: 'Томск', countryId: 1, lat: 56.49, lon: 84.97, utcOffset: 7 });
  await addConsultant(shop, { consId: 1_000_001, name: 'Росток', statusId: 1 });
  sponsorId = await addConsultant(shop, {
    consId: 1_000_157,
    name: 'Мария Соколова',
    statusId: 5,
    phone: '+79000000002',
    email: 'hidden@rostok.test',
    cityId: 7,
  });
});
afterAll(() => shop.close());

const dataOf = async (userId: number, headers: Record<string, string> = {}) => {
  const answer = await call(await browserOf(shop, { userId }), 'GET', '/user/data', undefined, headers);
  expect(UserData.safeParse(answer.body).success).toBe(true);
  return answer.body;
};

describe('/user/data', () => {
  it('answers a stranger as a guest, makes no session and is kept by nobody', async () => {
    const answer = await shop.app.inject({ url: '/user/data' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      status: 'success',
      user: {
        isGuest: true,
        id: 0,
        name: '',
        email: null,
        phone: null,
        role: null,
        cons_id: null,
        isCons: false,
        isPunktVydachi: false,
        isOptovik: false,
        readonly: false,
        sendEmail: false,
        price_type: 0,
        city: null,
        country_id: 1,
        status: null,
      },
      confirmation: { type: null },
      acl: [],
      permissions: ['cart.edit', 'order.create', 'support.call_cons'],
      bonuses: { balances: [], hello: null },
      favoriteProducts: [],
      favourites_version: 0,
      sponsor: null,
      sponsorClient: null,
      cart: { count: 0, sum_amount: 0 },
      server_time: '2026-11-21T09:00:00.000Z',
    });
  });

  it('tells a guest its own cart', async () => {
    const tab = await browserOf(shop, { guestId: randomUUID() });
    await change(tab, await addProduct(shop, { actualPrice: 12300 }), 2);
    expect((await call(tab, 'GET', '/user/data')).body.cart).toEqual({ count: 2, sum_amount: 24600 });
  });

  it.each([
    ['client', { role: 'client' }, { role: 'client', isCons: false, price_type: 0, status: { id: 0, name: 'Клиент' } }],
    ['user', { role: 'user' }, { role: 'user', isCons: false, price_type: 0 }],
    [
      'cons',
      { role: 'cons', consId: 1_000_934, statusId: 2 },
      {
        role: 'cons',
        isCons: true,
        cons_id: '01000934',
        price_type: 1,
        status: { id: 2, name: 'Активный консультант' },
      },
    ],
    [
      'punkt',
      { role: 'cons', consId: 1_000_935, isPunktVydachi: true },
      { isCons: true, isPunktVydachi: true, price_type: 1 },
    ],
    ['readonly', { role: 'cons', consId: 1_000_936, readonly: true }, { readonly: true, price_type: 1 }],
    ['optovik', { role: 'optovik' }, { isOptovik: true, isCons: false, price_type: 1, status: null }],
    ['staff', { role: 'staff' }, { role: 'staff', price_type: 0, status: null }],
  ] as const)('%s', async (_name, person, user) => {
    const data = await dataOf(await addPerson(shop, { ...person, cityId: 7, sponsorId }));
    expect(data.user).toMatchObject({ isGuest: false, city: { id: 7, name: 'Томск' }, ...user });
    expect(data.acl).toContain('profile');
    expect(data.sponsor).toMatchObject({
      cons_id: '01000157',
      name: 'Мария Соколова',
      status: 'Менеджер',
      city: 'Томск',
      is_house: false,
    });
  });

  it('brings hearts, their version and the cart of the real price type', async () => {
    const product = await addProduct(shop, { actualPrice: 49000, actualConsPrice: 37700 });
    const id = await addConsultant(shop, { favouritesVersion: 3 });
    await shop.db.insert(favourites).values({ userId: id, productId: product });
    await change(await browserOf(shop, { userId: id }), product, 2);
    expect(await dataOf(id)).toMatchObject({
      favoriteProducts: [product],
      favourites_version: 3,
      cart: { count: 2, sum_amount: 75400 },
    });
  });

  it('counts the wholesale cart of an optovik', async () => {
    const id = await addPerson(shop, { role: 'optovik' });
    const tab = await browserOf(shop, { userId: id });
    await change(tab, await addProduct(shop, { actualConsPrice: 10000 }), 3, { base: '/optovik/cart' });
    expect((await dataOf(id)).cart).toEqual({ count: 3, sum_amount: 30000 });
  });

  it('gives contacts of a sponsor only with their leave, and the house to whoever has no sponsor', async () => {
    const client = await dataOf(await addPerson(shop, { sponsorId }));
    expect(JSON.stringify(client)).not.toContain('hidden@rostok.test');
    expect(JSON.stringify(client)).not.toContain('+79000000002');
    const open = await addConsultant(shop, { phone: '+79000000003', email: 'open@rostok.test', showContacts: true });
    const other = await dataOf(await addPerson(shop, { sponsorId: open }));
    expect(other.sponsorClient).toMatchObject({ phone: '+79000000003', email: 'open@rostok.test' });
    expect((await dataOf(await addPerson(shop, {}))).sponsor).toMatchObject({ cons_id: '01000001', is_house: true });
  });

  it('names which tried keys the snapshot includes: own and of the joined guest, nobody else’s', async () => {
    const product = await addProduct(shop);
    const id = await addPerson(shop, {});
    const [tab, other] = [await browserOf(shop, { userId: id }), await browserOf(shop)];
    const [mine, foreign, unknown] = [randomUUID(), randomUUID(), randomUUID()];
    await change(tab, product, 1, { headers: { 'idempotency-key': mine, 'x-client-user': String(id) } });
    await change(other, product, 1, { headers: { 'idempotency-key': foreign } });
    const data = await dataOf(id, { 'x-client-tried': `${mine.toUpperCase()},${foreign}, ${unknown},nonsense` });
    expect(data.included).toEqual([mine]);
    expect((await dataOf(id)).included).toBeUndefined();
  });

  it('never shows consultant numbers to guests and clients', async () => {
    const product = await addProduct(shop, { actualPrice: 49000, actualConsPrice: 37731, ballsHalf: 1777 });
    const client = await addPerson(shop, { sponsorId });
    for (const tab of [await browserOf(shop), await browserOf(shop, { userId: client })]) {
      await change(tab, product, 1);
      for (const path of ['/user/data', '/user/sponsor', '/api/bootstrap', '/user/price-type/']) {
        const text = JSON.stringify((await call(tab, 'GET', path)).body);
        expect(text).not.toMatch(/37731|888\.5|1777/);
      }
    }
  });
});

describe('/user/price-type/', () => {
  it('remembers the view and changes no answer', async () => {
    const id = await addConsultant(shop);
    const tab = await browserOf(shop, { userId: id });
    expect((await call(tab, 'GET', '/user/price-type/')).body).toEqual({
      status: 1,
      price_type: 1,
      view_price_type: 1,
    });
    expect((await call(tab, 'POST', '/user/price-type/', { view_price_type: 0 })).body).toEqual({
      status: 1,
      price_type: 1,
      view_price_type: 0,
    });
    expect((await call(tab, 'GET', '/user/price-type/')).body).toEqual({
      status: 1,
      price_type: 1,
      view_price_type: 0,
    });
    expect((await dataOf(id)).user.price_type).toBe(1);
  });
  it('gives a client no other view than the real one, and a guest none to set', async () => {
    const tab = await browserOf(shop, { userId: await addPerson(shop, {}) });
    expect((await call(tab, 'POST', '/user/price-type/', { view_price_type: 1 })).body).toEqual({
      status: 1,
      price_type: 0,
      view_price_type: 0,
    });
    expect(await call(fetchFrom(shop.app), 'POST', '/user/price-type/', { view_price_type: 0 })).toMatchObject({
      http: 401,
      body: { status: 0, code: 'auth_required' },
    });
    expect((await call(tab, 'POST', '/user/price-type/', { view_price_type: 2 })).body).toMatchObject({
      status: 0,
      code: 'validation',
    });
  });
});
