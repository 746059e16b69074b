import type * as Argon2 from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { guests, knownDevices, loginFailures, sessions } from '#server/db/tables/people.ts';
import { addPerson, addProduct, call, cartOf, change, quantities } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

const spied = vi.hoisted(() => ({ verify: [] as string[] }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  return {
    ...real,
    verify: (hashed: string, password: string) => (spied.verify.push(hashed), real.verify(hashed, password)),
  };
});
const { hashPassword } = await import('#server/platform/password.ts');

let shop: TestShop;
let passwordHash: string;
let anna: number;
beforeAll(async () => {
  shop = await openShop();
  passwordHash = await hashPassword('верный пароль');
  anna = await addPerson(shop, {
    name: 'Анна Полякова',
    email: 'Client@rostok.test',
    phone: '+79000000001',
    passwordHash,
  });
});
beforeEach(async () => {
  await shop.db.delete(loginFailures);
});
afterAll(() => shop.close());

const browser = () => fetchFrom(shop.app);
const logIn = (tab: ReturnType<typeof fetchFrom>, login: string, password = 'верный пароль', guestId?: string) =>
  call(tab, 'POST', '/api/login', { login, password, ...(guestId ? { guestId } : {}) });
const whoAmI = async (tab: ReturnType<typeof fetchFrom>) => (await call(tab, 'GET', '/user/data')).body.user;
const openGuest = async (tab: ReturnType<typeof fetchFrom>, guestId: string) =>
  call(tab, 'POST', '/api/session/guest', { guestId });

describe('login', () => {
  it.each(['client@rostok.test', 'CLIENT@ROSTOK.TEST', '+7 900 000-00-01', '8 900 000 00 01', '9000000001'])(
    'lets Анна in as %s',
    async (login) => {
      const tab = browser();
      const answer = await logIn(tab, login);
      expect(answer).toMatchObject({
        http: 200,
        body: { status: 'success', user: { id: anna, isGuest: false, role: 'client', price_type: 0 }, warnings: [] },
      });
      expect(await whoAmI(tab)).toMatchObject({ id: anna, name: 'Анна Полякова' });
    },
  );

  it('sets cookies that scripts cannot read, for this site only: the session’s for 90 days, the device’s for a year', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'x-requested-with': 'rostok' },
      payload: { login: '9000000001', password: 'верный пароль' },
    });
    expect(answer.cookies).toEqual([
      expect.objectContaining({ name: 'sid', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 90 * 86_400 }),
      expect.objectContaining({ name: 'device', httpOnly: true, path: '/api/login', maxAge: 365 * 86_400 }),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is Secure behind https', async () => {
    const tls = await openShop({ PUBLIC_URL: 'https://shop.example' });
    const answer = await tls.app.inject({
      method: 'POST',
      url: '/api/session/guest',
      headers: { 'x-requested-with': 'rostok' },
      payload: { guestId: randomUUID() },
    });
    expect(answer.cookies[0]).toMatchObject({ name: 'sid', secure: true });
    await tls.close();
  });

  it('says the same, with the same work, for a wrong password, an unknown login and an account without a password', async () => {
    await addPerson(shop, { email: 'nopass@rostok.test' });
    const answers = [];
    spied.verify.length = 0;
    for (const login of ['client@rostok.test', 'nobody@rostok.test', 'nopass@rostok.test', 'no login at all'])
      answers.push(await logIn(browser(), login, 'чужой пароль'));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({
      http: 200,
      body: { status: 'error', code: 'wrong_password', message: 'Неверный логин или пароль' },
    });
    expect(spied.verify).toHaveLength(4);
    const cost = (hash: string) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(hash)?.[0];
    expect(spied.verify.map(cost)).toEqual(Array.from({ length: 4 }, () => cost(passwordHash)));
  });

  it('names the empty fields and does not count them', async () => {
    const answer = await logIn(browser(), ' ', '');
    expect(answer.body).toMatchObject({
      status: 'error',
      code: 'validation',
      errors: { login: ['Заполните поле'], password: ['Заполните поле'] },
    });
    expect(await shop.db.select().from(loginFailures)).toEqual([]);
  });

  it('changes the session id, so that a planted one is worth nothing', async () => {
    const tab = browser();
    await openGuest(tab, randomUUID());
    const planted = tab.cookies.get('sid')!;
    await logIn(tab, 'client@rostok.test');
    expect(tab.cookies.get('sid')).not.toBe(planted);
    const thief = browser();
    thief.cookies.set('sid', planted);
    expect(await whoAmI(thief)).toMatchObject({ isGuest: true });
    expect((await change(thief, 1, 1)).http).toBe(401);
  });

  it('keeps the session as it was when the password is wrong', async () => {
    const tab = browser();
    await openGuest(tab, randomUUID());
    const before = tab.cookies.get('sid');
    await logIn(tab, 'client@rostok.test', 'мимо');
    expect(tab.cookies.get('sid')).toBe(before);
  });
});

describe('limiter', () => {
  const from = (tab: string) => ({
    method: 'POST' as const,
    url: '/api/login',
    headers: { 'x-requested-with': 'rostok' },
    remoteAddress: tab,
  });
  const guess = (address: string, login: string, password = 'мимо') =>
    shop.app.inject({ ...from(address), payload: { login, password } });

  it('stops the sixth attempt on one login from anywhere, in words and with Retry-After', async () => {
    for (let i = 0; i < 5; i += 1)
      expect((await guess(`10.0.0.${i}`, i % 2 ? 'client@rostok.test' : 'CLIENT@rostok.test')).statusCode).toBe(200);
    spied.verify.length = 0;
    const sixth = await guess('10.0.0.9', 'client@rostok.test', 'верный пароль');
    expect(sixth.statusCode).toBe(429);
    expect(sixth.json()).toMatchObject({ status: 'error', code: 'too_many' });
    expect(Number(sixth.headers['retry-after'])).toBe(900);
    expect(spied.verify).toEqual([]);
    // Another login from the same address goes on.
    await addPerson(shop, { email: 'other@rostok.test', passwordHash });
    expect((await guess('10.0.0.9', 'other@rostok.test', 'верный пароль')).json()).toMatchObject({ status: 'success' });
  });

  it('opens again after 15 minutes', async () => {
    for (let i = 0; i < 6; i += 1) await guess('10.0.0.1', 'client@rostok.test');
    const before = shop.clock.now;
    shop.clock.now = new Date(before.getTime() + 15 * 60_000 + 1000);
    expect((await guess('10.0.0.1', 'client@rostok.test', 'верный пароль')).json()).toMatchObject({
      status: 'success',
    });
    shop.clock.now = before;
  });

  it('does not count what succeeds', async () => {
    for (let i = 0; i < 7; i += 1)
      expect((await guess('10.0.0.2', 'client@rostok.test', 'верный пароль')).statusCode).toBe(200);
    expect(await shop.db.select().from(loginFailures)).toEqual([]);
  });

  it('lets forty right logins of ten people through one address at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const email = `team${i}@rostok.test`;
        await addPerson(shop, { email, passwordHash });
        return email;
      }),
    );
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap(() => people.map((one) => guess('10.0.0.6', one, 'верный пароль'))),
    );
    expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    expect(await shop.db.select().from(loginFailures)).toEqual([]);
  });

  it('counts an account, whichever of its names is typed', async () => {
    const names = [`two-${randomUUID()}@rostok.test`, '+79005550001'] as const;
    await addPerson(shop, { email: names[0], phone: names[1], passwordHash });
    for (let i = 0; i < 5; i += 1) expect((await guess(`10.1.0.${i}`, names[i % 2]!)).statusCode).toBe(200);
    expect((await guess('10.1.0.9', '8 900 555-00-01')).statusCode).toBe(429);
  });

  it('slows a shared address after a hundred failures, never closes it, and leaves other addresses alone', async () => {
    const before = shop.clock.now;
    const at = (seconds: number) => (shop.clock.now = new Date(before.getTime() + seconds * 1000));
    const right = (address: string) => guess(address, 'client@rostok.test', 'верный пароль');
    await guess('10.0.0.3', 'nobody@rostok.test');
    await shop.db.execute(
      sql`insert into login_failures (bucket, at) select bucket, at from login_failures, generate_series(1, 99)`,
    );
    const closed = await right('10.0.0.3');
    expect([closed.statusCode, closed.headers['retry-after']]).toEqual([429, '1']);
    expect((await right('10.0.0.4')).statusCode).toBe(200);
    at(1);
    expect((await guess('10.0.0.3', 'somebody@rostok.test')).statusCode).toBe(200);
    expect((await right('10.0.0.3')).headers['retry-after']).toBe('2');
    at(3);
    expect((await right('10.0.0.3')).json()).toMatchObject({ status: 'success' });
    shop.clock.now = before;
  });

  it('does not shut out a device that has logged in before, and counts its own failures', async () => {
    const [phone, stranger] = [browser(), browser()];
    await logIn(phone, 'client@rostok.test');
    await call(phone, 'POST', '/logout');
    for (let i = 0; i < 6; i += 1) await logIn(stranger, 'client@rostok.test', 'мимо');
    expect((await logIn(stranger, 'client@rostok.test')).http).toBe(429);
    expect((await logIn(phone, 'client@rostok.test')).body).toMatchObject({ status: 'success' });
    for (let i = 0; i < 5; i += 1) expect((await logIn(phone, 'client@rostok.test', 'мимо')).http).toBe(200);
    expect((await logIn(phone, 'client@rostok.test')).http).toBe(429);
  });

  it('keeps a device by a hash, under a new id after each login: a planted one makes nobody known', async () => {
    const [thief, tab] = [browser(), browser()];
    await addPerson(shop, { email: 'thief@rostok.test', passwordHash });
    await logIn(thief, 'thief@rostok.test');
    const planted = thief.cookies.get('device')!;
    tab.cookies.set('device', planted);
    await logIn(tab, 'client@rostok.test');
    expect(tab.cookies.get('device')).toMatch(/^[\w-]{43}$/);
    expect(tab.cookies.get('device')).not.toBe(planted);
    expect(JSON.stringify(await shop.db.select().from(knownDevices))).not.toContain(tab.cookies.get('device'));
    for (let i = 0; i < 5; i += 1) await logIn(browser(), 'client@rostok.test', 'мимо');
    expect((await logIn(thief, 'client@rostok.test')).http).toBe(429);
    expect((await logIn(tab, 'client@rostok.test')).http).toBe(200);
    const { headers } = await shop.app.inject({
      ...from('10.0.0.8'),
      payload: { login: 'thief@rostok.test', password: 'верный пароль' },
    });
    const cookie = [headers['set-cookie']].flat().find((one) => one?.startsWith('device='));
    expect(cookie).toMatch(/; Max-Age=31536000; Path=\/api\/login; HttpOnly; SameSite=Lax$/);
  });

  it('does not let parallel guesses slip past', async () => {
    const codes = (await Promise.all(Array.from({ length: 12 }, () => guess('10.0.0.5', 'client@rostok.test')))).map(
      (answer) => answer.statusCode,
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(5);
    expect(codes.filter((code) => code === 429)).toHaveLength(7);
  });

  it('stores neither login nor address', async () => {
    await guess('10.9.8.7', 'client@rostok.test');
    const rows = JSON.stringify(await shop.db.select().from(loginFailures));
    expect(rows).not.toContain('rostok.test');
    expect(rows).not.toContain('10.9.8.7');
  });
});

describe('logout', () => {
  it('ends the session on the server, not only in this browser, and may be repeated', async () => {
    const tab = browser();
    await logIn(tab, 'client@rostok.test');
    const sid = tab.cookies.get('sid')!;
    tab.cookies.set('is_cookies_accepted', '1');
    expect(await call(tab, 'POST', '/logout')).toMatchObject({ http: 200, body: { status: 'success' } });
    // Who logged in here stays known to the login alone (docs/decisions/190-login-limits.md).
    expect([...tab.cookies.keys()].sort()).toEqual(['device', 'is_cookies_accepted']);
    const thief = browser();
    thief.cookies.set('sid', sid);
    expect(await whoAmI(thief)).toMatchObject({ isGuest: true });
    expect(await call(tab, 'POST', '/logout')).toMatchObject({ http: 200, body: { status: 'success' } });
  });

  it('leaves the sessions of the same person elsewhere alone', async () => {
    const [phone, desk] = [browser(), browser()];
    await logIn(phone, 'client@rostok.test');
    await logIn(desk, 'client@rostok.test');
    await call(phone, 'POST', '/logout');
    expect(await whoAmI(desk)).toMatchObject({ id: anna });
  });

  it('is refused from another site', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/logout',
      headers: { origin: 'https://evil.example', 'x-requested-with': 'rostok' },
    });
    expect(answer.statusCode).toBe(403);
  });

  it('forgets an expired session', async () => {
    const tab = browser();
    await logIn(tab, 'client@rostok.test');
    const before = shop.clock.now;
    shop.clock.now = new Date(before.getTime() + 91 * 86_400_000);
    expect(await whoAmI(tab)).toMatchObject({ isGuest: true });
    shop.clock.now = before;
  });
});

describe('guest and account', () => {
  const newPerson = async () => {
    const email = `p${randomUUID().slice(0, 8)}@rostok.test`;
    return { email, id: await addPerson(shop, { email, passwordHash }) };
  };

  it('joins the guest cart once, however often the login is repeated', async () => {
    const [product, own] = [await addProduct(shop), await addProduct(shop)];
    const person = await newPerson();
    const desk = browser();
    await logIn(desk, person.email);
    await change(desk, own, 1);
    await change(desk, product, 1);
    const tab = browser();
    const guestId = randomUUID();
    await openGuest(tab, guestId);
    await change(tab, product, 2);
    for (let i = 0; i < 3; i += 1)
      expect((await logIn(tab, person.email, 'верный пароль', guestId)).body).toMatchObject({
        status: 'success',
        warnings: [],
      });
    expect(quantities(await cartOf(tab))).toEqual({ [own]: 1, [product]: 3 });
    const [bound] = await shop.db.select().from(guests).where(eq(guests.guestId, guestId));
    expect(bound).toMatchObject({ userId: person.id });
    expect(await shop.db.select().from(sessions).where(eq(sessions.guestId, guestId))).toEqual([]);
  });

  it('ends every other session of the guest that has joined', async () => {
    const person = await newPerson();
    const guestId = randomUUID();
    const [tab, lostAnswer] = [browser(), browser()];
    await openGuest(tab, guestId);
    await openGuest(lostAnswer, guestId);
    await logIn(tab, person.email, 'верный пароль', guestId);
    expect((await change(lostAnswer, await addProduct(shop), 1)).http).toBe(401);
  });

  it('two logins of two people with one guest at once: one of them gets the cart, whole', async () => {
    const product = await addProduct(shop);
    const [one, two] = [await newPerson(), await newPerson()];
    const tab = browser();
    const guestId = randomUUID();
    await openGuest(tab, guestId);
    await change(tab, product, 2);
    const tabs = [browser(), browser()];
    const answers = await Promise.all([
      logIn(tabs[0]!, one.email, 'верный пароль', guestId),
      logIn(tabs[1]!, two.email, 'верный пароль', guestId),
    ]);
    expect(answers.map(({ body }) => body.status)).toEqual(['success', 'success']);
    expect(answers.flatMap(({ body }) => body.warnings.map((warning: { code: string }) => warning.code))).toEqual([
      'guest_foreign',
    ]);
    const pieces = await Promise.all(tabs.map(async (each) => (await cartOf(each)).result.count));
    expect(pieces.sort()).toEqual([0, 2]);
  });

  it('does not give a guest bound to another account, nor one named under another guest session', async () => {
    const product = await addProduct(shop);
    const [owner, stranger] = [await newPerson(), await newPerson()];
    const guestId = randomUUID();
    const tab = browser();
    await openGuest(tab, guestId);
    await change(tab, product, 1);
    const thief = browser();
    await openGuest(thief, randomUUID());
    const first = await logIn(thief, stranger.email, 'верный пароль', guestId);
    expect(first.body).toMatchObject({ status: 'success', warnings: [{ code: 'guest_foreign' }] });
    expect(quantities(await cartOf(thief))).toEqual({});
    await logIn(tab, owner.email, 'верный пароль', guestId);
    const second = await logIn(browser(), stranger.email, 'верный пароль', guestId);
    expect(second.body.warnings).toMatchObject([{ code: 'guest_foreign' }]);
    expect(quantities(await cartOf(tab))).toEqual({ [product]: 1 });
  });

  it('does not reopen a guest that has joined an account, and never logs an account out by it', async () => {
    const person = await newPerson();
    const guestId = randomUUID();
    const tab = browser();
    await openGuest(tab, guestId);
    await logIn(tab, person.email, 'верный пароль', guestId);
    const sid = tab.cookies.get('sid');
    // A late repeat of the lost first call: the account goes on.
    expect(await openGuest(tab, guestId)).toMatchObject({ http: 200, body: { guestId } });
    expect(await openGuest(tab, randomUUID())).toMatchObject({ http: 403, body: { code: 'owner_mismatch' } });
    expect(tab.cookies.get('sid')).toBe(sid);
    expect(await openGuest(browser(), guestId)).toMatchObject({ http: 403, body: { code: 'owner_mismatch' } });
  });

  it('answers whose a guest is to the account that asks, and opens nothing for it when that account has gone', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const guestId = randomUUID();
    const claim = (tab: ReturnType<typeof browser>, userId: number, guest: string) =>
      call(tab, 'POST', '/api/session/guest', { guestId: guest }, { 'x-client-user': String(userId) });
    const tab = browser();
    await logIn(tab, person.email, 'верный пароль', guestId);
    expect(await claim(tab, person.id, guestId)).toMatchObject({ http: 200 });
    // Another person has logged in since the page was told who it is; then nobody is logged in any more.
    await logIn(tab, other.email);
    expect(await claim(tab, person.id, guestId)).toMatchObject({ http: 403, body: { code: 'owner_mismatch' } });
    tab.cookies.clear();
    expect(await claim(tab, person.id, randomUUID())).toMatchObject({ http: 401 });
    expect(tab.cookies.size).toBe(0);
  });

  it('runs a keyed call of the joined guest under its account, and under nobody else', async () => {
    const product = await addProduct(shop);
    const [person, other] = [await newPerson(), await newPerson()];
    const guestId = randomUUID();
    const headers = { 'x-client-user': `guest:${guestId}`, 'idempotency-key': randomUUID() };
    const tab = browser();
    await openGuest(tab, guestId);
    await change(tab, product, 2, { headers });
    await logIn(tab, person.email, 'верный пароль', guestId);
    // The guest's first answer was lost; the same request comes again under the account.
    const again = await change(tab, product, 2, { headers });
    expect(again).toMatchObject({ http: 200, replayed: true });
    expect(quantities(await cartOf(tab))).toEqual({ [product]: 2 });
    const stranger = browser();
    await logIn(stranger, other.email);
    expect(
      await change(stranger, product, 1, { headers: { ...headers, 'idempotency-key': randomUUID() } }),
    ).toMatchObject({ http: 403, body: { code: 'owner_mismatch' } });
  });

  it('opens six guest sessions at once without an error', async () => {
    const guestId = randomUUID();
    const tab = browser();
    const answers = await Promise.all(Array.from({ length: 6 }, () => openGuest(tab, guestId)));
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await change(tab, await addProduct(shop), 1)).http).toBe(200);
  });
});
