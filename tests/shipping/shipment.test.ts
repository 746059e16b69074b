import { afterAll, beforeAll, expect, it } from 'vitest';
import { citiesLike } from '#contract/cities.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { watchShipments } from '#server/features/shipping/shipping.jobs.ts';
import { addConsultant, type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';
import { type Cdek, openCdek, status } from '#tests/shipping/cdek-double.ts';

// «Отправить отложенные» at a carrier: the shipment has no lines of its own, so it is registered with those of the orders inside it
// (docs/product/desk.md#together, #carriers).

let cdek: Cdek;
let shop: PayingShop;
let desk: Desk;
let userId: number;
let buyer: Browser;
beforeAll(async () => {
  cdek = await openCdek();
  const settings = { CDEK_URL: cdek.server.url, CDEK_ID: 'id', CDEK_SECRET: 'secret', CDEK_POINT: 'TMS1' };
  shop = await openPayingShop(undefined, settings);
  desk = await openDesk(shop);
  userId = await addConsultant(asTestShop(shop));
  buyer = await browserOf(asTestShop(shop), { userId });
});
afterAll(async () => {
  await shop.close();
  await cdek.server.close();
});

const kept = { type: 22, name: 'Отложенная доставка', costKop: 0, gateType: null, gateId: null, to: 'Хранится на складе', schedule: null, days: null, isFreeZone: true, source: 'embedded', address: null }; // prettier-ignore
async function pay(id: number): Promise<void> {
  const { dueKop } = (await fateOf(shop, id)).order;
  const paid_on = shop.clock.now.toISOString().slice(0, 10);
  await act(desk.browser, 'mark-paid', { exp_id: id, amount: dueKop, paid_on, reason: 'Выписка 14' });
}
/** Three creams of 120 g, paid and deferred. */
async function waiting(): Promise<number> {
  const { id } = await addOrder(shop, { userId, paymentType: 3, deliveryType: 22, delivery: kept, deliveryKop: 0, dueKop: 147_000 }); // prettier-ignore
  await pay(id);
  return id;
}
const desked = async (id: number): Promise<DeskOrder> => (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body as DeskOrder; // prettier-ignore
const parcelOf = async (order: number) => (await desked(order)).parcels[0]!; // A test that has made one.
const post = (path: string, body: object): Promise<Answer> =>
  call(desk.browser, 'POST', `/api/desk/parcels/${path}`, body, { 'idempotency-key': newKey() });
async function pack(order: number, weight?: number): Promise<void> {
  await post('start', { exp_id: order, version: (await desked(order)).order.version });
  const { id: parcel_id, lines } = await parcelOf(order);
  for (const { line_id, pieces } of lines) await post('put', { exp_id: order, parcel_id, line_id, packed: pieces });
  const { version } = await parcelOf(order);
  await post('finish', { exp_id: order, parcel_id, version, ...(weight === undefined ? {} : { weight }) });
}

it('is registered with the pieces of its orders and the weight of the whole; they follow it to the hand', async () => {
  const [one, two] = [await waiting(), await waiting()];
  // A piece whose money went back is in no parcel, and the carrier is not told of it.
  const { order } = await desked(two);
  await act(desk.browser, 'refund', { exp_id: two, version: order.version, lines: [{ line_id: order.items[0]!.line_id, pieces: 1 }], reason: 'Не хватило' }); // prettier-ignore
  const tomsk = citiesLike('Томск')[0]!;
  const address = { country_id: 1, city_id: tomsk.id, index: tomsk.index, street: 'ул. Ленина', house: '5' };
  const asked = { orders: [one, two], delivery: { type: 11, address }, payment_type: 3, expected_delivery: 10_000_000, consents: { delivery: true } }; // prettier-ignore
  const { body } = await call(buyer, 'POST', '/api/order/deferred/send', asked, { 'idempotency-key': newKey() });
  const id = body.exp_id as number;
  await pay(id);
  for (const each of [one, two]) await pack(each, 400);
  await pack(id);

  const outer = await parcelOf(id);
  const at = { exp_id: id, parcel_id: outer.id };
  const done = await post('register', { ...at, version: outer.version });
  const track = done.body.parcels[0].track as string;
  expect(track).toMatch(/^10\d{8}$/);
  const sent = cdek.server.heard.filter(({ method, path }) => method === 'POST' && path === '/orders');
  expect(sent).toHaveLength(1);
  const cream = { name: 'Крем «Роса»', ware_key: '10101', payment: { value: 0 }, cost: 490, weight: 120 };
  const told = JSON.parse(sent[0]!.body); // Counted above.
  expect(told).toMatchObject({ number: `P${id}-1`, tariff_code: 137, to_location: { city: 'Томск', postal_code: tomsk.index } }); // prettier-ignore
  expect(told.packages[0].items).toEqual([{ ...cream, amount: 3 }, { ...cream, amount: 2 }]); // prettier-ignore
  // Five creams of 120 g and their packing.
  expect(told.packages[0].weight).toBe(700);

  const riders = (await desked(id)).together.parcels.map(({ parcel_id, version }) => ({ parcel_id, version }));
  const gone = await post('send', { ...at, version: outer.version + 1, track, inside: riders });
  expect(gone.body.order.status.id).toBe(4);
  const [registered] = cdek.orders.values();
  registered!.statuses = [status('ACCEPTED_AT_PICK_UP_POINT', '2026-11-22T10:00:00'), status('DELIVERED', '2026-11-23T10:00:00')]; // prettier-ignore
  const work = { ...shop.parts, env: shop.env, signal: AbortSignal.timeout(20_000), log: { warn: () => {} } };
  await watchShipments.handle(work, {});
  for (const each of [id, one, two]) expect((await fateOf(shop, each)).order.status).toBe(6);
});
