import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '#tests/cart/shop-people.ts';
import { addAccount, guestPhone, holdRows, openLab, openPhone, type Phone, phoneOf } from '#tests/sync-server/phone.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/people.md#sessions: «Cookie sid: 90 days sliding», in the browser as well as in the table.
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
let shop: TestShop;
let began: Date;
beforeAll(async () => {
  shop = await openLab();
  began = shop.clock.now;
});
beforeEach(() => {
  shop.clock.now = began;
});
afterAll(() => shop.close());
const later = (ms: number) => (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const sidOf = (phone: Phone) => phone.browser.cookies.get('sid') ?? '';
/** The cookies that an answer to this phone sets; its jar stays as it is. */
async function setBy(phone: Phone, url: string, method: 'GET' | 'POST' = 'GET', more: Record<string, string> = {}) {
  const answer = await shop.app.inject({
    method,
    url,
    headers: { 'x-requested-with': 'rostok', cookie: `sid=${sidOf(phone)}`, ...more },
    ...(method === 'POST' ? { payload: {} } : {}),
  });
  return answer.cookies;
}
const renewed = (phone: Phone) => [
  expect.objectContaining({
    name: 'sid',
    value: sidOf(phone),
    maxAge: 90 * 86_400,
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
  }),
];
const endOf = async (phone: Phone): Promise<number> => {
  const { rows } = await shop.db.execute<{ at: string }>(
    sql`select (extract(epoch from expires_at) * 1000)::bigint as at from sessions
        where id_hash = encode(sha256(${sidOf(phone)}::bytea), 'hex')`,
  );
  return Number(rows[0]?.at);
};

describe('the cookie', () => {
  it('lives on in a browser that comes every day for a year, a guest’s and a person’s', async () => {
    for (const phone of [await guestPhone(shop), await phoneOf(shop, (await addAccount(shop)).id)]) {
      shop.clock.now = began;
      let [sid, dies] = [sidOf(phone), shop.clock.now.getTime() + 90 * DAY_MS];
      for (let day = 0; day < 365; day += 30) {
        later(30 * DAY_MS);
        // What the browser does: an expired cookie is not sent any more.
        expect(shop.clock.now.getTime()).toBeLessThan(dies);
        const [cookie] = await setBy(phone, '/user/data');
        if (cookie?.maxAge) [sid, dies] = [cookie.value, shop.clock.now.getTime() + cookie.maxAge * 1000];
      }
      expect(sid).toBe(sidOf(phone));
    }
  });

  it('is set again by a read, the same one, at most once an hour', async () => {
    const phone = await phoneOf(shop, (await addAccount(shop)).id);
    expect(await setBy(phone, '/user/data')).toEqual([]);
    later(61 * MINUTE_MS);
    expect(await setBy(phone, '/cart/data')).toEqual(renewed(phone));
    for (let i = 0; i < 3; i += 1) expect(await setBy(phone, '/user/data')).toEqual([]);
    later(61 * MINUTE_MS);
    expect(await setBy(phone, '/user/data')).toEqual(renewed(phone));
  });

  it('is Secure behind https then too', async () => {
    const tls = await openShop({ PUBLIC_URL: 'https://shop.example' });
    const phone = await phoneOf(tls, (await addAccount(tls)).id);
    tls.clock.now = new Date(tls.clock.now.getTime() + DAY_MS);
    const answer = await tls.app.inject({ url: '/user/data', headers: { cookie: `sid=${sidOf(phone)}` } });
    expect(answer.cookies).toMatchObject([{ name: 'sid', secure: true }]);
    await tls.close();
  });

  it('is set again after records alone have kept the session open', async () => {
    const phone = await phoneOf(shop, (await addAccount(shop)).id);
    later(DAY_MS);
    expect(await setBy(phone, '/cart/change', 'POST', { 'idempotency-key': randomUUID() })).toEqual([]);
    expect(await endOf(phone)).toBe(shop.clock.now.getTime() + 90 * DAY_MS);
    expect(await setBy(phone, '/user/data')).toEqual(renewed(phone));
  });

  it('is not set by what the browser keeps, by what changes something, nor for a session that is not there', async () => {
    const phone = await phoneOf(shop, (await addAccount(shop)).id);
    later(DAY_MS);
    expect(await setBy(phone, '/api/bootstrap')).toEqual([]);
    expect(await setBy(phone, '/cart/clean')).toEqual([]);
    expect(await setBy(openPhone(shop), '/user/data')).toEqual([]);
    later(91 * DAY_MS);
    expect(await setBy(phone, '/user/data')).toEqual([]);
  });
});

describe('a read beside the end of its session', () => {
  it.each([
    ['a logout', (phone: Phone) => call(phone.browser, 'POST', '/logout', {})],
    ['a login', async (phone: Phone) => phone.logIn((await addAccount(shop)).email)],
  ])('does not set the cookie that %s has revoked', async (_what, end) => {
    const phone = await phoneOf(shop, (await addAccount(shop)).id);
    later(DAY_MS);
    const ended = sidOf(phone);
    // A record has moved the end of the session just now: only the cookie is due.
    await setBy(phone, '/cart/change', 'POST', { 'idempotency-key': randomUUID() });
    const row = `select id_hash from sessions where id_hash = encode(sha256($1::bytea), 'hex') for update`;
    const held = await holdRows(shop, row, [ended]);
    const ending = end(phone);
    await held.waiting(1);
    // Its session is still there when it looks; the writing of the slide comes after the end.
    const reading = shop.app.inject({ url: '/user/data', headers: { cookie: `sid=${ended}` } });
    await held.waiting(2);
    await held.release();
    await ending;
    expect((await reading).cookies).toEqual([]);
  });

  it('that comes later still brings back nothing: the old sid is nobody’s', async () => {
    const anna = await addAccount(shop);
    const phone = await phoneOf(shop, anna.id);
    later(DAY_MS);
    const [late] = await setBy(phone, '/user/data');
    await call(phone.browser, 'POST', '/logout', {});
    phone.browser.cookies.set('sid', late?.value ?? '');
    expect((await phone.get('/user/data')).user).toMatchObject({ isGuest: true });
    // The phone goes on as a guest, as after any logout.
    expect((await phone.openGuest()).http).toBe(200);
    expect(sidOf(phone)).not.toBe(late?.value);
  });
});
