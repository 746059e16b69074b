import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sberChecksum } from '#server/gates/payments/sber-checksum.ts';
import { addOrder, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';

// What stands open to the world: each message is genuine and becomes a job, or changes nothing and leaves a line.

let shop: PayingShop;
let paymentId = 0;
const YOO = '23d93cac-000f-5000-8000-126628f15141';
const SBER = '3ff6962a-7dcc-4283-ab50-a6d7dd3386fe';
beforeAll(async () => {
  shop = await openPayingShop(undefined, {
    YOOKASSA_SHOP_ID: '54401',
    YOOKASSA_SECRET_KEY: 'secret',
    ROBOKASSA_LOGIN: 'rostok',
    ROBOKASSA_PASSWORD1: 'first',
    ROBOKASSA_PASSWORD2: 'second',
    SBER_USER: 'rostok-api',
    SBER_PASSWORD: 'secret',
    SBER_CALLBACK_SECRET: 'callback',
    TRUST_PROXY: '1',
  });
  const ids: number[] = [];
  for (const [provider, externalId] of [
    ['yookassa', YOO],
    ['sber', SBER],
    ['robokassa', null],
  ] as const) {
    const { id } = await addOrder(shop);
    const { rows } = await shop.db.execute<{ id: number }>(sql`
      update payments set provider = ${provider}, status = 'pending', external_id = coalesce(${externalId}, id::text)
      where order_id = ${id} returning id`);
    ids.push(rows[0]?.id ?? 0);
  }
  paymentId = ids[2] ?? 0;
});
afterEach(async () => {
  shop.lines.length = 0;
  await shop.db.execute(sql`delete from pgboss.job where name = 'acquiring.confirm'`);
});
afterAll(() => shop.close());

const jobs = async () =>
  (await shop.db.execute<{ data: object }>(sql`select data from pgboss.job where name = 'acquiring.confirm'`)).rows.map(
    ({ data }) => data,
  );
const logged = () =>
  shop.lines
    .map((line) => JSON.parse(line) as { msg: string; provider?: string; reason?: string })
    .filter(({ msg }) => msg === 'payment message refused');
const state = async () =>
  (await shop.db.execute(sql`select id, status, external_id, captured_kop, checks from payments order by id`)).rows;

type Sent = {
  method?: 'GET' | 'POST';
  url: string;
  from?: string;
  json?: unknown;
  form?: Record<string, string>;
  raw?: string;
};
async function send({ method = 'POST', url, from = '185.71.76.5', json, form, raw }: Sent) {
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const payload = form
    ? new URLSearchParams(form).toString()
    : (raw ?? (json === undefined ? undefined : JSON.stringify(json)));
  const answer = await shop.app.inject({
    method,
    url,
    remoteAddress: '10.0.0.2',
    headers: { 'x-forwarded-for': from, ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });
  return { http: answer.statusCode, body: answer.body, type: String(answer.headers['content-type'] ?? '') };
}
const md5 = (value: string) => createHash('md5').update(value).digest('hex');
const yoo = (id: string, more: object = {}) => ({
  type: 'notification',
  event: 'payment.succeeded',
  object: { id, status: 'succeeded', paid: true, ...more },
});
const sberOf = (more: Record<string, string> = {}) => {
  const params = { mdOrder: SBER, orderNumber: '30001-1', operation: 'deposited', status: '1', ...more };
  return { ...params, checksum: sberChecksum('callback', params) };
};
const roboOf = (id: number, password = 'second') => ({
  OutSum: '1690.00',
  InvId: String(id),
  SignatureValue: md5(`1690.00:${id}:${password}`),
});

describe('a genuine message', () => {
  it('is a job and is answered at once, whatever it says of money', async () => {
    const before = await state();
    expect(await send({ url: '/pay/webhook/yookassa', json: yoo(YOO) })).toMatchObject({ http: 200 });
    expect(await send({ url: '/pay/webhook/sber', method: 'GET', json: undefined })).toMatchObject({ http: 403 });
    expect(await send({ url: `/pay/webhook/sber?${new URLSearchParams(sberOf())}`, method: 'GET' })).toMatchObject({
      http: 200,
    });
    expect(await send({ url: '/pay/webhook/sber', form: sberOf() })).toMatchObject({ http: 200 });
    expect(await send({ url: '/pay/webhook/robokassa', from: '185.59.216.65', form: roboOf(paymentId) })).toMatchObject(
      { http: 200, body: `OK${paymentId}`, type: 'text/plain; charset=utf-8' },
    );
    expect(await jobs()).toHaveLength(4);
    expect(await jobs()).toContainEqual({ paymentId, source: 'webhook' });
    expect(await state()).toEqual(before);
  });
  it('of a refund is heard and nothing is done', async () => {
    expect(
      await send({
        url: '/pay/webhook/yookassa',
        json: { type: 'notification', event: 'refund.succeeded', object: { id: 'refund-0001' } },
      }),
    ).toMatchObject({ http: 200 });
    expect([await jobs(), logged()]).toEqual([[], []]);
  });
});

describe('what changes nothing and is logged', () => {
  it.each<[string, Sent, number, string, string]>([
    [
      'from a stranger',
      { url: '/pay/webhook/yookassa', from: '203.0.113.7', json: yoo(YOO) },
      403,
      'yookassa',
      'address',
    ],
    [
      'from a stranger who says he is not',
      { url: '/pay/webhook/yookassa', from: '185.71.76.5, 203.0.113.7', json: yoo(YOO) },
      403,
      'yookassa',
      'address',
    ],
    ['of no shape', { url: '/pay/webhook/yookassa', json: { hello: 1 } }, 400, 'yookassa', 'shape'],
    ['without a body', { url: '/pay/webhook/yookassa' }, 400, 'yookassa', 'shape'],
    ['a list', { url: '/pay/webhook/yookassa', json: [yoo(YOO)] }, 400, 'yookassa', 'shape'],
    [
      'of a payment that is not ours',
      { url: '/pay/webhook/yookassa', json: yoo('99999999-000f-5000-8000-126628f15141') },
      200,
      'yookassa',
      'unknown',
    ],
    [
      'that names an attempt that has its own',
      {
        url: '/pay/webhook/yookassa',
        json: yoo('99999999-000f-5000-8000-126628f15141', { metadata: { payment_id: '1' } }),
      },
      200,
      'yookassa',
      'unknown',
    ],
    [
      'signed with the wrong password',
      { url: '/pay/webhook/robokassa', from: '185.59.216.65', form: roboOf(1, 'first') },
      403,
      'robokassa',
      'signature',
    ],
    [
      'from another address',
      { url: '/pay/webhook/robokassa', from: '185.59.216.66', form: roboOf(1) },
      403,
      'robokassa',
      'address',
    ],
    [
      'of an unknown invoice',
      { url: '/pay/webhook/robokassa', from: '185.59.217.65', form: roboOf(999_999) },
      200,
      'robokassa',
      'unknown',
    ],
    [
      'with a changed order',
      { url: '/pay/webhook/sber', form: { ...sberOf(), mdOrder: YOO } },
      403,
      'sber',
      'signature',
    ],
    [
      'with a parameter more',
      { url: '/pay/webhook/sber', form: { ...sberOf(), amount: '1' } },
      403,
      'sber',
      'signature',
    ],
    ['of the bank that is switched off', { url: '/pay/gpb/check?trx_id=1', method: 'GET' }, 403, 'gpb', 'switched off'],
    ['and its register', { url: '/pay/gpb/register?result_code=1', method: 'GET' }, 403, 'gpb', 'switched off'],
  ])('%s', async (_what, sent, http, provider, reason) => {
    const before = await state();
    expect((await send(sent)).http).toBe(http);
    expect(logged()).toMatchObject([{ provider, reason }]);
    expect(await jobs()).toEqual([]);
    expect(await state()).toEqual(before);
    // A line names no address, no sum and no payment.
    expect(shop.lines.join('\n')).not.toMatch(/203\.0\.113|185\.\d|1690|23d93cac/);
  });
  it.each([
    ['garbled JSON', { url: '/pay/webhook/yookassa', raw: '{"type":' }, 400],
    ['a huge body', { url: '/pay/webhook/yookassa', raw: JSON.stringify({ a: 'x'.repeat(300_000) }) }, 413],
    ['GET where only POST is', { url: '/pay/webhook/yookassa', method: 'GET' as const }, 404],
    ['a provider that does not exist', { url: '/pay/webhook/paypal', json: {} }, 404],
  ])('%s is refused', async (_what, sent, http) => {
    expect((await send(sent)).http).toBe(http);
    expect(await jobs()).toEqual([]);
  });
  it('a parameter given twice is not the signed one', async () => {
    const query = `${new URLSearchParams(sberOf())}&mdOrder=${YOO}`;
    expect((await send({ url: `/pay/webhook/sber?${query}`, method: 'GET' })).http).toBe(403);
  });
  it('a provider without settings has no webhook', async () => {
    const bare = await openPayingShop();
    const answer = await bare.app.inject({ method: 'POST', url: '/pay/webhook/yookassa', payload: yoo(YOO) });
    expect(answer.statusCode).toBe(404);
    await bare.close();
  });
  it('forms are read under /pay/ alone', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'rostok' };
    const answer = await shop.app.inject({ method: 'POST', url: '/api/login', headers, payload: 'login=a&password=b' });
    expect(answer.statusCode).toBe(415);
  });
});
