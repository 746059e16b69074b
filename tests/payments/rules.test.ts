import { describe, expect, it } from 'vitest';
import { ATTEMPT_STATUSES } from '#contract/attempt-status.ts';
import { codesFor, coversDue, PAYMENT_CODES, PAYMENT_METHODS, paymentName } from '#contract/payment-methods.ts';
import { requisitesText } from '#contract/requisites.ts';
import { judgeSeen, mayFollow, nextCheckS, useOfMoney } from '#server/features/payments/payment-states.rules.ts';
import { kopecks, roubles } from '#server/gates/payments/money-text.ts';
import type { Seen } from '#server/gates/payments/port.ts';
import { gpbCheckAnswer, gpbLink, gpbRegisterAnswer, isGpb } from '#server/gates/payments/gpb.ts';
import { readPayments } from '#server/platform/payment-env.ts';

describe('who may pay how', () => {
  const payer = (role: 'client' | 'user' | 'cons' | 'optovik' | 'staff', isPunktVydachi = false) => ({
    role,
    isPunktVydachi,
  });
  it.each([
    ['a guest', null, [5, 1, 7, 9, 10, 8, 3]],
    ['a client', payer('client'), [5, 1, 7, 9, 10, 8, 3]],
    ['staff', payer('staff'), [5, 1, 7, 9, 10, 8, 3]],
    ['a consultant', payer('cons'), [5, 1, 7, 2, 9, 10, 8, 3]],
    ['a pickup point', payer('client', true), [5, 1, 7, 2, 9, 10, 8, 3]],
    ['wholesale', payer('optovik'), [1, 9, 3]],
  ])('%s', (_who, who, codes) => expect(codesFor(who)).toEqual(codes));
  it('has a name for every code, and for none', () => {
    for (const code of PAYMENT_CODES) expect(paymentName(code)).toBe(PAYMENT_METHODS[code].name);
    expect(paymentName(0)).toBe('Способ оплаты не выбран');
  });
  it('ЛС pays the whole due or nothing', () => {
    expect([coversDue(1000, 1000), coversDue(999, 1000), coversDue(0, 0)]).toEqual([true, false, false]);
  });
});

describe('the code of a transfer', () => {
  const to = {
    name: 'ООО «Росток»',
    personalAcc: '40702810000000000001',
    bankName: 'Банк|А',
    bic: '044525225',
    correspAcc: '30101810400000000225',
    payeeInn: '7700000000',
    kpp: '770001001',
  };
  it('is ST00012 in kopecks; no field breaks out of its place', () => {
    expect(requisitesText(to, 212_000, 30_452)).toBe(
      'ST00012|Name=ООО «Росток»|PersonalAcc=40702810000000000001|BankName=Банк А|BIC=044525225|CorrespAcc=30101810400000000225|PayeeINN=7700000000|KPP=770001001|Sum=212000|Purpose=Оплата заказа № 30452',
    );
    expect(requisitesText({ ...to, kpp: null }, 1, 1)).not.toContain('KPP');
  });
});

describe('the life of an attempt', () => {
  const seen = (more: Partial<Seen>): Seen => ({
    state: 'pending',
    capturedKop: null,
    capturedAt: null,
    refundedKop: 0,
    paymentId: null,
    key: null,
    reason: null,
    ...more,
  });
  it.each(['created', 'pending', 'canceled', 'expired'] as const)(
    '%s becomes paid by the provider’s word',
    (status) => {
      expect(judgeSeen({ status, amountKop: 100 }, seen({ state: 'succeeded', capturedKop: 100 }))).toEqual({
        kind: 'paid',
        capturedKop: 100,
      });
    },
  );
  it.each([null, 0, 99, 101])('«paid» %s instead of 100 is for a person to look at', (capturedKop) => {
    expect(judgeSeen({ status: 'pending', amountKop: 100 }, seen({ state: 'succeeded', capturedKop }))).toEqual({
      kind: 'review',
      capturedKop: capturedKop ?? 0,
    });
  });
  it('what is paid stays paid, and what went back stays back', () => {
    for (const status of ['succeeded', 'refunded'] as const)
      for (const state of ['succeeded', 'canceled', 'expired', 'pending'] as const)
        expect(judgeSeen({ status, amountKop: 100 }, seen({ state, capturedKop: 100 }))).toEqual({ kind: 'nothing' });
    expect(ATTEMPT_STATUSES.filter((to) => mayFollow('refunded', to))).toEqual([]);
    expect(mayFollow('succeeded', 'canceled')).toBe(false);
  });
  it('ends without money', () => {
    expect(judgeSeen({ status: 'pending', amountKop: 1 }, seen({ state: 'expired' }))).toEqual({
      kind: 'ended',
      status: 'expired',
    });
    expect(judgeSeen({ status: 'canceled', amountKop: 1 }, seen({ state: 'expired' }))).toEqual({ kind: 'nothing' });
  });
  it('money for an order that is cancelled or paid goes back', () => {
    expect(useOfMoney({ status: 1, isPaid: false })).toEqual({ kind: 'pay' });
    expect(useOfMoney({ status: 7, isPaid: false })).toEqual({ kind: 'give_back', reason: 'order_cancelled' });
    expect(useOfMoney({ status: 7, isPaid: true })).toEqual({ kind: 'give_back', reason: 'order_cancelled' });
    expect(useOfMoney({ status: 2, isPaid: true })).toEqual({ kind: 'give_back', reason: 'order_paid' });
  });
  it('is read soon at first and then rarely', () => {
    expect([0, 1, 2, 5, 6, 50].map(nextCheckS)).toEqual([30, 60, 120, 960, 1800, 1800]);
  });
});

it('sums of providers', () => {
  expect([0, 5, 123_450].map(roubles)).toEqual(['0.00', '0.05', '1234.50']);
  expect(['1234.5', '1234.50', '1234.500000', '1234', '0.05'].map(kopecks)).toEqual([
    123_450, 123_450, 123_450, 123_400, 5,
  ]);
  for (const wrong of ['1234.505', '-1', '1e3', ' 1', '', '1,50', 12, null, undefined, '99999999999'])
    expect(kopecks(wrong)).toBeNull();
});

describe('Газпромбанк, switched off', () => {
  const bank = { merchantId: 'M<1>', login: 'bank', password: 'secret', url: 'https://test.pps.gazprombank.ru' };
  it('has its page and both of its answers ready', () => {
    const link = new URL(gpbLink(bank, { paymentId: 12, amountKop: 123_450, returnUrl: 'https://shop.test/?a=1&b=2' }));
    expect(link.pathname).toBe('/payment/start.wsm');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      LANG: 'RU',
      merch_id: 'M<1>',
      back_url_s: 'https://shop.test/?a=1&b=2',
      back_url_f: 'https://shop.test/?a=1&b=2',
      'o.order_uri': '12',
      'o.amount': '1234.50',
    });
    expect(gpbCheckAnswer(bank, { paymentId: 12, amountKop: 123_450, description: 'Заказ <№ 1>' })).toContain(
      '<merchant-trx>12</merchant-trx><purchase><shortDesc>Заказ &#60;№ 1&#62;</shortDesc>',
    );
    expect(gpbCheckAnswer(bank, null)).toContain('<code>2</code>');
    expect([gpbRegisterAnswer(true), gpbRegisterAnswer(false)].map((xml) => /<code>(\d)/.exec(xml)?.[1])).toEqual([
      '1',
      '2',
    ]);
  });
  it('knows its login', () => {
    const right = `Basic ${Buffer.from('bank:secret').toString('base64')}`;
    expect([right, `${right}x`, 'Basic x', undefined].map((given) => isGpb(bank, given))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('settings', () => {
  it('without any: the sandbox and made-up requisites, neither in production', () => {
    expect(readPayments({}, false)).toMatchObject({ yookassa: null, robokassa: null, sber: null, sandbox: true });
    expect(readPayments({}, false).requisites?.name).toContain('(демо)');
    expect(readPayments({}, true)).toMatchObject({ sandbox: false, requisites: null });
    expect(readPayments({ ALLOW_SANDBOX_PAY: '1' }, true).sandbox).toBe(true);
  });
  it.each([
    [{ YOOKASSA_SHOP_ID: '1' }, 'YOOKASSA_SHOP_ID, YOOKASSA_SECRET_KEY задаются вместе'],
    [{ SBER_USER: 'u', SBER_PASSWORD: 'p' }, 'SBER_CALLBACK_SECRET'],
    [
      { ROBOKASSA_HASH: 'crc', ROBOKASSA_LOGIN: 'l', ROBOKASSA_PASSWORD1: '1', ROBOKASSA_PASSWORD2: '2' },
      'ROBOKASSA_HASH',
    ],
    [{ ROBOKASSA_TAXES: '18=vat18' }, 'ROBOKASSA_TAXES'],
    [{ PAYMENT_CARD_PROVIDER: 'paypal' }, 'PAYMENT_CARD_PROVIDER'],
    [
      { BANK_PAYEE: 'ООО', BANK_ACCOUNT: '1', BANK_NAME: 'Б', BANK_BIC: '1', BANK_CORR_ACCOUNT: '1', BANK_INN: '1' },
      'Реквизиты',
    ],
  ])('%o is a mistake that is told', (source, words) => {
    expect(() => readPayments(source, true)).toThrow(words);
  });
});
