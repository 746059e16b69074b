import { randomUUID } from 'node:crypto';
import { count, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_CALLS } from '#contract/all-calls.ts';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { buildApp } from '#server/app.ts';
import { callLimits } from '#server/db/tables/limits.ts';
import { consents, guests } from '#server/db/tables/people.ts';
import { networkKey, readLimits, waitAfter } from '#server/platform/limits.rules.ts';
import { tidy } from '#server/platform/upkeep.ts';
import { addConsultant, addPerson, addProduct, browserOf, type Browser, call } from '#tests/cart/shop-people.ts';
import { openShop, testEnv, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let consultant: number;
let product: number;
const began = new Date('2026-11-21T09:00:00Z');
const after = (seconds: number) => (shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1000));
beforeAll(async () => {
  shop = await openShop();
  consultant = 2_099_999;
  await addConsultant(shop, { consId: consultant });
  product = await addProduct(shop, { stockQty: 0 });
});
beforeEach(async () => {
  shop.clock.now = began;
  await shop.db.delete(callLimits);
});
afterAll(() => shop.close());

const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'rostok' };
const openGuestFrom = (remoteAddress: string, more: { guestId?: string; sid?: string; app?: TestShop['app'] } = {}) =>
  (more.app ?? shop.app).inject({
    method: 'POST',
    url: '/api/session/guest',
    remoteAddress,
    headers: HEADERS,
    ...(more.sid ? { cookies: { sid: more.sid } } : {}),
    payload: { guestId: more.guestId ?? randomUUID() },
  });
const askSponsor = (browser: Browser) => call(browser, 'GET', `/user/sponsor-info/${consultant}`);
const notify = (browser: Browser, key?: string, more: object = {}) =>
  call(
    browser,
    'POST',
    '/user/notify-product',
    {
      product_id: product,
      email: `buyer-${randomUUID()}@example.test`,
      consent: true,
      consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
      ...more,
    },
    key ? { 'idempotency-key': key } : {},
  );
const times = async <T>(number: number, work: () => Promise<T>): Promise<T[]> => {
  const done: T[] = [];
  for (let i = 0; i < number; i += 1) done.push(await work());
  return done;
};

describe('a caller', () => {
  it('asks for 30 consultants an hour, and is told when the next one is free', async () => {
    const browser = await browserOf(shop);
    expect((await times(30, () => askSponsor(browser))).map(({ http }) => http)).toEqual(Array(30).fill(200));
    const answer = await browser(`/user/sponsor-info/${consultant}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '120']);
    expect(await answer.json()).toEqual({
      status: 'error',
      code: 'too_many',
      message: 'Слишком много попыток. Попробуйте через\u00a02\u00a0минуты',
    });
    // Another guest is another caller; one share later the first one is let through again, once.
    expect((await askSponsor(await browserOf(shop))).http).toBe(200);
    after(120);
    expect((await askSponsor(browser)).http).toBe(200);
    expect((await askSponsor(browser)).http).toBe(429);
    after(3600);
    expect((await times(30, () => askSponsor(browser))).every(({ http }) => http === 200)).toBe(true);
  });
  it('is the account on all its devices, and the guest in all its sessions', async () => {
    const userId = await addPerson(shop);
    const phones = [await browserOf(shop, { userId }), await browserOf(shop, { userId })];
    await times(15, async () => Promise.all(phones.map(askSponsor)));
    for (const phone of phones) expect((await askSponsor(phone)).http).toBe(429);
    const guestId = randomUUID();
    await times(30, async () => askSponsor(await browserOf(shop, { guestId })));
    expect((await askSponsor(await browserOf(shop, { guestId }))).http).toBe(429);
  });
  it('is counted once by two nodes at the same moment', async () => {
    const second = await buildApp({ db: shop.db, jobs: shop.jobs, env: shop.env, now: () => shop.clock.now });
    const browser = await browserOf(shop);
    const sid = browser.cookies.get('sid') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 ? second : shop.app).inject({ url: `/user/sponsor-info/${consultant}`, cookies: { sid } }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
    await second.close();
  });
});

it('a clock that ran far ahead closes nothing', async () => {
  const browser = await browserOf(shop);
  after(3600);
  await times(30, () => askSponsor(browser));
  // Nodes agree to the minute: this much back is the same hour.
  after(-30);
  expect((await askSponsor(browser)).http).toBe(429);
  shop.clock.now = began;
  expect(new Set((await times(30, () => askSponsor(browser))).map(({ http }) => http))).toEqual(new Set([200]));
  expect((await askSponsor(browser)).http).toBe(429);
});

describe('a network', () => {
  const from = async (remoteAddress: string, browser?: Browser) =>
    (
      await shop.app.inject({
        url: `/user/sponsor-info/${consultant}`,
        remoteAddress,
        ...(browser ? { cookies: { sid: browser.cookies.get('sid') ?? '' } } : {}),
      })
    ).statusCode;
  it('of callers without a session is one caller', async () => {
    expect(new Set(await times(30, () => from('192.0.2.7')))).toEqual(new Set([200]));
    expect(await from('192.0.2.250')).toBe(429);
    expect(await from('192.0.3.7')).toBe(200);
    // A cookie of no session makes nobody somebody.
    const nobody = await browserOf(shop);
    nobody.cookies.set('sid', 'x'.repeat(43));
    expect(await from('192.0.2.7', nobody)).toBe(429);
    expect(await from('192.0.2.7', await browserOf(shop))).toBe(200);
  });
  it('has an allowance for all its guests together', async () => {
    for (let i = 0; i < 4; i += 1) {
      const guest = await browserOf(shop);
      expect(new Set(await times(30, () => from(`192.0.2.${i}`, guest)))).toEqual(new Set([200]));
    }
    expect(await from('192.0.2.7', await browserOf(shop))).toBe(429);
    expect(await from('192.0.3.7', await browserOf(shop))).toBe(200);
  });
  it.each([
    ['192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2'],
  ])('of %s is %s', (ip, network) => expect(networkKey(ip)).toBe(network));
  it('is stored so that no address can be read', async () => {
    await openGuestFrom('192.0.2.7');
    const [row] = await shop.db.select().from(callLimits);
    expect(row?.bucket).toMatch(/^openGuest:address:[\w-]{43}$/);
  });
});

describe('guest sessions', () => {
  const limited = async (number: number) => {
    const env = testEnv({ CALL_LIMITS: `openGuest.address=${number}` });
    return buildApp({ db: shop.db, jobs: shop.jobs, env, now: () => shop.clock.now });
  };
  it('600 an hour per address', () => {
    expect(ALL_CALLS.find(({ name }) => name === 'openGuest')?.limit).toEqual({ address: 600 });
  });
  it('go on slower beyond it, and are never closed to an address', async () => {
    const app = await limited(6);
    const open = async () => (await openGuestFrom('192.0.2.7', { app })).headers['retry-after'];
    expect(await times(6, open)).toEqual(Array(6).fill(undefined));
    // Ten minutes each; a neighbour and the other addresses of one IPv6 household.
    expect(await open()).toBe('600');
    expect((await openGuestFrom('192.0.2.8', { app })).statusCode).toBe(200);
    after(600);
    expect(await open()).toBeUndefined();
    expect(await open()).toBe('600');
    // However many were refused meanwhile, the next share is free at its time.
    await times(20, open);
    after(600);
    expect(await open()).toBeUndefined();
    await times(6, () => openGuestFrom('2001:db8:1:2::1', { app }));
    expect((await openGuestFrom('2001:db8:1:2:ffff::9', { app })).statusCode).toBe(429);
    expect((await openGuestFrom('2001:db8:1:3::1', { app })).statusCode).toBe(200);
    await app.close();
  });
  it('leave nothing behind when refused, and cost nothing when they are open already', async () => {
    const app = await limited(1);
    const guestId = randomUUID();
    const opened = await openGuestFrom('192.0.2.7', { app, guestId });
    const sid = opened.cookies.find(({ name }) => name === 'sid')?.value ?? '';
    for (const again of await times(5, () => openGuestFrom('192.0.2.7', { app, guestId, sid })))
      expect(again.statusCode).toBe(200);
    const other = randomUUID();
    expect((await openGuestFrom('192.0.2.7', { app, guestId: other, sid })).statusCode).toBe(429);
    expect(await shop.db.select().from(guests).where(eq(guests.guestId, other))).toEqual([]);
    await app.close();
  });
});

describe('a form', () => {
  it('is sent 20 times an hour; what is refused leaves nothing, and its key is free for later', async () => {
    const browser = await browserOf(shop);
    await times(19, () => notify(browser));
    const [last, key] = [randomUUID(), randomUUID()];
    expect((await notify(browser, last, { email: 'last@example.test' })).body.status).toBe(1);
    const [before] = await shop.db.select({ n: count() }).from(consents);
    expect(await notify(browser, key)).toMatchObject({ http: 429, body: { status: 0, code: 'too_many' } });
    expect((await shop.db.select({ n: count() }).from(consents))[0]).toEqual(before);
    // A repeat of what has been carried out is answered, however many there were.
    const again = await notify(browser, last, { email: 'last@example.test' });
    expect([again.http, again.replayed]).toEqual([200, true]);
    after(180);
    expect((await notify(browser, key)).body.status).toBe(1);
  });
  it('counts when it is wrong, too', async () => {
    const browser = await browserOf(shop);
    const wrong = await times(20, () => notify(browser, randomUUID(), { email: 'no address' }));
    expect(wrong.every(({ body }) => body.code === 'validation')).toBe(true);
    expect((await notify(browser, randomUUID())).http).toBe(429);
  });
});

it('allowances that are whole again are tidied away', async () => {
  await askSponsor(await browserOf(shop));
  const rows = () => shop.db.select().from(callLimits).where(like(callLimits.bucket, 'getSponsorInfo:%'));
  expect(await rows()).toHaveLength(2);
  after(31);
  await tidy({ db: shop.db, now: () => shop.clock.now });
  expect((await rows()).map(({ bucket }) => bucket.split(':')[1])).toEqual(['caller']);
  after(120);
  await tidy({ db: shop.db, now: () => shop.clock.now });
  expect(await rows()).toEqual([]);
});

describe('the numbers', () => {
  it('wait for their share, and longer the more were refused', () => {
    expect([1, 2, 3, 4, 7, 8, 5000].map((refused) => waitAfter(refused, 0))).toEqual([1, 2, 4, 8, 60, 60, 60]);
    expect(waitAfter(1, 179_001)).toBe(180);
  });
  it('may be set by the operator, for limits that there are', () => {
    const read = (text: string) => readLimits(text, ALL_CALLS);
    expect(read('openGuest.address=2000, notifyProduct.caller=50')?.get('openGuest')).toEqual({ address: 2000 });
    expect(read('notifyProduct.caller=50')?.get('notifyProduct')).toEqual({ caller: 50, network: 300 });
    for (const text of ['cartAdd.caller=5', 'openGuest.caller=5', 'openGuest.address=0', 'openGuest=5', 'x', 'a.b=1'])
      expect(read(text)).toBeUndefined();
    expect(() => testEnv({ CALL_LIMITS: 'openGuest.adress=5' })).toThrow('CALL_LIMITS');
  });
});
