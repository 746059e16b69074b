import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { notifyProduct } from '#contract/catalogue.ts';
import { retailCart } from '#contract/cart.ts';
import { createDeposit } from '#contract/deposits.ts';
import { login, openGuest, setPriceView } from '#contract/session.ts';
import type { Call } from '#contract/call.ts';
import { judgeBody } from '#contract/judge.ts';

const errorsOf = (call: Pick<Call, 'body' | 'fieldWords'>, body: unknown) => {
  const { errors } = judgeBody(call, body);
  if (!errors) throw new Error('nothing is wrong with it');
  return errors;
};

it.each([
  // A password or a code: which of the two is missing only the shop can say.
  ['nothing at all', login, {}, { login: ['Заполните поле'] }],
  ['nothing by name', login, { login: null, password: 'x' }, { login: ['Заполните поле'] }],
  ['a number for a text', login, { login: 7, password: 'x' }, { login: ['Нужен текст'] }],
  ['too long', login, { login: 'a'.repeat(201), password: 'x' }, { login: ['Не больше 200\u00a0знаков'] }],
  ['no guest id', openGuest, { guestId: 'abc' }, { guestId: ['Нужен UUID'] }],
  ['no such view', setPriceView, { view_price_type: 5 }, { view_price_type: ['Такого значения нет среди возможных'] }],
  [
    'a text for a number, a word for a yes',
    notifyProduct,
    { product_id: '7', consent: 'да', consent_version: 'v' },
    { product_id: ['Нужно число'], consent: ['Нужно true или false'] },
  ],
  [
    'half a product',
    notifyProduct,
    { product_id: 1.5, consent: true, consent_version: 'v' },
    { product_id: ['Нужно целое число'] },
  ],
  ['no list', retailCart.change, { items: 'x' }, { items: ['Нужен список'] }],
  ['an empty list', retailCart.change, { items: [] }, { items: ['Не меньше 1\u00a0строки'] }],
  [
    'the call’s own words win',
    retailCart.change,
    { items: [{ product_id: 1, delta: 0 }] },
    { 'items.0.delta': ['Изменение количества — целое число от −999 до 999, кроме нуля'] },
  ],
  ['a sum that is not there', createDeposit, { payment_type: 1 }, { amount: ['Заполните поле'] }],
  [
    'a sum below the least',
    createDeposit,
    { amount: 9999, payment_type: 1 },
    { amount: ['От 100 до 100 000 ₽ за одно пополнение'] },
  ],
  ['half a kopeck', createDeposit, { amount: 10_000.5, payment_type: 1 }, { amount: ['Нужно целое число'] }],
  ['a list for a body', login, [], { body: ['Нужен набор полей'] }],
] as const)('%s', (_what, call, body, errors) => expect(errorsOf(call, body)).toEqual(errors));

it('a rule without words of its own still says more than «fill in»', () => {
  const call = { fieldWords: {}, body: z.object({ a: z.string().check(z.refine(() => false)) }) };
  expect(errorsOf(call, { a: 'x' })).toEqual({ a: ['Такое значение не подходит'] });
});
