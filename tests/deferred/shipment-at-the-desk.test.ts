import { afterAll, beforeAll, expect, it } from 'vitest';
import { citiesLike } from '#contract/cities.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { addConsultant, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// A shipment of deferred orders at the desk; docs/product/desk.md#together.

let shop: PayingShop;
let desk: Desk;
let userId: number;
let buyer: Browser;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
  userId = await addConsultant(asTestShop(shop));
  buyer = await browserOf(asTestShop(shop), { userId });
});
afterAll(() => shop.close());

const kept = { type: 22, name: 'Отложенная доставка', costKop: 0, gateType: null, gateId: null, to: 'Хранится на складе', schedule: null, days: null, isFreeZone: true, source: 'embedded', address: null }; // prettier-ignore
async function pay(id: number): Promise<void> {
  const { dueKop } = (await fateOf(shop, id)).order;
  const paid_on = shop.clock.now.toISOString().slice(0, 10);
  await act(desk.browser, 'mark-paid', { exp_id: id, amount: dueKop, paid_on, reason: 'Выписка 14' });
}
async function waiting(): Promise<number> {
  const { id } = await addOrder(shop, { userId, paymentType: 3, deliveryType: 22, delivery: kept, deliveryKop: 0, dueKop: 147_000 }); // prettier-ignore
  await pay(id);
  return id;
}
async function shipped(orders: number[]): Promise<number> {
  const tomsk = citiesLike('Томск')[0]!;
  const address = { country_id: 1, city_id: tomsk.id, index: tomsk.index, street: 'ул. Ленина', house: '5' };
  const asked = { orders, delivery: { type: 11, address }, payment_type: 3, expected_delivery: 10_000_000, consents: { delivery: true } }; // prettier-ignore
  const { body } = await call(buyer, 'POST', '/api/order/deferred/send', asked, { 'idempotency-key': newKey() });
  await pay(body.exp_id);
  return body.exp_id;
}
const desked = async (id: number): Promise<DeskOrder> => (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body as DeskOrder; // prettier-ignore
const parcelOf = async (order: number) => (await desked(order)).parcels[0]!; // A test that has made one.
const post = (path: string, body: object) =>
  call(desk.browser, 'POST', `/api/desk/parcels/${path}`, body, { 'idempotency-key': newKey() });

it('is an empty parcel: the parcels of its orders lie inside, and all of them leave under its number', async () => {
  const [one, two] = [await waiting(), await waiting()];
  const id = await shipped([one, two]);
  for (const order of [one, two, id]) {
    expect((await desked(order)).can.pack).toBe(true);
    await post('start', { exp_id: order, version: (await desked(order)).order.version });
    const { id: parcel_id, lines } = await parcelOf(order);
    for (const { line_id, pieces } of lines) await post('put', { exp_id: order, parcel_id, line_id, packed: pieces });
    await post('finish', { exp_id: order, parcel_id, version: (await parcelOf(order)).version, weight: 400 });
  }
  expect((await desked(id)).can.pack).toBe(false);
  const outer = await parcelOf(id);
  expect([outer.lines, outer.state]).toEqual([[], 'packed']);
  const body = { exp_id: id, parcel_id: outer.id, version: outer.version, track: 'RU550001' };
  expect((await post('send', body)).body.message).toContain('В отправке ещё ничего нет');
  const riders = (await desked(id)).together.parcels;
  expect(riders.map(({ code }) => code)).toEqual([`P${one}-1`, `P${two}-1`]);
  const inside = riders.map(({ parcel_id, version }) => ({ parcel_id, version }));
  expect((await post('send', { ...body, inside })).body.order.status.id).toBe(4);
  for (const order of [one, two]) {
    const card = await desked(order);
    expect([card.order.status.id, card.order.delivery.track, card.parcels[0]?.inside]).toEqual([4, 'RU550001', id]);
    expect(card.order.shipment).toBe(id);
  }
  await act(desk.browser, 'received', { exp_id: id, reason: 'Перевозчик вручил' });
  const { order, receipts } = await fateOf(shop, id);
  expect(order.status).toBe(6);
  // The road that was paid in advance is settled by the hand-over.
  expect(receipts.map(({ kind, sumKop }) => [kind, sumKop]).toSorted()).toEqual([['prepayment', order.paidKop], ['settlement', order.paidKop]]); // prettier-ignore
});
