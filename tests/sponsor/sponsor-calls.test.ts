import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBootstrap } from '#contract/sponsor.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let stranger: Browser;
beforeAll(async () => {
  shop = await openShop();
  stranger = fetchFrom(shop.app);
  await addConsultant(shop, { consId: 1_000_001, name: 'Росток' });
  await addConsultant(shop, {
    consId: 1_000_157,
    name: 'Мария Соколова',
    statusId: 5,
    phone: '+79990000001',
    email: 'maria@rostok.test',
  });
  await addConsultant(shop, { consId: 1_000_411, name: 'Лидия Громова', active: false });
});
afterAll(() => shop.close());

const sponsorFor = async (query: string, tab = stranger) =>
  (await call(tab, 'GET', `/api/bootstrap${query}`)).body.sponsor;

describe('whose visitor', () => {
  it.each(['?sponsorId=01000157', '?sponsorId=1000157', '?sponsorId=0001000157'])('%s names Мария', async (query) => {
    expect(await sponsorFor(query)).toMatchObject({
      cons_id: '01000157',
      name: 'Мария Соколова',
      status: 'Менеджер',
      is_house: false,
    });
  });
  it.each([
    ['nothing', ''],
    ['unknown', '?sponsorId=1999999'],
    ['inactive', '?sponsorId=01000411'],
    ['words', '?sponsorId=abc'],
    ['too long', '?sponsorId=99999999999999999999'],
    ['beyond the column', '?sponsorId=9999999999'],
    ['zero', '?sponsorId=0'],
    ['negative', '?sponsorId=-5'],
    ['empty', '?sponsorId='],
  ])('%s falls through to the house account', async (_name, query) => {
    expect(await sponsorFor(query)).toMatchObject({ cons_id: '01000001', is_house: true });
  });
  it('own sponsor comes before the address; an account without one takes the address', async () => {
    const own = await addConsultant(shop, { name: 'Олег Дёмин' });
    const [linked, free] = [
      await browserOf(shop, { userId: await addPerson(shop, { sponsorId: own }) }),
      await browserOf(shop, { userId: await addPerson(shop, {}) }),
    ];
    expect(await sponsorFor('?sponsorId=01000157', linked)).toMatchObject({ name: 'Олег Дёмин' });
    expect(await sponsorFor('?sponsorId=01000157', free)).toMatchObject({ name: 'Мария Соколова' });
    expect((await call(linked, 'GET', '/user/sponsor')).body).toMatchObject({
      status: 'success',
      sponsor: { name: 'Олег Дёмин' },
    });
  });
  it('keeps contacts to itself without leave', async () => {
    const text = JSON.stringify([
      await sponsorFor('?sponsorId=01000157'),
      (await call(stranger, 'GET', '/user/sponsor-info/1000157')).body,
    ]);
    expect(text).not.toContain('+79990000001');
    expect(text).not.toContain('maria@');
  });
});

describe('contacts', () => {
  const phone = '+79990000777';
  const consId = 1_000_777;
  let sponsorId = 0;
  beforeAll(async () => {
    sponsorId = await addConsultant(shop, {
      consId,
      name: 'Ольга Ким',
      phone,
      email: 'olga@rostok.test',
      showContacts: true,
    });
  });
  const paths = [
    `/user/sponsor-info/${consId}`,
    `/user/sponsor?sponsorId=${consId}`,
    `/api/bootstrap?sponsorId=${consId}`,
  ];
  it.each(paths)('%s tells them to the sponsor’s own people', async (path) => {
    const own = await browserOf(shop, { userId: await addPerson(shop, { sponsorId }) });
    expect((await call(own, 'GET', path)).body.sponsor).toMatchObject({
      name: 'Ольга Ким',
      phone,
      email: 'olga@rostok.test',
    });
  });
  it.each(paths)('%s tells nobody else more than the name', async (path) => {
    const other = await addConsultant(shop, {});
    for (const tab of [
      stranger,
      await browserOf(shop),
      await browserOf(shop, { userId: await addPerson(shop, {}) }),
      await browserOf(shop, { userId: other }),
    ]) {
      const { sponsor } = (await call(tab, 'GET', path)).body;
      expect(sponsor).toMatchObject({ name: 'Ольга Ким' });
      expect([sponsor.phone, sponsor.email]).toEqual([undefined, undefined]);
    }
  });
});

describe('/api/bootstrap', () => {
  it('carries the settings and may be kept by this browser only', async () => {
    const answer = await shop.app.inject({ url: '/api/bootstrap' });
    expect(getBootstrap.reply.safeParse(answer.json()).success).toBe(true);
    expect(answer.headers['cache-control']).toBe('private, max-age=60');
    expect(String(answer.headers.vary)).toMatch(/cookie/i);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { settings } = answer.json();
    expect(settings.phone_countries).toHaveLength(16);
    expect(settings.delivery_types).toMatchObject({ postal: 1, yandex: 27 });
    expect(settings.countries.map((country: { id: number }) => country.id)).toEqual([1, 4, 11]);
  });
  it('works in a shop without any account', async () => {
    const empty = await openShop();
    expect((await empty.app.inject({ url: '/api/bootstrap' })).json().sponsor).toMatchObject({
      id: 0,
      cons_id: '01000001',
      is_house: true,
    });
    await empty.close();
  });
});

describe('whoever goes through the numbers', () => {
  const first = 1_002_000;
  const link = (n: number) => `0${first + n}`;
  it.each([
    ['the address', (n: number) => ({ url: `/api/bootstrap?sponsorId=${link(n)}` })],
    ['the call', (n: number) => ({ url: `/user/sponsor?sponsorId=${link(n)}` })],
    ['the cookie', (n: number) => ({ url: '/api/bootstrap', cookies: { ref: link(n) } })],
  ])(
    'by %s hears the house account after a while; who came by a link that is known hears whose it is',
    async (_way, asked) => {
      const shop = await openShop();
      await addConsultant(shop, { consId: 1_000_001, name: 'Росток' });
      for (let n = 0; n < 125; n += 1) await addConsultant(shop, { consId: first + n });
      const isHouse = async (n: number, remoteAddress = '10.7.0.1') =>
        (await shop.app.inject({ ...asked(n), remoteAddress })).json().sponsor.is_house;
      for (let n = 0; n < 120; n += 1) expect([n, await isHouse(n)]).toEqual([n, false]);
      expect([await isHouse(120), await isHouse(124, '10.7.0.99')]).toEqual([true, true]);
      // A link that is known is known to everybody behind that network, each with an address of their own.
      expect([await isHouse(7), await isHouse(7, '10.7.0.55'), await isHouse(121, '10.8.0.1')]).toEqual([
        false,
        false,
        false,
      ]);
      const own = await browserOf(shop, {
        userId: await addPerson(shop, { sponsorId: await addConsultant(shop, {}) }),
      });
      expect((await call(own, 'GET', '/api/bootstrap?sponsorId=01002124')).body.sponsor.is_house).toBe(false);
      shop.clock.now = new Date(shop.clock.now.getTime() + 3_700_000);
      expect(await isHouse(120)).toBe(false);
      await shop.close();
    },
  );
});

describe('/user/sponsor-info/{id}', () => {
  it('finds by number, with or without zeros', async () => {
    for (const id of ['1000157', '01000157'])
      expect((await call(stranger, 'GET', `/user/sponsor-info/${id}`)).body).toMatchObject({
        status: 'success',
        sponsor: { cons_id: '01000157' },
      });
  });
  it.each(['1999999', '9999999999', '1000411', '0'])('%s is nobody', async (id) => {
    expect(await call(stranger, 'GET', `/user/sponsor-info/${id}`)).toMatchObject({
      http: 404,
      body: { status: 'error', code: 'not_found', message: 'Консультант не найден' },
    });
  });
  it('refuses what is no number', async () => {
    expect(await call(stranger, 'GET', '/user/sponsor-info/abc')).toMatchObject({
      http: 400,
      body: { code: 'bad_request' },
    });
  });
});
