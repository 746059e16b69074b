import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '#server/gates/payments/port.ts';
import { openYookassa } from '#server/gates/payments/yookassa.ts';
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
  provider = openYookassa({ shopId: '54401', secretKey: 'test_secret', taxSystem: 2, url: double.url });
});
afterAll(() => double.close());

const ID = '23d93cac-000f-5000-8000-126628f15141';
const pending = {
  id: ID,
  status: 'pending',
  paid: false,
  amount: { value: '1234.50', currency: 'RUB' },
  confirmation: {
    type: 'redirect',
    confirmation_url: 'https://yoomoney.ru/checkout/payments/v2/contract?orderId=23d93cac',
  },
  metadata: { order_id: '30377', payment_id: '12', key: request().key },
};
const succeeded = { ...pending, status: 'succeeded', paid: true, captured_at: '2026-11-22T12:00:05.123Z' };

describe('creating', () => {
  it('sends sum, receipt and our own id under one key at every try', async () => {
    double.answers(json(pending));
    for (let i = 0; i < 2; i += 1)
      expect(await provider.create(request(), patient())).toEqual({
        externalId: ID,
        url: pending.confirmation.confirmation_url,
      });
    const [first, again] = double.heard;
    expect(first).toMatchObject({ method: 'POST', path: '/payments' });
    expect(first?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('54401:test_secret').toString('base64')}`,
      'idempotence-key': request().key,
    });
    expect(again?.headers['idempotence-key']).toBe(first?.headers['idempotence-key']);
    expect(again?.body).toBe(first?.body);
    expect(JSON.parse(first?.body ?? '')).toEqual({
      amount: { value: '1234.50', currency: 'RUB' },
      capture: true,
      confirmation: { type: 'redirect', return_url: request().returnUrl },
      description: 'Заказ № 30 377',
      metadata: { order_id: '30377', payment_id: '12', key: request().key },
      payment_method_data: { type: 'bank_card' },
      receipt: {
        customer: { email: 'maria@mail.test' },
        tax_system_code: 2,
        items: [
          {
            description: 'Крем «Роса»',
            quantity: '2.000',
            amount: { value: '617.00', currency: 'RUB' },
            vat_code: 12,
            payment_subject: 'commodity',
            payment_mode: 'full_prepayment',
            measure: 'piece',
          },
          expect.objectContaining({
            description: 'Доставка',
            payment_subject: 'service',
            amount: { value: '0.50', currency: 'RUB' },
          }),
        ],
      },
    });
  });
  it.each([
    [5, { type: 'sbp' }],
    [9, undefined],
  ] as const)('code %s asks for %o', async (code, method) => {
    double.answers(json(pending));
    await provider.create(request({ code }), patient());
    expect(JSON.parse(double.heard[0]?.body ?? '').payment_method_data).toEqual(method);
  });
  it('without an e-mail the receipt goes to the phone', async () => {
    double.answers(json(pending));
    const { items } = request().receipt;
    await provider.create(request({ receipt: { customer: { email: null, phone: '+79000000157' }, items } }), patient());
    expect(JSON.parse(double.heard[0]?.body ?? '').receipt.customer).toEqual({ phone: '79000000157' });
  });
  it('a request that it will not take is refused for good', async () => {
    double.answers(json({ type: 'error', code: 'invalid_request' }, 400));
    await expect(provider.create(request(), patient())).rejects.toMatchObject({ kind: 'refused', message: 'HTTP 400' });
  });
});

describe('reading', () => {
  const read = (payment: object) => {
    double.answers(json(payment));
    return provider.read(ref(ID), patient());
  };
  it('tells what was taken, when and for which attempt', async () => {
    expect(await read(succeeded)).toEqual({
      state: 'succeeded',
      capturedKop: 123_450,
      capturedAt: new Date('2026-11-22T12:00:05.123Z'),
      refundedKop: 0,
      paymentId: 12,
      key: request().key,
      reason: null,
    });
    expect(double.heard[0]).toMatchObject({ method: 'GET', path: `/payments/${ID}` });
  });
  it.each([
    ['waits', pending, 'pending'],
    ['is held', { ...pending, status: 'waiting_for_capture', paid: true }, 'pending'],
    ['says succeeded and not paid', { ...succeeded, paid: false }, 'pending'],
    [
      'was declined',
      { ...pending, status: 'canceled', cancellation_details: { party: 'yoo_money', reason: 'fraud_suspected' } },
      'canceled',
    ],
    [
      'ran out',
      {
        ...pending,
        status: 'canceled',
        cancellation_details: { party: 'yoo_money', reason: 'expired_on_confirmation' },
      },
      'expired',
    ],
    ['has a word we do not know', { ...pending, status: 'on_hold' }, 'pending'],
  ])('one that %s', async (_what, payment, state) => {
    expect(await read(payment)).toMatchObject({ state, capturedKop: null });
  });
  it('a sum in another currency or with half kopecks is no sum', async () => {
    expect((await read({ ...succeeded, amount: { value: '1234.50', currency: 'USD' } })).capturedKop).toBeNull();
    expect((await read({ ...succeeded, amount: { value: '1234.505', currency: 'RUB' } })).capturedKop).toBeNull();
  });
  it('counts what went back', async () => {
    expect((await read({ ...succeeded, refunded_amount: { value: '100.00', currency: 'RUB' } })).refundedKop).toBe(
      10_000,
    );
  });
});

describe('giving back', () => {
  it('asks under one key and tells how it ended', async () => {
    double.answers(json({ id: 'refund-1', status: 'pending', payment_id: ID }));
    const asked = {
      ...ref(ID),
      key: 'b9d1f6c2-0000-4000-8000-000000000001',
      amountKop: 61_700,
      refundedKop: 0,
      receipt: request().receipt,
    };
    expect(await provider.refund(asked, patient())).toEqual({ externalId: 'refund-1', state: 'pending' });
    expect(double.heard[0]).toMatchObject({ path: '/refunds', headers: { 'idempotence-key': asked.key } });
    expect(JSON.parse(double.heard[0]?.body ?? '')).toMatchObject({
      payment_id: ID,
      amount: { value: '617.00', currency: 'RUB' },
      receipt: { customer: { email: 'maria@mail.test' } },
    });
    double.answers(json({ id: 'refund-1', status: 'succeeded' }));
    expect(await provider.readRefund('refund-1', patient())).toEqual({ externalId: 'refund-1', state: 'succeeded' });
  });
});

describe('notifications', () => {
  const say = (body: Record<string, unknown>, ip = '185.71.76.5') =>
    provider.parse({ method: 'POST', ip, query: {}, body });
  const body = { type: 'notification', event: 'payment.succeeded', object: succeeded };
  it('name a payment that is then read anew', () => {
    expect(say(body)).toEqual({
      kind: 'payment',
      externalId: ID,
      paymentId: 12,
      event: 'payment.succeeded',
      answer: '',
    });
  });
  it.each([
    '185.71.76.0',
    '185.71.77.31',
    '77.75.153.127',
    '77.75.156.11',
    '77.75.154.200',
    '2a02:5180::1',
    '2a02:5180:ffff::9',
    '::ffff:185.71.76.5',
  ])('come from %s', (ip) => expect(say(body, ip).kind).toBe('payment'));
  it.each([
    '185.71.76.32',
    '185.71.78.1',
    '77.75.153.128',
    '77.75.156.12',
    '77.75.154.127',
    '2a02:5181::1',
    '::ffff:185.71.76.32',
    '127.0.0.1',
    '',
    'localhost',
  ])('from «%s» are forged', (ip) => expect(say(body, ip)).toEqual({ kind: 'refused', http: 403, reason: 'address' }));
  it.each([
    [{}],
    [{ ...body, type: 'order' }],
    [{ ...body, event: 7 }],
    [{ ...body, object: null }],
    [{ ...body, object: { id: '../../refunds' } }],
    [{ ...body, object: { id: 'x'.repeat(65) } }],
  ])('garbled %o are refused', (garbled) => {
    expect(say(garbled)).toEqual({ kind: 'refused', http: 400, reason: 'shape' });
  });
  it('of refunds wait for nothing here', () => {
    expect(say({ ...body, event: 'refund.succeeded', object: { id: 'refund-11' } })).toMatchObject({ kind: 'other' });
  });
});
