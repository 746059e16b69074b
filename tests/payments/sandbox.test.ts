import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, addPerson, browserOf } from '#tests/cart/shop-people.ts';
import { drain } from '#tests/payments/drain.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { HEADERS, newKey } from '#tests/platform/calls.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
beforeEach(() => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
});
afterAll(() => shop.close());

async function openPage(paymentType: number, on: PayingShop = shop) {
  const order = await addOrder(on, { paymentType });
  const headers = { ...HEADERS, 'idempotency-key': newKey() };
  const answer = await on.app.inject({
    method: 'POST',
    url: '/user/order/get-payment-link',
    payload: { public_token: order.token },
    headers,
  });
  const body = answer.json() as { link: string; is_test: boolean };
  return { ...order, path: new URL(body.link).pathname, isTest: body.is_test };
}
const get = (url: string) => shop.app.inject({ url });
const press = (url: string, fields: Record<string, string>) =>
  shop.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

describe('the page', () => {
  it('tells seller, order, way and sum, under the strict policy and to no cache', async () => {
    const { path, id, isTest } = await openPage(1);
    expect(path).toMatch(/^\/pay\/sandbox\/[A-Za-z0-9_-]{43}$/);
    expect(isTest).toBe(true);
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    const number = new Intl.NumberFormat('ru-RU').format(id);
    for (const text of [
      '<h1>Тестовая оплата</h1>',
      'Росток',
      `№ ${number}`,
      'Банковской картой',
      '1 690 ₽',
      'Тестовый режим',
      'Оплатить',
      'Отклонить',
      'Истёк срок',
    ])
      expect(page.body.replaceAll(/[\u00A0\u202F]/g, ' ')).toContain(text.replaceAll(/[\u00A0\u202F]/g, ' '));
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+'/);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.body).not.toMatch(/ style="|<script| on\w+=/);
    expect(page.body).not.toContain('<svg');
  });
  it('for СБП shows the QR code of itself', async () => {
    const { path } = await openPage(5);
    const page = await get(path);
    expect(page.body).toContain('aria-label="QR-код этой страницы');
    expect(page.body).toContain('<svg');
    expect(page.body).not.toMatch(/ style="/);
  });
  it.each(['/pay/sandbox/short', `/pay/sandbox/${'A'.repeat(43)}`, `/pay/sandbox/${'%00'.repeat(14)}A`])(
    '%s is nobody’s',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404);
      expect((await press(path, { action: 'pay' })).statusCode).toBe(404);
    },
  );
});

describe('its buttons', () => {
  it('«Оплатить» pays by the same confirm, once, and leads back to the order', async () => {
    const { path, id, token, dueKop } = await openPage(1);
    const paid = await press(path, { action: 'pay', delay_ms: '0' });
    expect([paid.statusCode, paid.headers.location]).toEqual([303, `http://shop.test/order/${token}?paid=1`]);
    const again = await press(path, { action: 'pay' });
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain('Оплата принята');
    expect(again.body).toContain('Вернуться к заказу');
    await drain(shop);
    const { order, payments, sales } = await fateOf(shop, id);
    expect([order.status, payments[0]?.status, payments[0]?.provider, sales]).toEqual([
      2,
      'succeeded',
      'sandbox',
      [dueKop],
    ]);
    const { rows } = await shop.db.execute(
      sql`select provider, event, source from payment_events where payment_id = ${payments[0]?.id}`,
    );
    expect(rows).toEqual([{ provider: 'sandbox', event: 'succeeded', source: 'sandbox' }]);
    expect((await get(path)).body).toContain('Оплата принята');
  });
  it('pressed twice at once pays once', async () => {
    const { path, id, dueKop } = await openPage(1);
    const both = await Promise.all([press(path, { action: 'pay' }), press(path, { action: 'pay' })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
    expect((await fateOf(shop, id)).sales).toEqual([dueKop]);
  });
  it.each([
    ['decline', 'canceled', 'failed', 'Платёж отклонён'],
    ['expire', 'expired', 'expired', 'Срок вышел'],
  ])('«%s» ends the attempt without money, and another link is had', async (action, status, state, words) => {
    const { path, id, token } = await openPage(7);
    expect((await press(path, { action })).statusCode).toBe(303);
    const { order, payments } = await fateOf(shop, id);
    expect([order.paidAt, payments[0]?.status]).toEqual([null, status]);
    const seen = await shop.app.inject({
      method: 'POST',
      url: '/api/order/payment-status',
      payload: { public_token: token },
      headers: HEADERS,
    });
    expect(seen.json()).toMatchObject({ payment: { state, can_pay: true, paid: false } });
    expect((await get(path)).body).toContain(words);
    const headers = { ...HEADERS, 'idempotency-key': newKey() };
    const next = await shop.app.inject({
      method: 'POST',
      url: '/user/order/get-payment-link',
      payload: { public_token: token },
      headers,
    });
    expect((next.json() as { link: string }).link).not.toContain(path);
  });
  it('a late word: the browser is back and nothing is paid until the provider says so', async () => {
    const { path, id, token } = await openPage(5);
    expect((await press(path, { action: 'pay', delay_ms: '5000' })).statusCode).toBe(303);
    const status = async () =>
      (
        await shop.app.inject({
          method: 'POST',
          url: '/api/order/payment-status',
          payload: { public_token: token },
          headers: HEADERS,
        })
      ).json() as { payment: { state: string } };
    expect((await status()).payment.state).toBe('waiting');
    await drain(shop);
    expect((await fateOf(shop, id)).order.paidAt).toBeNull();
    await shop.db.execute(sql`update sandbox_payments set effective_at = now() where order_id = ${id}`);
    shop.clock.now = new Date(shop.clock.now.getTime() + 6000);
    await status();
    await drain(shop);
    expect((await status()).payment.state).toBe('paid');
  });
  it('after its hour only says so', async () => {
    const { path, id } = await openPage(1);
    shop.clock.now = new Date(shop.clock.now.getTime() + 3_700_000);
    expect((await get(path)).body).toContain('Срок вышел');
    expect((await press(path, { action: 'pay' })).statusCode).toBe(409);
    expect((await fateOf(shop, id)).order.paidAt).toBeNull();
  });
  it.each([{ action: 'steal' }, { action: 'pay', delay_ms: '-1' }, { action: 'pay', delay_ms: '1e9' }, {}])(
    '%o is no button',
    async (fields) => {
      const { path, id } = await openPage(1);
      expect((await press(path, fields as Record<string, string>)).statusCode).toBe(400);
      expect((await fateOf(shop, id)).payments[0]?.status).toBe('pending');
    },
  );
});

it('the receipt can be opened by whoever has its address, and shows no contact', async () => {
  const { path, id, token } = await openPage(1);
  await press(path, { action: 'pay' });
  const [receipt] = (await fateOf(shop, id)).receipts;
  const page = await get(`/pay/receipt/${receipt?.token}`);
  expect(page.statusCode).toBe(200);
  for (const text of ['Кассовый чек (демо)', 'Крем «Роса»', 'НДС 22/122', 'Доставка: СДЭК', 'Приход, предоплата'])
    expect(page.body).toContain(text);
  expect(page.body).not.toMatch(/anna@mail|79000000157/);
  expect((await get(`/pay/receipt/${'A'.repeat(22)}`)).statusCode).toBe(404);
  const order = await shop.app.inject({ url: `/api/order/by-token/${token}` });
  expect((order.json() as { order: { receipts: unknown } }).order.receipts).toEqual([
    { title: 'Кассовый чек', url: `/pay/receipt/${receipt?.token}`, at: receipt?.at.toISOString(), sum: 169_000 },
  ]);
});

it('an account’s order leads back to the cabinet, and a refund is by the sandbox’s own books', async () => {
  const userId = await addPerson(asTestShop(shop));
  const browser = await browserOf(asTestShop(shop), { userId });
  const { id } = await addOrder(shop, { userId });
  const { body } = await call(browser, 'POST', '/user/order/get-payment-link', { exp_id: id });
  const paid = await press(new URL(String(body.link)).pathname, { action: 'pay' });
  expect(paid.headers.location).toBe(`http://shop.test/user/orders/${id}?paid=1`);
});

describe('in production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.test' };
  it('there is no such page, and codes without a provider are not offered', async () => {
    const live = await openPayingShop(undefined, production);
    expect((await live.app.inject({ url: `/pay/sandbox/${'A'.repeat(43)}` })).statusCode).toBe(404);
    const { methods, requisites } = (await live.app.inject({ url: '/api/payment/methods' })).json() as {
      methods: unknown[];
      requisites: unknown;
    };
    expect([methods, requisites]).toEqual([[], null]);
    await live.close();
  });
  it('but for a stand that asks for it', async () => {
    const stand = await openPayingShop(undefined, { ...production, ALLOW_SANDBOX_PAY: '1' });
    const { methods } = (await stand.app.inject({ url: '/api/payment/methods' })).json() as {
      methods: { code: number; is_test: boolean }[];
    };
    expect(methods.map(({ code, is_test }) => [code, is_test])).toEqual(
      [5, 1, 7, 9, 10, 8].map((code) => [code, true]),
    );
    await stand.close();
  });
});

it('the ways of whoever asks, with the shop’s requisites', async () => {
  const methodsOf = async (role: 'client' | 'cons' | 'optovik') => {
    const browser = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop), { role }) });
    return (await call(browser, 'GET', '/api/payment/methods')).body;
  };
  const cons = await methodsOf('cons');
  expect(cons.methods.map(({ code }: { code: number }) => code)).toEqual([5, 1, 7, 2, 9, 10, 8, 3]);
  expect(cons.methods[0]).toEqual({
    code: 5,
    name: 'СБП (QR-код)',
    way: 'link',
    is_first: true,
    hint: 'Через приложение банка',
    is_test: true,
  });
  expect(cons.methods[3]).toMatchObject({ code: 2, way: 'account', is_test: false });
  expect(cons.requisites.name).toContain('демо');
  expect((await methodsOf('optovik')).methods.map(({ code }: { code: number }) => code)).toEqual([1, 9, 3]);
});
