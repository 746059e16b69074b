import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { call } from '#tests/cart/shop-people.ts';
import { addAccount, openLab, openPhone, phoneOf, storedUnder } from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// PostgreSQL keeps no U+0000 in a text: it is refused in words before any statement sees it.
const NUL = '\u0000';
let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
});
afterAll(() => shop.close());

describe('U+0000 in a body', () => {
  it.each([
    ['/cart/add', { items: [{ code: `10${NUL}101`, quantity: 1 }] }, 'items.0.code'],
    ['/api/login', { login: `client${NUL}@rostok.test`, password: 'x' }, 'login'],
    ['/api/login', { login: 'client@rostok.test', password: `x${NUL}` }, 'password'],
    ['/eshop/produkt/data', { slug: `chai${NUL}` }, 'slug'],
    ['/eshop/produkt/data', { code: NUL }, 'code'],
    [
      '/user/notify-product',
      { product_id: 1, email: `a${NUL}@rostok.test`, consent: true, consent_version: `${NUL}` },
      'email',
    ],
  ])('%s is refused as a field', async (path, body, field) => {
    const phone = await phoneOf(shop, (await addAccount(shop)).id);
    const answer = await call(phone.browser, 'POST', path, body);
    expect(answer).toMatchObject({
      http: 200,
      body: { code: 'validation', errors: { [field]: ['В тексте есть недопустимый символ'] } },
    });
  });

  it('is kept under its key as any refusal of a person’s input', async () => {
    const { id, owner } = await addAccount(shop);
    const [phone, key] = [await phoneOf(shop, id), randomUUID()];
    const headers = { 'idempotency-key': key, 'x-client-user': owner };
    const body = { items: [{ code: NUL, quantity: 1 }] };
    const first = await call(phone.browser, 'POST', '/cart/add', body, headers);
    expect(first.body.code).toBe('validation');
    expect(await storedUnder(shop, key)).toBe(1);
    expect(await call(phone.browser, 'POST', '/cart/add', body, headers)).toEqual({ ...first, replayed: true });
  });

  it('is told from a text that only writes it out', async () => {
    const phone = await phoneOf(shop, (await addAccount(shop)).id);
    const answer = await call(phone.browser, 'POST', '/cart/add', { items: [{ code: '\\u0000', quantity: 1 }] });
    expect(answer.body.code).toBe('not_found');
  });
});

describe('U+0000 in an address', () => {
  it.each([
    '/api/bootstrap?sponsorId=%00',
    '/user/sponsor?sponsorId=1%00',
    '/user/sponsor-info/%00',
    '/cart/data?recalc=%00',
    '/api/catalog/s/%00',
    '/user/education/lesson/%00',
  ])('%s is 400 or unknown, never a failure of ours', async (url) => {
    const answer = await shop.app.inject({ url, headers: { 'x-requested-with': 'rostok' } });
    expect([url, answer.statusCode < 500, answer.headers['content-type']]).toEqual([
      url,
      true,
      'application/json; charset=utf-8',
    ]);
  });

  it('of a page is a page that is not there', async () => {
    const dist = mkdtempSync(join(tmpdir(), 'rostok-dist-'));
    writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Росток</title>');
    const app = await buildApp({ db: shop.db, jobs: shop.jobs, env: shop.env, dist });
    for (const url of ['/produkt/%00', '/produkt/chai%00', '/katalog/%00', '/product/1%00']) {
      const answer = await app.inject({ url, headers: { accept: 'text/html' } });
      expect([url, answer.statusCode, answer.body.includes('<title>')]).toEqual([url, 404, true]);
    }
    await app.close();
    rmSync(dist, { recursive: true });
  });

  it('of a call is 400 in its words', async () => {
    expect(await call(openPhone(shop).browser, 'GET', '/user/sponsor?sponsorId=1%00')).toMatchObject({
      http: 400,
      body: { status: 'error', code: 'bad_request', message: 'Неверный адрес запроса' },
    });
  });
});
