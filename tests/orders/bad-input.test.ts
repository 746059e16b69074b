import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryAddresses } from '#server/db/tables/addresses.ts';
import { addPerson, addProduct, browserOf, call } from '#tests/cart/shop-people.ts';
import { type Body, allOrders, buyerWith, countRows, NOVOSIBIRSK, place, placingBody } from '#tests/orders/order-people.ts'; // prettier-ignore
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// What nobody's screen sends: numbers beyond all measure, other people's things, words about money. Each is refused and writes nothing.

let shop: TestShop;
let product: number;
beforeAll(async () => {
  shop = await openShop();
  product = await addProduct(shop, { stockQty: 500 });
});
afterAll(() => shop.close());

const HUGE = Number.MAX_SAFE_INTEGER;
const to = (more: Body) => ({ delivery: { type: 8, address: { country_id: 1, city_id: NOVOSIBIRSK }, ...more } });

async function addressOf(userId: number): Promise<number> {
  const rows = await shop.db
    .insert(deliveryAddresses)
    .values({
      userId,
      countryId: 1,
      cityId: NOVOSIBIRSK,
      postIndex: '630000',
      city: 'Новосибирск',
      street: 'ул. Мира',
      house: '14',
      recipientName: 'Анна Петрова',
      recipientPhone: '+79000000157',
      phoneCountry: 'ru',
    })
    .returning({ id: deliveryAddresses.id });
  return rows[0]!.id;
}

describe('placing', () => {
  it.each<[string, Body]>([
    ['an enormous amount', { expected_due: 1e300 }],
    ['half a kopeck', { expected_due: 0.5 }],
    ['an amount in words', { expected_due: '0' }],
    ['no version of the cart', { cart_version: null }],
    ['a way of delivery that does not exist', to({ type: 999 })],
    ['a country that is not served', to({ address: { country_id: 99, city_id: NOVOSIBIRSK } })],
    ['a city beyond all numbers', to({ address: { country_id: 1, city_id: HUGE } })],
    ['an address beyond all numbers', to({ address_id: HUGE })],
    ['a negative address', to({ address_id: -1 })],
    ['a point with an endless name', to({ type: 26, gateId: 'x'.repeat(101) })],
    ['an endless comment', { comment: 'x'.repeat(1001) }],
    ['accepted changes of no shape', { accepted: [{ kind: 'price', to: 1 }] }],
    ['no delivery', { delivery: null }],
  ])('%s is refused under its field', async (_what, more) => {
    const browser = await buyerWith(shop, [[product, 1]]);
    const body = await placingBody(browser);
    const before = await countRows(shop);
    const { http, body: answer } = await place(browser, { ...body, ...more });
    expect([http, answer.status, answer.code]).toEqual([200, 0, 'validation']);
    expect(Object.keys(answer.errors)).not.toEqual([]);
    expect(await countRows(shop)).toEqual(before);
  });

  it('a version of the cart that never was, and an amount below zero, are told what is true', async () => {
    const browser = await buyerWith(shop, [[product, 1]]);
    const body = await placingBody(browser);
    const before = await countRows(shop);
    for (const cart_version of [-1, HUGE])
      expect((await place(browser, { ...body, cart_version })).body.code).toBe('cart_changed');
    const cheap = (await place(browser, { ...body, expected_due: -1 })).body;
    expect(cheap).toMatchObject({ status: 0, code: 'price_changed', details: { due: { to: body.expected_due } } });
    expect(await countRows(shop)).toEqual(before);
  });

  it('to a point that nobody knows has to be chosen anew', async () => {
    const browser = await buyerWith(shop, [[product, 1]]);
    const body = await placingBody(browser, to({ type: 26, gateId: 'nowhere' }));
    const before = await countRows(shop);
    expect((await place(browser, body)).body).toMatchObject({ status: 0, code: 'delivery_changed' });
    expect(await countRows(shop)).toEqual(before);
  });

  it('to an address of another person’s book is refused, to a guest as well', async () => {
    const stranger = await addressOf(await addPerson(shop));
    const userId = await addPerson(shop);
    const own = await addressOf(userId);
    const browser = await buyerWith(shop, [[product, 1]], { userId });
    const guest = await buyerWith(shop, [[product, 1]]);
    const choose = (address_id: number) => ({ delivery: { type: 8, address_id } });
    const bodies = [await placingBody(browser, choose(stranger)), await placingBody(guest, choose(stranger))];
    const before = await countRows(shop);
    expect((await place(browser, bodies[0]!)).body).toMatchObject({ status: 0, code: 'not_found' });
    expect((await place(guest, bodies[1]!)).body).toMatchObject({ status: 0, code: 'not_found' });
    expect(await countRows(shop)).toEqual(before);
    expect((await place(browser, { ...bodies[0], ...choose(own) })).body.status).toBe(1);
  });
});

describe('an order that is placed', () => {
  it('takes no word about money, owner or status from any call', async () => {
    const userId = await addPerson(shop);
    const browser = await buyerWith(shop, [[product, 2]], { userId });
    const { body: placed } = await place(browser, await placingBody(browser));
    const which = { exp_id: placed.exp_id };
    const whole = async () => (await allOrders(shop)).find(({ id }) => id === placed.exp_id);
    const before = await whole();
    const forged = { ...which, amount: 1, due: 0, price: 1, discount: 99, status: 2, paid: true, user_id: 1, owner: 1 };
    expect((await call(browser, 'POST', '/user/order/get-payment-link', forged)).body.status).toBe('success');
    expect((await call(browser, 'POST', '/api/order/payment-status', forged)).body).toMatchObject({
      payment: { paid: false, state: 'waiting' },
    });
    const comment = await call(browser, 'POST', '/api/order/comment', { ...forged, comment: 'Код 12' });
    expect(comment.body.status).toBe('success');
    expect(await whole()).toEqual({ ...before, comment: 'Код 12' });
  });

  it.each<[string, string, Body]>([
    ['a link', '/user/order/get-payment-link', {}],
    ['a way of paying', '/user/order/change-payment-method', { payment_type: 5 }],
    ['the state of its payment', '/api/order/payment-status', {}],
    ['a comment', '/api/order/comment', { comment: 'Моё' }],
    ['a cancellation', '/user/order/cancel', {}],
    ['fewer pieces', '/api/order/change', { version: 1, lines: [{ line_id: 1, quantity: 0 }], expected_due: 0 }],
  ])('%s is not for another person, a guest or a false token', async (_what, path, more) => {
    const owner = await buyerWith(shop, [[product, 1]], { userId: await addPerson(shop) });
    const { body: placed } = await place(owner, await placingBody(owner));
    const other = await browserOf(shop, { userId: await addPerson(shop) });
    const guest = await browserOf(shop);
    const before = [await countRows(shop), await allOrders(shop)];
    const mine = { ...more, exp_id: placed.exp_id };
    expect((await call(other, 'POST', path, mine)).body).toMatchObject({ status: 'error', code: 'not_found' });
    expect((await call(guest, 'POST', path, mine)).http).toBe(401);
    expect((await call(guest, 'POST', path, { ...more, public_token: 'A'.repeat(22) })).body.code).toBe('not_found');
    for (const exp_id of [0, -1, 0.5, HUGE, '1 or 1=1'])
      expect((await call(other, 'POST', path, { ...more, exp_id })).body.status).toBe('error');
    expect([await countRows(shop), await allOrders(shop)]).toEqual(before);
  });

  it.each([
    { quantity: -1 },
    { quantity: HUGE },
    { quantity: 0.5 },
    { line_id: HUGE, quantity: 0 },
    { line_id: -1, quantity: 0 },
  ])('is not changed to %o', async (line) => {
    const owner = await buyerWith(shop, [[product, 2]], { userId: await addPerson(shop) });
    const { body: placed } = await place(owner, await placingBody(owner));
    const { body: read } = await call(owner, 'GET', `/api/order/${placed.exp_id}`);
    const lines = [{ line_id: read.order.items[0].line_id, ...line }];
    const before = [await countRows(shop), await allOrders(shop)];
    const asked = { exp_id: placed.exp_id, version: 1, lines, expected_due: 0 };
    expect((await call(owner, 'POST', '/api/order/change', asked)).body).toMatchObject({ status: 'error', code: 'validation' }); // prettier-ignore
    expect([await countRows(shop), await allOrders(shop)]).toEqual(before);
  });
});
