import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '#server/gates/payments/port.ts';
import type { Db } from '#server/db/open.ts';
import { watchPayments } from '#server/gates/payments/watch.ts';
import { openRobokassa, type RobokassaSettings } from '#server/gates/payments/robokassa.ts';
import {
  cream,
  json,
  openProviderDouble,
  patient,
  type ProviderDouble,
  ref,
  request,
  text,
} from '#tests/payments/provider-double.ts';

let double: ProviderDouble;
let settings: RobokassaSettings;
let provider: PaymentProvider;
beforeAll(async () => {
  double = await openProviderDouble();
  settings = {
    login: 'rostok',
    password1: 'first',
    password2: 'second',
    password3: 'third',
    hash: 'md5',
    isTest: true,
    sno: 'osn',
    url: double.url,
    refundUrl: `${double.url}/Refund`,
    fiscalUrl: `${double.url}/RoboFiscal`,
    shopUrl: 'https://shop.test',
  };
  provider = openRobokassa(settings);
});
afterAll(() => double.close());

const md5 = (value: string) => createHash('md5').update(value).digest('hex');
const operation = (state: number, more = '') => `<?xml version="1.0" encoding="utf-8"?>
<OperationStateResponse xmlns="http://merchant.roboxchange.com/WebService/">
  <Result><Code>0</Code></Result>
  <State><Code>${state}</Code><StateDate>2026-11-22T15:56:54.68+03:00</StateDate></State>
  <Info><IncCurrLabel>QCardR</IncCurrLabel><IncSum>1234.500000</IncSum><OutSum>1234.500000</OutSum>${more}</Info>
</OperationStateResponse>`;

describe('an invoice', () => {
  it('is posted with its receipt signed as it is sent, and opened by a short address', async () => {
    double.answers(json({ invoiceID: '5f1c-9a', errorCode: 0 }));
    expect(await provider.create(request(), patient())).toEqual({
      externalId: '12',
      url: `${double.url}/Index/5f1c-9a`,
    });
    const sent = new URLSearchParams(double.heard[0]?.body);
    const receipt = sent.get('Receipt') ?? '';
    expect(sent.get('SignatureValue')).toBe(md5(`rostok:1234.50:12:${receipt}:first`));
    expect(Object.fromEntries(sent)).toMatchObject({
      MerchantLogin: 'rostok',
      OutSum: '1234.50',
      InvId: '12',
      Culture: 'ru',
      IsTest: '1',
      Email: 'maria@mail.test',
    });
    expect(JSON.parse(decodeURIComponent(receipt))).toEqual({
      sno: 'osn',
      items: [
        {
          name: 'Крем «Роса»',
          quantity: 2,
          sum: 1234,
          payment_method: 'full_prepayment',
          payment_object: 'commodity',
          tax: 'vat122',
        },
        {
          name: 'Доставка',
          quantity: 1,
          sum: 0.5,
          payment_method: 'full_prepayment',
          payment_object: 'service',
          tax: 'vat122',
        },
      ],
    });
  });
  it('takes the operator’s words for rates', async () => {
    double.answers(json({ invoiceID: '1' }));
    await openRobokassa({ ...settings, taxes: { '22/122': 'vat22122' } }).create(request(), patient());
    const receipt = decodeURIComponent(new URLSearchParams(double.heard[0]?.body).get('Receipt') ?? '');
    expect(JSON.parse(receipt).items[0].tax).toBe('vat22122');
  });
  it('that it will not take is refused for good', async () => {
    double.answers(json({ invoiceID: null, errorCode: 29 }));
    await expect(provider.create(request(), patient())).rejects.toMatchObject({ kind: 'refused', message: 'error 29' });
  });
});

describe('reading', () => {
  const read = (xml: string) => {
    double.answers(text(xml));
    return provider.read(ref('12'), patient());
  };
  it('is signed with the second password', async () => {
    expect(await read(operation(100))).toMatchObject({
      state: 'succeeded',
      capturedKop: 123_450,
      capturedAt: new Date('2026-11-22T12:56:54.680Z'),
      paymentId: 12,
    });
    expect(double.heard[0]?.path).toBe('/WebService/Service.asmx/OpStateExt');
    expect(Object.fromEntries(double.heard[0]?.query ?? [])).toEqual({
      MerchantLogin: 'rostok',
      InvoiceID: '12',
      Signature: md5('rostok:12:second'),
    });
  });
  it.each([
    [5, 'pending'],
    [10, 'canceled'],
    [20, 'pending'],
    [50, 'pending'],
    [60, 'canceled'],
    [80, 'pending'],
    [777, 'pending'],
  ])('state %i is %s', async (code, state) => {
    expect(await read(operation(code))).toMatchObject({ state, capturedKop: null });
  });
  it('an invoice that nobody has opened waits', async () => {
    expect(await read('<R><Result><Code>3</Code></Result></R>')).toMatchObject({ state: 'pending' });
  });
  it.each(['<R><Result><Code>1</Code></Result></R>', '<R><Result><Code>0</Code>', ''])(
    '«%s» says nothing',
    async (xml) => {
      await expect(read(xml)).rejects.toMatchObject({ kind: 'away' });
    },
  );
});

describe('giving back', () => {
  const asked = { ...ref('12'), key: 'k', amountKop: 61_700, refundedKop: 0, receipt: request().receipt };
  it('is a JWT signed with the third password', async () => {
    double.answers((heard, answer) =>
      heard.path.endsWith('OpStateExt')
        ? text(operation(100, '<OpKey>AB-1</OpKey>'))(heard, answer)
        : json({ success: true, requestId: 'r-1' })(heard, answer),
    );
    expect(await provider.refund(asked, patient())).toEqual({ externalId: 'r-1', state: 'pending' });
    const jwt = JSON.parse(double.heard[1]?.body ?? '') as string;
    const [head, payload, signature] = jwt.split('.');
    expect(signature).toBe(createHmac('sha256', 'third').update(`${head}.${payload}`).digest('base64url'));
    expect(JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())).toMatchObject({
      OpKey: 'AB-1',
      RefundSum: 617,
    });
  });
  it('whose answer was lost is not asked again by itself', async () => {
    double.answers((heard, answer) =>
      heard.path.endsWith('OpStateExt')
        ? text(operation(100, '<OpKey>AB-1</OpKey>'))(heard, answer)
        : text('', 500)(heard, answer),
    );
    await expect(provider.refund(asked, patient())).rejects.toMatchObject({ kind: 'unsure' });
  });
  it('that is refused stays refused; without password 3 there is none', async () => {
    double.answers((heard, answer) =>
      heard.path.endsWith('OpStateExt')
        ? text(operation(100, '<OpKey>AB-1</OpKey>'))(heard, answer)
        : json({ success: false })(heard, answer),
    );
    await expect(provider.refund(asked, patient())).rejects.toMatchObject({ kind: 'refused' });
    await expect(openRobokassa({ ...settings, password3: null }).refund(asked, patient())).rejects.toMatchObject({
      kind: 'refused',
    });
  });
  it.each([
    ['finished', 'succeeded'],
    ['canceled', 'canceled'],
    ['processing', 'pending'],
  ])('%s is %s', async (label, state) => {
    double.answers(json({ requestId: 'r-1', label }));
    expect(await provider.readRefund('r-1', patient())).toEqual({ externalId: 'r-1', state });
  });
});

describe('the second receipt', () => {
  const items = [
    {
      ...cream,
      quantity: 1,
      sumKop: 61_700,
      mode: 'full_payment' as const,
      mark: '010460000000000821unit\u001D93abcd',
    },
    { ...cream, name: 'Доставка', quantity: 1, priceKop: 10_000, sumKop: 10_000, subject: 'service' as const, mode: 'full_payment' as const }, // prettier-ignore
  ];
  const asked = { ...ref('12'), key: 'k', sumKop: 71_700, receipt: { ...request().receipt, items } };
  const settle = (more: Partial<RobokassaSettings> = {}) => openRobokassa({ ...settings, ...more }).settle?.(asked, patient()); // prettier-ignore
  /** How the service answers to «is it there» and to the receipt. */
  const answers = (status: object, attach: object = { ResultCode: '0' }) =>
    double.answers((heard, answer) => json(heard.path.endsWith('/Status') ? status : attach)(heard, answer));
  const bodyOf = (at: number) => JSON.parse(Buffer.from(double.heard[at]?.body.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>; // prettier-ignore
  it('names the invoice of the advance and every unit with its code, and is signed over what is sent', async () => {
    answers({ Code: '1000' });
    await settle();
    expect(double.heard.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/RoboFiscal/Receipt/Status'],
      ['POST', '/RoboFiscal/Receipt/Attach'],
    ]);
    for (const { body } of double.heard) {
      const [payload = '', signature = ''] = body.split('.');
      expect(body).not.toContain('=');
      expect(Buffer.from(signature, 'base64url').toString()).toBe(md5(`${payload}first`));
    }
    expect(bodyOf(0)).toEqual({ merchantId: 'rostok', id: '3000000012' });
    expect(bodyOf(1)).toEqual({
      merchantId: 'rostok',
      id: '3000000012',
      originId: '12',
      operation: 'sell',
      sno: 'osn',
      url: 'https://shop.test',
      total: 717,
      items: [
        { name: 'Крем «Роса»', quantity: 1, sum: 617, tax: 'vat22', payment_method: 'full_payment', payment_object: 'commodity', nomenclature_code: '010460000000000821unit\u001D93abcd' }, // prettier-ignore
        { name: 'Доставка', quantity: 1, sum: 100, tax: 'vat22', payment_method: 'full_payment', payment_object: 'service' }, // prettier-ignore
      ],
      client: { email: 'maria@mail.test', phone: '79000000157' },
      payments: [{ type: 2, sum: 717 }],
      vats: [{ type: 'vat22', sum: 129.29 }],
    });
  });
  it('is asked for by the shop’s gate too, which only watches', async () => {
    answers({ Code: '1000' });
    // No database: what it notes down is lost, and that must not matter.
    await watchPayments({} as Db, openRobokassa(settings)).settle?.(asked, patient());
    expect(double.heard).toHaveLength(2);
  });
  it('is signed by the algorithm of the cabinet', async () => {
    answers({ Code: '1000' });
    await settle({ hash: 'sha256' });
    const [payload = '', signature = ''] = double.heard[1]?.body.split('.') ?? [];
    expect(Buffer.from(signature, 'base64url').toString()).toBe(createHash('sha256').update(`${payload}first`).digest('hex')); // prettier-ignore
  });
  it.each(['0', '1', '2'])('that is there already (%s) is not made a second time', async (code) => {
    answers({ Code: code });
    await settle();
    expect(double.heard.map(({ path }) => path)).toEqual(['/RoboFiscal/Receipt/Status']);
  });
  it('whose answer was lost is asked for first at the next try', async () => {
    const made: string[] = [];
    double.answers((heard, answer) => {
      if (heard.path.endsWith('/Status')) return json({ Code: made.length > 0 ? '1' : '1000' })(heard, answer);
      made.push(heard.body);
      return text('', 502)(heard, answer);
    });
    await expect(settle()).rejects.toMatchObject({ kind: 'away' });
    await settle();
    expect(made).toHaveLength(1);
  });
  it.each([
    [{ ResultCode: '1000' }, 'away'],
    [{ ResultCode: '3', ResultDescription: 'Нет такой операции' }, 'refused'],
  ])('%j is %s', async (attach, kind) => {
    answers({ Code: '1000' }, attach);
    await expect(settle()).rejects.toMatchObject({ kind });
  });
  it('of which the service says nothing at all waits', async () => {
    double.answers(text('<html>', 200));
    await expect(settle()).rejects.toMatchObject({ kind: 'away' });
  });
});

describe('ResultURL', () => {
  const fields = {
    OutSum: '1234.500000',
    InvId: '12',
    Fee: '0',
    SignatureValue: md5('1234.500000:12:second').toUpperCase(),
  };
  const say = (body: Record<string, unknown>, ip = '185.59.216.65') =>
    provider.parse({ method: 'POST', ip, query: {}, body });
  it('is signed with the sum exactly as it came, in any case', () => {
    expect(say(fields)).toEqual({ kind: 'payment', externalId: '12', paymentId: 12, event: 'result', answer: 'OK12' });
    expect(say({ ...fields, SignatureValue: fields.SignatureValue.toLowerCase() }).kind).toBe('payment');
  });
  it('signs our own parameters by name after the password', () => {
    const signed = { ...fields, Shp_b: '2', Shp_a: '1', SignatureValue: md5('1234.500000:12:second:Shp_a=1:Shp_b=2') };
    expect(say(signed).kind).toBe('payment');
    expect(say({ ...signed, Shp_a: '7' })).toEqual({ kind: 'refused', http: 403, reason: 'signature' });
  });
  it.each([
    [{ OutSum: '1.00' }],
    [{ OutSum: '1234.50' }],
    [{ InvId: '13' }],
    [{ SignatureValue: md5('1234.500000:12:first') }],
    [{ SignatureValue: '' }],
  ])('with %o is forged', (forged) => {
    expect(say({ ...fields, ...forged })).toEqual({ kind: 'refused', http: 403, reason: 'signature' });
  });
  it('from another address, or of another shape, is nothing', () => {
    expect(say(fields, '185.59.216.66')).toMatchObject({ kind: 'refused', reason: 'address' });
    expect(say({ ...fields, InvId: '12 or 1=1' })).toMatchObject({ kind: 'refused', http: 400 });
  });
  it.each(['sha256', 'sha384', 'sha512'] as const)('by %s', (hash) => {
    const other = openRobokassa({ ...settings, hash });
    const SignatureValue = createHash(hash).update('1234.500000:12:second').digest('hex');
    expect(
      other.parse({ method: 'POST', ip: '185.59.217.65', query: {}, body: { ...fields, SignatureValue } }).kind,
    ).toBe('payment');
  });
});
