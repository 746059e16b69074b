import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consent20261124 } from '#contract/papers/consent-2026-11-24.ts';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { consents, notifyRequests } from '#server/db/tables/people.ts';
import { isEmail } from '#contract/people-fields.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import { fingerprint } from '#server/features/consents/papers.rules.ts';
import { consentTime } from '#server/features/notify/notify.rules.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { addPerson, addProduct, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';

let shop: TestShop;
const version = LEGAL_VERSIONS['/kompaniya/soglasie'];
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const ask = (browser: Browser, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  call(
    browser,
    'POST',
    '/user/notify-product',
    { consent: true, consent_version: version, ...body },
    { 'user-agent': 'Phone/1', ...headers },
  );
const requestsFor = (productId: number) =>
  shop.db
    .select()
    .from(notifyRequests)
    .innerJoin(consents, eq(consents.id, notifyRequests.consentId))
    .where(eq(notifyRequests.productId, productId));

it('keeps the contact with the consent: version, hash, address, device and time', async () => {
  const guestId = randomUUID();
  const productId = await addProduct(shop, { stockQty: 0 });
  const at = new Date(shop.clock.now.getTime() - 3_600_000);
  const { body } = await ask(await browserOf(shop, { guestId }), {
    product_id: productId,
    email: ' Anna@Mail.RU ',
    phone: '8 (912) 345-67-89',
    consent_at: at.toISOString(),
  });
  expect(body).toEqual({
    status: 1,
    message:
      'Мы отправили письмо на anna@mail.ru. Подтвердите адрес по ссылке из него, и мы сообщим, когда товар появится',
    confirm: 'email',
  });
  const rows = await requestsFor(productId);
  expect(rows.map((row) => row.notify_requests.contact).sort()).toEqual(['+79123456789', 'anna@mail.ru']);
  expect(rows[0]?.consents).toMatchObject({
    purpose: 'notify_product',
    guestId,
    userId: null,
    docVersion: version,
    ip: '127.0.0.1',
    userAgent: 'Phone/1',
    at,
    textHash: fingerprint(consent20261124),
  });
});

it('takes the phone’s word for the time of a consent only within the 45 days that a queue is kept', async () => {
  const DAY_MS = 86_400_000;
  const now = shop.clock.now;
  const before = (ms: number) => new Date(now.getTime() - ms);
  for (const age of [0, 1, DAY_MS, 45 * DAY_MS])
    expect(consentTime(before(age).toISOString(), now)).toEqual(before(age));
  for (const age of [-1, -365 * DAY_MS, 45 * DAY_MS + 1, 46 * DAY_MS, 3650 * DAY_MS])
    expect(consentTime(before(age).toISOString(), now)).toEqual(now);
  expect(consentTime(undefined, now)).toEqual(now);

  const storedFor = async (age: number) => {
    const productId = await addProduct(shop, { stockQty: 0 });
    const email = `${randomUUID()}@mail.ru`;
    await ask(await browserOf(shop), { product_id: productId, email, consent_at: before(age).toISOString() });
    return (await requestsFor(productId))[0]?.consents.at;
  };
  expect(await storedFor(44 * DAY_MS)).toEqual(before(44 * DAY_MS));
  expect(await storedFor(46 * DAY_MS)).toEqual(now);
  expect(await storedFor(-DAY_MS)).toEqual(now);
});

it('keeps one request per product and contact, also when the same tap arrives twice', async () => {
  const browser = await browserOf(shop);
  const productId = await addProduct(shop, { stockQty: 0 });
  await Promise.all(Array.from({ length: 4 }, () => ask(browser, { product_id: productId, email: 'anna@mail.ru' })));
  const key = { 'idempotency-key': randomUUID() };
  await ask(browser, { product_id: productId, email: 'ANNA@mail.ru' }, key);
  expect(await ask(browser, { product_id: productId, email: 'ANNA@mail.ru' }, key)).toMatchObject({ replayed: true });
  expect(await requestsFor(productId)).toHaveLength(1);
  const before = (await shop.db.select().from(consents)).length;
  await ask(browser, { product_id: productId, email: 'anna@mail.ru' });
  expect((await shop.db.select().from(consents)).length).toBe(before);
  await shop.db.update(notifyRequests).set({ sentAt: shop.clock.now }).where(eq(notifyRequests.productId, productId));
  await ask(browser, { product_id: productId, email: 'anna@mail.ru' });
  expect((await requestsFor(productId))[0]?.notify_requests.sentAt).toBeNull();
});

it('takes a person’s own contact when none is typed', async () => {
  const userId = await addPerson(shop, { email: `P${randomUUID()}@mail.ru` });
  const productId = await addProduct(shop, { stockQty: 0 });
  expect((await ask(await browserOf(shop, { userId }), { product_id: productId })).body).toEqual({
    status: 1,
    message: 'Сообщим, когда товар появится',
  });
  expect((await requestsFor(productId))[0]).toMatchObject({
    notify_requests: { userId, contact: expect.stringMatching(/^p.*@mail\.ru$/) },
    consents: { userId, guestId: null },
  });
});

it('names every failing field and stores nothing', async () => {
  const browser = await browserOf(shop);
  const productId = await addProduct(shop, { stockQty: 0 });
  const errorsOf = async (body: Record<string, unknown>) => {
    const answer = await ask(browser, { product_id: productId, ...body });
    expect(answer).toMatchObject({ http: 200, body: { status: 0, code: 'validation' } });
    return Object.keys(answer.body.errors);
  };
  expect(await errorsOf({})).toEqual(['email']);
  expect(await errorsOf({ email: 'anna', phone: '123', consent: false })).toEqual(['email', 'phone', 'consent']);
  expect(await errorsOf({ email: 'anna@mail.ru', consent: false })).toEqual(['consent']);
  expect(await errorsOf({ email: 'anna@mail.ru', consent_version: '1999-01-01' })).toEqual(['consent']);
  expect(await errorsOf({ email: 'anna@mail.ru', consent: 'yes' })).toEqual(['consent']);
  expect(await requestsFor(productId)).toEqual([]);
  for (const unknown of [987_654, -1, 2 ** 40]) {
    expect(await ask(browser, { product_id: unknown, email: 'anna@mail.ru' })).toMatchObject({
      http: 200,
      body: { status: 0, code: 'not_found' },
    });
  }
});

it('keeps no contact for what can be bought at once; what has run out can be waited for', async () => {
  const [browser, productId] = [await browserOf(shop), await addProduct(shop, { stockQty: 1 })];
  const before = (await shop.db.select().from(consents)).length;
  expect(await ask(browser, { product_id: productId, email: 'anna@mail.ru' })).toMatchObject({
    http: 200,
    body: { status: 0, code: 'in_stock', message: 'Товар уже в наличии, ждать его не нужно' },
  });
  expect(await requestsFor(productId)).toEqual([]);
  expect((await shop.db.select().from(consents)).length).toBe(before);
  await shop.db.update(products).set({ stockQty: 0 }).where(eq(products.id, productId));
  expect((await ask(browser, { product_id: productId, email: 'anna@mail.ru' })).body.status).toBe(1);
});

it.each([
  ['8 912 345-67-89', '+79123456789'],
  ['+7 (912) 345-67-89', '+79123456789'],
  ['9123456789', '+79123456789'],
  ['+996 700 123 456', '+996700123456'],
  ['+375 29 491-19-11', '+375294911911'],
  ['912', undefined],
  ['+1 202 555 0100', undefined],
  ['9123456789<script>', undefined],
])('reads the number %s as %s', (text, expected) => expect(toE164(text)).toBe(expected));

it.each([
  ['anna@mail.ru', true],
  ['a@b', false],
  ['a b@mail.ru', false],
  ['a@@mail.ru', false],
  ['a@mail..ru', false],
  ['почта@пример.рф', true],
  ["o'neil+shop@mail.co.uk", true],
  ['a@xn--e1afmkfd.xn--p1ai', true],
  ['a@x.ru;b%y.ru', false],
  ['a@x.ru,b@y.ru', false],
  ['a;b@x.ru', false],
  ['a@x.ru%0abcc:b@y.ru', false],
  ['a@-x.ru', false],
  ['.a@x.ru', false],
  ['a.@x.ru', false],
  ['a..b@x.ru', false],
  ['a.b.c@x.ru', true],
  [`${'a'.repeat(64)}@x.ru`, true],
  [`${'a'.repeat(65)}@x.ru`, false],
  ['(комментарий)a@x.ru', false],
])('takes %s for an address: %s', (text, expected) => expect(isEmail(text)).toBe(expected));
