import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openGuest, UserData } from '#contract/session.ts';
import { addProduct, call, cartOf, quantities } from '#tests/cart/shop-people.ts';
import {
  addAccount,
  executionsOf,
  guestPhone,
  heart,
  openLab,
  openPhone,
  phoneOf,
  type Phone,
  pieces,
  storedUnder,
} from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// What the server knows of a phone: sessions that end by time or by their person, and what the phone said of its queue.
const DAY_MS = 86_400_000;
let shop: TestShop;
let began: Date;
beforeAll(async () => {
  shop = await openLab();
  began = shop.clock.now;
});
afterEach(() => {
  shop.clock.now = began;
});
afterAll(() => shop.close());
const later = (ms: number) => (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const sidOf = (phone: Phone) => phone.browser.cookies.get('sid') ?? '';
const withSid = (sid: string): Phone => {
  const phone = openPhone(shop);
  phone.browser.cookies.set('sid', sid);
  return phone;
};

describe('a session that has expired', () => {
  it('seals its person’s records: 401, nothing kept, and only the same person goes on', async () => {
    const [anna, boris, product] = [await addAccount(shop), await addAccount(shop), await addProduct(shop)];
    const phone = await phoneOf(shop, anna.id);
    const records = [
      [pieces(product, 2), randomUUID()],
      [heart(product, true), randomUUID()],
      [{ kind: 'cart.price', body: { kind: 'retail', cartType: 0, productId: product, price: 49_000 } }, randomUUID()],
    ] as const;
    later(91 * DAY_MS);
    const before = sidOf(phone);
    for (const [intent, key] of records) {
      const sent = await phone.send(intent, anna.owner, key);
      expect([sent.http, sent.kind]).toEqual([401, 'auth']);
      expect(await storedUnder(shop, key)).toBe(0);
    }
    // Expiry is no logout: nobody takes the cookie away, the app sees a guest.
    expect((await phone.get('/user/data')).user).toMatchObject({ isGuest: true });
    expect(sidOf(phone)).toBe(before);

    await phone.logIn(boris.email);
    for (const [intent, key] of records) {
      const sent = await phone.send(intent, anna.owner, key);
      expect([sent.http, sent.kind]).toEqual([403, 'owner']);
      expect(await storedUnder(shop, key)).toBe(0);
    }
    await phone.logIn(anna.email);
    for (const [intent, key] of records) {
      expect((await phone.send(intent, anna.owner, key)).kind).toBe('ack');
      expect(await executionsOf(shop, key)).toHaveLength(1);
    }
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 2 });
  });

  it('of a guest is opened anew by the guest, with its cart', async () => {
    const [phone, product, key] = [await guestPhone(shop), await addProduct(shop), randomUUID()];
    await phone.send(pieces(product, 1), phone.guest, randomUUID());
    later(91 * DAY_MS);
    expect((await phone.send(pieces(product, 1), phone.guest, key)).kind).toBe('auth');
    await phone.openGuest();
    expect((await phone.send(pieces(product, 1), phone.guest, key)).kind).toBe('ack');
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 2 });
  });

  it('does not expire while it is used, be it by records alone', async () => {
    const account = await addAccount(shop);
    const phone = await phoneOf(shop, account.id);
    for (let i = 0; i < 3; i += 1) {
      later(80 * DAY_MS);
      expect((await phone.send(pieces(await addProduct(shop), 1), account.owner, randomUUID())).kind).toBe('ack');
    }
  });
});

describe('logout', () => {
  it('ends this session alone: records of its person wait for them, the cart stays theirs', async () => {
    const [account, product, key] = [await addAccount(shop), await addProduct(shop), randomUUID()];
    const [phone, desk] = [await phoneOf(shop, account.id), await phoneOf(shop, account.id)];
    await phone.send(pieces(product, 1), account.owner, randomUUID());
    expect(await call(phone.browser, 'POST', '/logout', {}, { 'x-client-user': account.owner })).toMatchObject({
      http: 200,
      body: { status: 'success', ended: true },
    });
    expect(sidOf(phone)).toBe('');
    expect((await phone.send(pieces(product, 1), account.owner, key)).kind).toBe('auth');
    await phone.openGuest();
    expect((await phone.send(pieces(product, 1), account.owner, key)).kind).toBe('owner');
    expect(quantities(await cartOf(desk.browser))).toEqual({ [product]: 1 });
    expect((await desk.send(pieces(product, 1), account.owner, key)).kind).toBe('ack');
  });

  it('expires `sid` and touches nothing else in the browser', async () => {
    const phone = await phoneOf(shop, (await addAccount(shop)).id);
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/logout',
      headers: { 'x-requested-with': 'rostok', cookie: `sid=${sidOf(phone)}; ref=01000157` },
    });
    expect(answer.cookies.map((one) => one.name)).toEqual(['sid']);
    expect(answer.headers['clear-site-data']).toBeUndefined();
  });

  it('that comes late ends only the session it was made for', async () => {
    const [anna, boris] = [await addAccount(shop), await addAccount(shop)];
    const phone = await phoneOf(shop, anna.id);
    const old = sidOf(phone);
    await phone.logIn(boris.email);
    // Sent with Anna's cookie, arrives after Boris's login has revoked it: the browser keeps his.
    const late = await shop.app.inject({
      method: 'POST',
      url: '/logout',
      headers: { 'x-requested-with': 'rostok', cookie: `sid=${old}` },
    });
    expect([late.statusCode, late.json(), late.cookies]).toEqual([200, { status: 'success', ended: false }, []]);
    // Sent for Anna, but by then the browser had Boris's cookie.
    const swapped = await call(phone.browser, 'POST', '/logout', {}, { 'x-client-user': anna.owner });
    expect(swapped).toMatchObject({ http: 200, body: { ended: false } });
    expect((await phone.get('/user/data')).user).toMatchObject({ id: boris.id });
    expect(await call(phone.browser, 'POST', '/logout', {}, { 'x-client-user': boris.owner })).toMatchObject({
      body: { ended: true },
    });
  });

  it('is what login does to the session it came with', async () => {
    const [anna, boris, product] = [await addAccount(shop), await addAccount(shop), await addProduct(shop)];
    const phone = await phoneOf(shop, anna.id);
    const old = sidOf(phone);
    await phone.logIn(boris.email);
    expect(sidOf(phone)).not.toBe(old);
    expect((await withSid(old).send(pieces(product, 1), anna.owner, randomUUID())).kind).toBe('auth');
    expect((await withSid(old).get('/user/data')).user).toMatchObject({ isGuest: true });
  });
});

describe('X-Client-Pending', () => {
  const say = (n: number | string) => ({ 'x-client-pending': String(n) });
  const rowOf = async (phone: Phone) => {
    const { rows } = await shop.db.execute<{ version: string; pending: number | null; pending_at: string }>(
      sql`select ctid::text || xmin::text as version, pending, pending_at::text from sessions where id_hash = encode(sha256(${sidOf(phone)}::bytea), 'hex')`,
    );
    return rows[0]!;
  };

  it('is remembered from any call and told by the next /user/data, as it stood before it', async () => {
    const account = await addAccount(shop);
    const product = await addProduct(shop);
    for (const [phone, owner] of [
      [await guestPhone(shop), undefined],
      [await phoneOf(shop, account.id), account.owner],
    ] as const) {
      expect((await phone.get('/user/data')).heartbeat).toBeUndefined();
      await phone.get('/cart/data', say(3));
      const at = shop.clock.now.toISOString();
      later(60_000);
      const told = await phone.get('/user/data', say(0));
      expect(UserData.safeParse(told).success).toBe(true);
      expect(told.heartbeat).toEqual({ pending: 3, at });
      await phone.send(pieces(product, 1), owner ?? phone.guest, randomUUID(), say(7));
      expect((await phone.get('/user/data')).heartbeat).toEqual({ pending: 7, at: shop.clock.now.toISOString() });
    }
  });

  it('tells a phone that lost its storage and kept its cookie: how many, when, and which guest it was', async () => {
    const [phone, product] = [await guestPhone(shop), await addProduct(shop)];
    await phone.send(pieces(product, 2), phone.guest, randomUUID(), say(5));
    const at = shop.clock.now.toISOString();
    later(3_600_000);
    // IndexedDB is empty: another guest id, no count of its own yet.
    const evicted = withSid(sidOf(phone));
    expect(await evicted.get('/user/data')).toMatchObject({
      user: { isGuest: true },
      heartbeat: { pending: 5, at },
      guestId: phone.guestId,
      cart: { count: 2 },
    });
    const opened = await evicted.openGuest();
    expect(openGuest.reply.safeParse(opened.body).success).toBe(true);
    expect(opened.body).toEqual({ status: 'success', guestId: evicted.guestId, heartbeat: { pending: 5, at } });
    expect((await evicted.get('/user/data')).heartbeat).toBeUndefined();
  });

  it('belongs to one browser: not to the same person’s other one, nor to whoever logs in there next', async () => {
    const [anna, boris] = [await addAccount(shop), await addAccount(shop)];
    const [phone, desk] = [await phoneOf(shop, anna.id), await phoneOf(shop, anna.id)];
    await phone.get('/user/data', say(4));
    expect((await desk.get('/user/data')).heartbeat).toBeUndefined();
    expect((await openPhone(shop).get('/user/data', say(4))).heartbeat).toBeUndefined();
    await phone.logIn(boris.email);
    expect((await phone.get('/user/data')).heartbeat).toBeUndefined();
  });

  it('is written only when it is news, or five minutes old', async () => {
    const [phone, product] = [await guestPhone(shop), await addProduct(shop)];
    await phone.get('/cart/data', say(2));
    const { version, pending_at: at } = await rowOf(phone);
    for (let i = 0; i < 5; i += 1) {
      later(20_000);
      await phone.get('/cart/data', say(2));
      await phone.get('/user/data');
    }
    expect((await rowOf(phone)).version).toBe(version);
    // A record writes the room of its answer into the row, and nothing of the heartbeat.
    for (let i = 0; i < 5; i += 1) {
      later(10_000);
      await phone.send(pieces(product, 1), phone.guest, randomUUID(), say(2));
    }
    expect(at).toEqual(expect.any(String));
    expect((await rowOf(phone)).pending_at).toBe(at);
    later(200_000);
    await phone.get('/cart/data', say(2));
    expect((await phone.get('/user/data')).heartbeat).toEqual({ pending: 2, at: shop.clock.now.toISOString() });
    await phone.get('/cart/data', say(1));
    expect((await rowOf(phone)).pending).toBe(1);
  });

  it.each(['', '-1', '1.5', 'many', '9999999', '0x10'])('ignores %j', async (wrong) => {
    const phone = await guestPhone(shop);
    await phone.get('/cart/data', say(wrong));
    expect((await rowOf(phone)).pending).toBeNull();
  });
});
