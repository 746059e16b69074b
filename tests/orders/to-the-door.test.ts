import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, addProduct, browserOf, call } from '#tests/cart/shop-people.ts';
import { type Body, buyerWith, countRows, NOVOSIBIRSK, place, placingBody } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// A courier needs the flat, or to know that there is none; docs/product/checkout.md#door, docs/decisions/611.

let shop: TestShop;
let product: number;
beforeAll(async () => {
  shop = await openShop();
  product = await addProduct(shop, { actualPrice: 50_000, stockQty: 99, weightGrams: 200 });
});
afterAll(() => shop.close());

const HOUSE = { country_id: 1, city_id: NOVOSIBIRSK, street: 'ул. Мира', house: '14' };
async function order(address: Body, more: Body = {}, userId?: number) {
  const browser = await buyerWith(shop, [[product, 1]], userId === undefined ? undefined : { userId });
  const body = await placingBody(browser, { delivery: { type: 11, address, ...more } });
  const { body: answer } = await place(browser, { ...body, expected_due: 1_000_000 });
  return { browser, answer };
}

it.each([
  ['none', HOUSE],
  ['blanks', { ...HOUSE, flat: '  ' }],
  ['not a private house either', { ...HOUSE, is_private_house: false }],
])('without a flat (%s) the order is refused at its field and nothing is written', async (_what, address) => {
  const { orders } = await countRows(shop);
  const { answer } = await order(address);
  expect(answer).toMatchObject({ status: 0, code: 'validation' });
  expect(answer.errors).toEqual({ 'delivery.address.flat': ['Укажите квартиру или отметьте «Частный дом»'] });
  expect(await countRows(shop)).toMatchObject({ orders });
});

it('with a flat it goes there, and its buyer reads what the courier is told; a link without a login does not', async () => {
  const address = { ...HOUSE, flat: '8', note: 'Подъезд 2, домофон 8К' };
  const { answer } = await order(address);
  expect(answer.status).toBe(1);
  const open = await call(await browserOf(shop), 'GET', `/api/order/by-token/${answer.public_token}`);
  expect(open.body.order.address).toMatchObject({ full: 'Новосибирск', note: '' });

  const userId = await addPerson(shop);
  const own = await order(address, {}, userId);
  const read = await call(own.browser, 'POST', '/api/order/fetch-orders', {});
  expect(read.body.orders[0].delivery.to.replaceAll('\u00a0', ' ')).toBe('Новосибирск, ул. Мира, 14, кв. 8');
  const one = await call(own.browser, 'GET', `/api/order/${own.answer.exp_id}`);
  expect(one.body.order.address.note).toBe('Подъезд 2, домофон 8К');
});

it('a private house has its way, and the courier reads so', async () => {
  const userId = await addPerson(shop);
  const { browser, answer } = await order({ ...HOUSE, is_private_house: true }, {}, userId);
  expect(answer.status).toBe(1);
  const read = await call(browser, 'POST', '/api/order/fetch-orders', {});
  expect(read.body.orders[0].delivery.to).toBe('Новосибирск, ул. Мира, 14, частный дом');
});

it('an address of the book without a flat is asked about too; to a point and by post nobody asks', async () => {
  const userId = await addPerson(shop);
  const browser = await buyerWith(shop, [[product, 1]], { userId });
  const recipient = { name: 'Вера Соколова', phone: '+79000000211' };
  const { body: saved } = await call(browser, 'POST', '/user/delivery_address', { ...HOUSE, city: 'Новосибирск', index: '630000', recipient }); // prettier-ignore
  const kept = { type: 11, address_id: saved.address.id };
  const body = await placingBody(browser, { delivery: kept, expected_due: 1_000_000 });
  expect((await place(browser, body)).body.errors).toHaveProperty(['delivery.address.flat']);
  const told = { ...kept, address: { country_id: 1, is_private_house: true } };
  expect((await place(browser, { ...body, delivery: told })).body.status).toBe(1);
  expect((await order({ ...HOUSE, index: '630091' }, { type: 1 })).answer.status).toBe(1);
});
