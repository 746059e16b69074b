import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProduct, cartOf, quantities } from '#tests/cart/shop-people.ts';
import {
  addAccount,
  executionsOf,
  guestPhone,
  heart,
  holdRows,
  ledgerOf,
  openLab,
  openPhone,
  phoneOf,
  pieces,
  storedUnder,
} from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// docs/product/offline.md#owners: whose record runs, under which session, on which cart.
let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
});
afterAll(() => shop.close());

describe('the guest session', () => {
  it('six openings and six first writes at once are one guest and one cart', async () => {
    const phone = openPhone(shop);
    const product = await addProduct(shop);
    const opened = await Promise.all(Array.from({ length: 6 }, () => phone.openGuest()));
    expect(opened.map((one) => one.http)).toEqual([200, 200, 200, 200, 200, 200]);
    const keys = Array.from({ length: 6 }, () => randomUUID());
    const sent = await Promise.all(keys.map((key) => phone.send(pieces(product, 1), phone.guest, key)));
    expect(sent.map((one) => one.kind)).toEqual(['ack', 'ack', 'ack', 'ack', 'ack', 'ack']);
    const done = (await ledgerOf(shop)).filter((one) => one.person === phone.guest);
    expect(done.map((one) => one.key).toSorted()).toEqual(keys.toSorted());
    expect(done.map((one) => one.quantity)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 6 });
  });

  it('six first writes before it wait unharmed: nothing is stored, and each runs once after it', async () => {
    const phone = openPhone(shop);
    const product = await addProduct(shop);
    const keys = Array.from({ length: 6 }, () => randomUUID());
    const early = await Promise.all(keys.map((key) => phone.send(pieces(product, 1), phone.guest, key)));
    expect(early.map((one) => one.kind)).toEqual(['auth', 'auth', 'auth', 'auth', 'auth', 'auth']);
    for (const key of keys) expect(await storedUnder(shop, key)).toBe(0);
    await phone.openGuest();
    await Promise.all(keys.map((key) => phone.send(pieces(product, 1), phone.guest, key)));
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 6 });
  });

  it('a lost first answer costs nothing: the second opening finds the cart of the first', async () => {
    const phone = openPhone(shop);
    const product = await addProduct(shop);
    const lost = openPhone(shop, phone.guestId);
    await lost.openGuest();
    await lost.send(pieces(product, 2), phone.guest, randomUUID());
    expect(await phone.openGuest()).toMatchObject({ http: 200, body: { guestId: phone.guestId } });
    await phone.send(pieces(product, 1), phone.guest, randomUUID());
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 3 });
  });
});

describe('a record with X-Client-User', () => {
  it('guest:<id> runs under the guest and, once bound, under the account, on its cart', async () => {
    const [phone, account, product] = [await guestPhone(shop), await addAccount(shop), await addProduct(shop)];
    const [tried, waiting] = [randomUUID(), randomUUID()];
    await phone.send(pieces(product, 2), phone.guest, tried);
    await phone.logIn(account.email);
    expect((await phone.send(pieces(product, 3), phone.guest, waiting)).kind).toBe('ack');
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 5 });
    expect(await executionsOf(shop, waiting)).toMatchObject([{ owner: phone.guest, person: account.owner }]);
    // The guest's own answer had been lost: it comes from the store, and nothing happens twice.
    const again = await phone.send(pieces(product, 2), phone.guest, tried);
    expect([again.kind, again.headers.get('idempotency-replayed')]).toEqual(['ack', 'true']);
    expect(await executionsOf(shop, tried)).toHaveLength(1);
  });

  it('guest:<id> runs under nobody else, whoever asks and however', async () => {
    const [phone, product] = [await guestPhone(shop), await addProduct(shop)];
    const [bound, boundTo] = [await guestPhone(shop), await addAccount(shop)];
    await bound.logIn(boundTo.email);
    const others = {
      'a stranger': [openPhone(shop), 401, 'auth'],
      'another guest': [await guestPhone(shop), 403, 'owner'],
      'an account that never took it in': [await phoneOf(shop, (await addAccount(shop)).id), 403, 'owner'],
      'the account of another guest': [bound, 403, 'owner'],
    } as const;
    for (const [who, [other, http, kind]] of Object.entries(others)) {
      const key = randomUUID();
      const sent = await other.send(pieces(product, 1), phone.guest, key);
      expect([who, sent.http, sent.kind]).toEqual([who, http, kind]);
      expect(await storedUnder(shop, key)).toBe(0);
      expect(await executionsOf(shop, key)).toEqual([]);
    }
    // The bound guest's own session is over, and a second account cannot take the guest over.
    const [late, second] = [openPhone(shop, bound.guestId), await addAccount(shop)];
    expect((await late.openGuest()).http).toBe(403);
    await late.logIn(second.email);
    expect((await late.send(pieces(product, 1), bound.guest, randomUUID())).kind).toBe('owner');
  });

  it('of an account runs under this account only', async () => {
    const [anna, boris, product] = [await addAccount(shop), await addAccount(shop), await addProduct(shop)];
    const key = randomUUID();
    for (const other of [await phoneOf(shop, boris.id), await guestPhone(shop)]) {
      for (const intent of [pieces(product, 1), heart(product, true)])
        expect((await other.send(intent, anna.owner, key)).kind).toBe('owner');
    }
    expect((await openPhone(shop).send(pieces(product, 1), anna.owner, key)).kind).toBe('auth');
    // The session of the cookie changed between the check and the sending; its own person's record still waits.
    expect((await (await phoneOf(shop, anna.id)).send(pieces(product, 1), anna.owner, key)).kind).toBe('ack');
    expect(await executionsOf(shop, key)).toHaveLength(1);
  });

  it('is asked of pulls too: nobody reads a cart into another person’s database', async () => {
    const [anna, boris] = [await addAccount(shop), await addAccount(shop)];
    const phone = await phoneOf(shop, boris.id);
    for (const path of ['/cart/data', '/cart/data?recalc=1']) {
      const answer = await phone.get(path, { 'x-client-user': anna.owner });
      expect(answer).toMatchObject({ status: 0, code: 'owner_mismatch' });
      expect(await phone.get(path, { 'x-client-user': boris.owner })).toMatchObject({ status: 1 });
    }
    expect(await openPhone(shop).get('/cart/data', { 'x-client-user': anna.owner })).toMatchObject({
      code: 'auth_required',
    });
  });
});

describe('a key', () => {
  it('of another owner is 403 and shows nothing of the stored answer', async () => {
    const [anna, boris, product] = [await addAccount(shop), await addAccount(shop), await addProduct(shop)];
    const key = randomUUID();
    await (await phoneOf(shop, anna.id)).send(pieces(product, 4), anna.owner, key);
    const other = await phoneOf(shop, boris.id);
    for (const owner of [boris.owner, anna.owner]) {
      const sent = await other.send(pieces(product, 4), owner, key);
      expect([sent.http, sent.kind, sent.headers.get('idempotency-replayed')]).toEqual([403, 'owner', null]);
      expect(JSON.parse(sent.text)).toEqual({ status: 0, code: 'owner_mismatch', message: expect.any(String) });
    }
    expect(quantities(await cartOf(other.browser))).toEqual({});
  });

  it('used by a guest and, copied before a crash, by the account that took it in, comes to rest on both sides', async () => {
    const [phone, account, product] = [await guestPhone(shop), await addAccount(shop), await addProduct(shop)];
    const [byGuest, byAccount] = [randomUUID(), randomUUID()];
    await phone.send(pieces(product, 1), phone.guest, byGuest);
    await phone.logIn(account.email);
    await phone.send(pieces(product, 1), account.owner, byAccount);
    for (const [key, owner] of [
      [byGuest, account.owner],
      [byAccount, phone.guest],
    ] as const) {
      const sent = await phone.send(pieces(product, 1), owner, key);
      expect([sent.kind, sent.headers.get('idempotency-replayed')]).toEqual(['ack', 'true']);
      expect(await executionsOf(shop, key)).toHaveLength(1);
    }
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 2 });
  });
});

describe('a login beside a guest’s change', () => {
  it('that is under way waits for it and takes it along', async () => {
    const [phone, account, product] = [await guestPhone(shop), await addAccount(shop), await addProduct(shop)];
    await phone.send(pieces(product, 1), phone.guest, randomUUID());
    const held = await holdRows(shop, 'select id from carts where guest_id = $1 for update', [phone.guestId]);
    const late = randomUUID();
    const sending = phone.send(pieces(product, 2), phone.guest, late);
    await held.waiting(1);
    const login = phone.logIn(account.email);
    await held.waiting(2);
    await held.release();
    expect([(await sending).kind, (await login).body.status]).toEqual(['ack', 'success']);
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 3 });
    expect((await ledgerOf(shop)).filter((one) => one.kind === 'cart.merge' && one.person === account.owner)).toEqual([
      expect.objectContaining({ key: null, owner: phone.guest, asked: 3, applied: 3, quantity: 3 }),
    ]);
  });

  it('that comes a moment later finds no session any more, and runs once under the account', async () => {
    const [phone, account, product] = [await guestPhone(shop), await addAccount(shop), await addProduct(shop)];
    const old = openPhone(shop, phone.guestId);
    old.browser.cookies.set('sid', phone.browser.cookies.get('sid') ?? '');
    const held = await holdRows(shop, 'select 1 from guests where guest_id = $1 for update', [phone.guestId]);
    const login = phone.logIn(account.email);
    await held.waiting(1);
    const late = randomUUID();
    const sending = old.send(pieces(product, 2), phone.guest, late);
    await held.waiting(2);
    await held.release();
    expect([(await login).body.status, (await sending).kind]).toEqual(['success', 'auth']);
    expect(await executionsOf(shop, late)).toEqual([]);
    expect((await phone.send(pieces(product, 2), phone.guest, late)).kind).toBe('ack');
    expect(await executionsOf(shop, late)).toMatchObject([{ person: account.owner, quantity: 2 }]);
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 2 });
  });

  it('whose answer was lost is repeated: the cart joins once, and the guest’s tried records go on', async () => {
    const [phone, account, product] = [await guestPhone(shop), await addAccount(shop), await addProduct(shop)];
    const tried = randomUUID();
    await phone.send(pieces(product, 2), phone.guest, tried);
    const before = new Map(phone.browser.cookies);
    await phone.logIn(account.email);
    // The answer never came: the browser still has the guest's cookie.
    phone.browser.cookies.clear();
    for (const [name, value] of before) phone.browser.cookies.set(name, value);
    expect((await phone.send(pieces(product, 2), phone.guest, tried)).kind).toBe('auth');
    expect((await phone.openGuest()).http).toBe(403);
    expect((await phone.logIn(account.email)).body).toMatchObject({ status: 'success', warnings: [] });
    expect((await phone.send(pieces(product, 2), phone.guest, tried)).headers.get('idempotency-replayed')).toBe('true');
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 2 });
  });

  it('many at once, with changes of guest and account between them, lose and double nothing', async () => {
    const [phone, account, product] = [
      await guestPhone(shop),
      await addAccount(shop),
      await addProduct(shop, { stockQty: 99 }),
    ];
    const old = openPhone(shop, phone.guestId);
    old.browser.cookies.set('sid', phone.browser.cookies.get('sid') ?? '');
    const desk = await phoneOf(shop, account.id);
    const records = Array.from({ length: 8 }, () => randomUUID());
    const own = Array.from({ length: 4 }, () => randomUUID());
    const [first] = await Promise.all([
      Promise.all(records.map((key) => old.send(pieces(product, 1), phone.guest, key))),
      phone.logIn(account.email),
      Promise.all(own.map((key) => desk.send(pieces(product, 1), account.owner, key))),
    ]);
    for (const sent of first) expect(['ack', 'auth']).toContain(sent.kind);
    // Whatever was told to wait comes again under the account.
    for (const key of records) expect((await phone.send(pieces(product, 1), phone.guest, key)).kind).toBe('ack');
    for (const key of [...records, ...own]) expect(await executionsOf(shop, key)).toHaveLength(1);
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 12 });
  });
});

it('favourites of a guest are nobody’s on the server', async () => {
  const phone = await guestPhone(shop);
  const key = randomUUID();
  const sent = await phone.send(heart(await addProduct(shop), true), phone.guest, key);
  expect([sent.http, sent.kind]).toEqual([401, 'auth']);
  expect(await storedUnder(shop, key)).toBe(0);
});
