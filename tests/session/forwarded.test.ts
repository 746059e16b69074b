import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callLimits } from '#server/db/tables/limits.ts';
import { loginFailures } from '#server/db/tables/people.ts';
import { hashPassword } from '#server/platform/password.ts';
import { addPerson } from '#tests/cart/shop-people.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#tests/support/open-shop.ts';

// Limits by address against whoever writes an `X-Forwarded-For` of their own: with no proxy the header is nothing, with one only what
// that proxy has written counts (docs/product/people.md#limits).

const LOGIN = 'owner@rostok.test';
const PASSWORD = 'верный-пароль-1';
const HEADERS = { 'x-requested-with': 'rostok', origin: TEST_ORIGIN };

describe.each([
  { proxies: '0', forwarded: (lie: string) => lie, remote: '203.0.113.7', other: '203.0.113.99' },
  // The proxy appends the address that it has seen.
  {
    proxies: '1',
    forwarded: (lie: string, seen = '203.0.113.7') => `${lie}, ${seen}`,
    remote: '10.0.0.2',
    other: '10.0.0.2',
  },
])('behind $proxies proxies', ({ proxies, forwarded, remote, other }) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop({ TRUST_PROXY: proxies });
    await addPerson(shop, { email: LOGIN, passwordHash: await hashPassword(PASSWORD) });
  });
  beforeEach(async () => {
    await shop.db.delete(loginFailures);
    await shop.db.delete(callLimits);
  });
  afterAll(() => shop.close());

  const post = (url: string, payload: object, header: string, from = remote) =>
    shop.app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: from,
      headers: { ...HEADERS, 'x-forwarded-for': header },
    });
  const logIn = (login: string, password: string, header: string, from?: string) =>
    post('/api/login', { login, password }, header, from);

  it('a hundred failures slow their address, whatever else the header says', async () => {
    await logIn('nobody@rostok.test', 'мимо', forwarded('198.51.100.1'));
    await shop.db.execute(
      sql`insert into login_failures (bucket, at) select bucket, at from login_failures, generate_series(1, 99)`,
    );
    for (const lie of ['198.51.100.2', '198.51.100.3, 198.51.100.4', '127.0.0.1', 'не адрес', '::1', '']) {
      const answer = await logIn(LOGIN, PASSWORD, forwarded(lie));
      expect([lie, answer.statusCode]).toEqual([lie, 429]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    const elsewhere = await logIn(
      LOGIN,
      PASSWORD,
      proxies === '0' ? '198.51.100.2' : '198.51.100.2, 203.0.113.99',
      other,
    );
    expect(elsewhere.statusCode).toBe(200);
  });

  it('five failures shut an account wherever they say they come from', async () => {
    for (let tries = 0; tries < 5; tries += 1)
      expect((await logIn(LOGIN, 'мимо', forwarded(`198.51.100.${tries}`))).json()).toMatchObject({
        code: 'wrong_password',
      });
    expect((await logIn(LOGIN, PASSWORD, forwarded('198.51.100.77'))).statusCode).toBe(429);
  });

  it('calls that are counted by network count as one network', async () => {
    const ask = (lie: string) => post('/api/password/send', { login: `x${lie}@rostok.test` }, forwarded(lie));
    const answers: number[] = [];
    // A stranger without a session: 60 an hour for a network.
    for (let tries = 0; tries < 61; tries += 1) answers.push((await ask(`198.51.${tries}.9`)).statusCode);
    expect(answers.slice(0, 60).every((code) => code === 200)).toBe(true);
    expect(answers.at(-1)).toBe(429);
  });
});
