import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '#server/gates/payments/port.ts';
import { sberChecksum } from '#server/gates/payments/sber-checksum.ts';
import { openSber } from '#server/gates/payments/sber.ts';
import {
  json,
  openProviderDouble,
  patient,
  type ProviderDouble,
  ref,
  request,
} from '#tests/payments/provider-double.ts';

let double: ProviderDouble;
let provider: PaymentProvider;
beforeAll(async () => {
  double = await openProviderDouble();
  provider = openSber({
    userName: 'rostok-api',
    password: 'secret',
    callbackSecret: 'yourSecretToken',
    url: double.url,
  });
});
afterAll(() => double.close());

const ID = '3ff6962a-7dcc-4283-ab50-a6d7dd3386fe';
const bodyOf = (nth = 0) => JSON.parse(double.heard[nth]?.body ?? '{}') as Record<string, unknown>;

describe('registering', () => {
  it('names the attempt, not only the order', async () => {
    double.answers(
      json({ errorCode: '0', orderId: ID, formUrl: 'https://ecomtest.sberbank.ru/pp/pay?mdOrder=3ff6962a' }),
    );
    expect(await provider.create(request({ code: 7 }), patient())).toEqual({
      externalId: ID,
      url: 'https://ecomtest.sberbank.ru/pp/pay?mdOrder=3ff6962a',
    });
    expect(double.heard[0]?.path).toBe('/register.do');
    expect(bodyOf()).toMatchObject({
      userName: 'rostok-api',
      password: 'secret',
      orderNumber: '30377-12',
      amount: 123_450,
      currency: '643',
      returnUrl: request().returnUrl,
      sessionTimeoutSecs: 3600,
    });
  });
  it('whose answer was lost goes on under the next number', async () => {
    let calls = 0;
    double.answers((heard, answer) => {
      calls += 1;
      json(
        calls === 1
          ? { errorCode: '1', errorMessage: 'Заказ с таким номером уже обработан' }
          : { errorCode: '0', orderId: ID, formUrl: 'https://x.test/' },
      )(heard, answer);
    });
    expect((await provider.create(request(), patient())).externalId).toBe(ID);
    expect([bodyOf(0).orderNumber, bodyOf(1).orderNumber]).toEqual(['30377-12', '30377-12b']);
  });
  it.each([
    ['1', 'refused'],
    ['3', 'refused'],
    ['4', 'refused'],
    ['5', 'away'],
    ['7', 'away'],
  ])('error %s is «%s»', async (errorCode, kind) => {
    double.answers(json({ errorCode }));
    await expect(provider.create(request(), patient())).rejects.toMatchObject({ kind });
  });
});

describe('reading', () => {
  const read = (fields: object) => {
    double.answers(json({ errorCode: '0', orderNumber: '30377-12', ...fields }));
    return provider.read(ref(ID), patient());
  };
  it.each([
    [0, 'pending'],
    [1, 'pending'],
    [3, 'canceled'],
    [5, 'pending'],
    [6, 'canceled'],
    [42, 'pending'],
  ])('order status %i is %s', async (orderStatus, state) => {
    expect(await read({ orderStatus, actionCode: 0 })).toMatchObject({ state, capturedKop: null });
  });
  it('what was taken is what is there and what went back', async () => {
    expect(
      await read({
        orderStatus: 2,
        depositedDate: 1_795_348_800_000,
        paymentAmountInfo: { depositedAmount: 123_450, refundedAmount: 0 },
      }),
    ).toMatchObject({
      state: 'succeeded',
      capturedKop: 123_450,
      refundedKop: 0,
      paymentId: 12,
      capturedAt: new Date(1_795_348_800_000),
    });
    expect(
      await read({
        orderStatus: 4,
        orderNumber: '30377-12b',
        paymentAmountInfo: { depositedAmount: 23_450, refundedAmount: 100_000 },
      }),
    ).toMatchObject({ state: 'succeeded', capturedKop: 123_450, refundedKop: 100_000, paymentId: 12 });
  });
  it('an order number that is not ours names no attempt', async () => {
    expect((await read({ orderStatus: 0, orderNumber: 'другой' })).paymentId).toBeNull();
  });
});

describe('giving back', () => {
  const asked = { ...ref(ID), key: 'k', amountKop: 20_000, refundedKop: 10_000, receipt: request().receipt };
  const withRefunded = (refundedAmount: number, errorCode = '0') =>
    double.answers((heard, answer) =>
      json(
        heard.path === '/refund.do'
          ? { errorCode }
          : {
              errorCode: '0',
              orderStatus: 2,
              orderNumber: '30377-12',
              paymentAmountInfo: { depositedAmount: 100_000, refundedAmount },
            },
      )(heard, answer),
    );
  it('asks for the sum', async () => {
    withRefunded(10_000);
    expect(await provider.refund(asked, patient())).toMatchObject({ state: 'succeeded' });
    expect(bodyOf(1)).toMatchObject({ orderId: ID, amount: 20_000 });
  });
  it('that went through before its answer was lost is not asked for again', async () => {
    withRefunded(30_000);
    expect(await provider.refund(asked, patient())).toMatchObject({ state: 'succeeded' });
    expect(double.heard.map(({ path }) => path)).toEqual(['/getOrderStatusExtended.do']);
  });
  it('that it will not do is refused', async () => {
    withRefunded(10_000, '7');
    await expect(provider.refund(asked, patient())).rejects.toMatchObject({ kind: 'refused' });
  });
});

it('an attempt that is over already is cancelled all the same', async () => {
  double.answers(json({ errorCode: '7' }));
  await expect(provider.cancel(ref(ID), patient())).resolves.toBeUndefined();
  double.answers(json({ errorCode: '5' }));
  await expect(provider.cancel(ref(ID), patient())).rejects.toMatchObject({ kind: 'away' });
});

describe('callbacks', () => {
  const params = { amount: '123456', mdOrder: ID, operation: 'deposited', orderNumber: '10747', status: '1' };
  const say = (query: Record<string, string>, body: Record<string, unknown> = {}) =>
    provider.parse({ method: 'GET', ip: '10.0.0.1', query, body });
  it('are signed over every parameter by name', () => {
    const signed = `amount;123456;mdOrder;${ID};operation;deposited;orderNumber;10747;status;1;`;
    const expected = createHmac('sha256', 'yourSecretToken').update(signed).digest('hex').toUpperCase();
    expect(sberChecksum('yourSecretToken', { ...params, checksum: 'x', sign_alias: 'y' })).toBe(expected);
  });
  it('name an order that is then read anew', () => {
    const ours = { ...params, orderNumber: '30377-12' };
    const checksum = sberChecksum('yourSecretToken', ours);
    const notice = { kind: 'payment', externalId: ID, paymentId: 12, event: 'deposited:1', answer: '' };
    expect(say({ ...ours, checksum })).toEqual(notice);
    expect(say({}, { ...ours, checksum: checksum.toLowerCase() })).toEqual(notice);
  });
  it.each([[{}], [{ amount: '1' }], [{ extra: '1' }], [{ mdOrder: 'another-order-id' }]])(
    'with %o are forged',
    (change) => {
      const checksum = sberChecksum('anotherSecret', { ...params, ...change });
      expect(say({ ...params, ...change, checksum })).toEqual({ kind: 'refused', http: 403, reason: 'signature' });
      expect(say({ ...params, ...change })).toMatchObject({ kind: 'refused' });
    },
  );
});
