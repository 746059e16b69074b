import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProduct, call, change } from '#tests/cart/shop-people.ts';
import { addAccount, guestPhone, ledgerOf, openLab, openPhone, type Phone, phoneOf } from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// docs/product/calls.md#keys: the server refuses a mismatch whenever `X-Client-User` is named, with a key or without one.
let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
});
afterAll(() => shop.close());

describe('a change without a key', () => {
  const changes = [
    ['GET', '/cart/clean', undefined],
    ['GET', '/optovik/cart/clean', undefined],
    ['POST', '/user/price-type/', { view_price_type: 0 }],
    ['POST', '/cart/add', { items: [{ product_id: 1, quantity: 1 }] }],
    ['GET', '/api/education/certificate/1.pdf', undefined],
  ] as const;
  it.each(changes)('%s %s runs for nobody but the one it names', async (method, path, body) => {
    const [anna, boris] = [await addAccount(shop, { role: 'optovik' }), await addAccount(shop, { role: 'optovik' })];
    const phone = await phoneOf(shop, boris.id);
    const product = await addProduct(shop);
    for (const base of ['/cart', '/optovik/cart']) await change(phone.browser, product, 2, { base });
    const before = await ledgerOf(shop);
    const as = (who: Phone, owner: string) => call(who.browser, method, path, body, { 'x-client-user': owner });
    for (const owner of [anna.owner, phone.guest])
      expect(await as(phone, owner)).toMatchObject({ http: 403, body: { code: 'owner_mismatch' } });
    expect(await as(openPhone(shop), anna.owner)).toMatchObject({ http: 401, body: { code: 'auth_required' } });
    expect(await ledgerOf(shop)).toEqual(before);
    // Named rightly, or by a caller that names nobody, it is judged as ever.
    for (const answer of [await as(phone, boris.owner), await call(phone.browser, method, path, body)])
      expect(answer.body.code).not.toBe('owner_mismatch');
  });

  it('may name a guest that the account took in', async () => {
    const [phone, account] = [await guestPhone(shop), await addAccount(shop)];
    await phone.logIn(account.email);
    expect(await phone.get('/cart/clean', { 'x-client-user': phone.guest })).toMatchObject({ status: 1 });
  });

  it('that begins or ends a session has rules of its own', async () => {
    const [phone, account] = [await guestPhone(shop), await addAccount(shop)];
    const [stale, next] = [{ 'x-client-user': '999999' }, randomUUID()];
    // A guest's page names nobody when it opens its session; an account that asks whose a guest is does (docs/product/identity.md).
    expect((await call(phone.browser, 'POST', '/api/session/guest', { guestId: next }, stale)).http).toBe(403);
    expect((await call(phone.browser, 'POST', '/api/session/guest', { guestId: next })).http).toBe(200);
    const input = { login: account.email, password: 'верный пароль' };
    expect((await call(phone.browser, 'POST', '/api/login', input, stale)).body.user).toMatchObject({ id: account.id });
    expect(await call(phone.browser, 'POST', '/logout', {}, stale)).toMatchObject({
      http: 200,
      body: { ended: false },
    });
  });
});
