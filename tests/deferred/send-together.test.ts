import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { citiesLike } from '#contract/cities.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { watchDeferred } from '#server/features/deferred/deferred.jobs.ts';
import { expireOrders } from '#server/features/order-changes/order-changes.jobs.ts';
import { addConsultant, addPerson, type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { accountsOf, putOnAccount } from '#tests/orders/order-people.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// «Отправить отложенные»: deferred orders leave together, their buyer pays the road; docs/product/orders.md#sent-together.

let shop: PayingShop;
let desk: Desk;
let userId: number;
let buyer: Browser;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  userId = await addConsultant(asTestShop(shop));
  buyer = await browserOf(asTestShop(shop), { userId });
});
const later = (days: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + days * 86_400_000);
};
const work = () => ({ ...shop.parts, env: shop.env, signal: AbortSignal.timeout(20_000) });
const plain = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll(/№ [\d ]*\d/g, '№ …');
const kept = { type: 22, name: 'Отложенная доставка', costKop: 0, gateType: null, gateId: null, to: 'Хранится на складе', schedule: null, days: null, isFreeZone: true, source: 'embedded', address: null }; // prettier-ignore
async function pay(id: number): Promise<Answer> {
  const { dueKop } = (await fateOf(shop, id)).order;
  const paid_on = shop.clock.now.toISOString().slice(0, 10);
  return act(desk.browser, 'mark-paid', { exp_id: id, amount: dueKop, paid_on, reason: 'Выписка 14' });
}
/** Paid and deferred: three creams of 120 g. */
async function waiting(more: Parameters<typeof addOrder>[1] = {}): Promise<number> {
  const { id } = await addOrder(shop, { userId, paymentType: 3, deliveryType: 22, delivery: kept, deliveryKop: 0, dueKop: 147_000, ...more }); // prettier-ignore
  await pay(id);
  return id;
}
const TOMSK = citiesLike('Томск')[0]!;
const door = { country_id: 1, city_id: TOMSK.id, index: TOMSK.index, street: 'ул. Ленина', house: '5' };
const offer = async (orders: number[], who = buyer) =>
  (await call(who, 'POST', '/api/order/deferred/offer', { orders, address: door, rid: 1 })).body;
const costOf = async (orders: number[], type = 11): Promise<number> =>
  (await offer(orders)).deliveries.find((row: { type: number }) => row.type === type).costSelected;
type More = { type?: number; key?: string; who?: Browser; body?: object };
async function send(
  orders: number[],
  { type = 11, key = newKey(), who = buyer, body = {} }: More = {},
): Promise<Answer> {
  const asked = { orders, delivery: { type, address: door }, payment_type: 3, expected_delivery: 10_000_000, consents: { delivery: true }, ...body }; // prettier-ignore
  return call(who, 'POST', '/api/order/deferred/send', asked, { 'idempotency-key': key });
}
const statusOf = async (id: number): Promise<number> => (await fateOf(shop, id)).order.status;
const own = async (id: number) => (await call(buyer, 'GET', `/api/order/${id}`)).body.order;
const cancel = (id: number) =>
  call(buyer, 'POST', '/user/order/cancel', { exp_id: id }, { 'idempotency-key': newKey() });
const desked = async (id: number): Promise<DeskOrder> => (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body as DeskOrder; // prettier-ignore

describe('what lies there', () => {
  it('is named with its weight, its last day and its recipient; nothing of anybody else', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const { orders } = (await call(buyer, 'GET', '/api/order/deferred')).body;
    expect(orders.map(({ id }: { id: number }) => id)).toEqual([one, two]);
    expect(orders[0]).toMatchObject({ pieces: 3, weight: 360, sum: 147_000, shipment: null, recipient: { phone: '+79000000157' } }); // prettier-ignore
    const stranger = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) });
    expect((await call(stranger, 'GET', '/api/order/deferred')).body.orders).toEqual([]);
  });
});

describe('its price', () => {
  it('is of both weights together, without the way that defers again, whatever lies in the cart', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const both = await offer([one, two]);
    expect([both.weight, both.sum_amount]).toEqual([820, 294_000]);
    const seen = both.deliveries.filter(({ visible }: { visible: boolean }) => visible).map(({ type }: { type: number }) => type); // prettier-ignore
    expect(seen).toContain(11);
    expect(seen).not.toContain(22);
    expect((await offer([one])).weight).toBe(460);
  });
  it('a dearer way than the screen showed is refused in words, and nothing is made', async () => {
    const one = await waiting();
    const cost = await costOf([one]);
    const { body } = await send([one], { body: { expected_delivery: cost - 100 } });
    expect([body.code, body.message]).toEqual(['delivery_changed', expect.stringContaining('стоит теперь')]);
    expect((await fateOf(shop, one)).order.shipmentId).toBeNull();
  });
});

describe('paid', () => {
  it('both go its way at no price, its receipt is the delivery alone, and everybody is told', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const cost = await costOf([one, two]);
    const { body } = await send([one, two], { body: { expected_delivery: cost } });
    expect(body).toMatchObject({ due: cost, paid: false, redirect: `/user/orders/${body.exp_id}` });
    expect([await statusOf(one), await statusOf(two), await statusOf(body.exp_id)]).toEqual([8, 8, 1]);
    expect(await own(body.exp_id)).toMatchObject({ carries: [one, two], items: [], can_change_lines: false });
    expect(await own(one)).toMatchObject({ shipment: body.exp_id });
    expect((await pay(body.exp_id)).body.status).toBe('success');
    for (const id of [one, two]) {
      const { order } = await fateOf(shop, id);
      expect([order.status, order.deliveryType, order.delivery.costKop]).toEqual([2, 11, 0]);
      expect(order.delivery.to).toContain('Ленина');
    }
    const { order, receipts, sales } = await fateOf(shop, body.exp_id);
    expect([order.status, order.paidKop, order.ballsHalf]).toEqual([2, cost, 0]);
    expect(receipts.map(({ items }) => items)).toMatchObject([[{ name: expect.stringMatching(/^Доставка: СДЭК/), sumKop: cost, subject: 'service' }]]); // prettier-ignore
    expect(sales).toEqual([cost]);
    const { rows } = await shop.db.execute(sql`select 1 from points_events where order_id = ${body.exp_id}`);
    expect(rows).toEqual([]);
    const given = await shop.db.execute(sql`select purpose from consents where order_id = ${body.exp_id}`);
    expect(given.rows).toEqual([{ purpose: 'delivery' }]);
    const list = (await call(buyer, 'POST', '/api/order/fetch-orders', {})).body.orders;
    expect(list[0]).toMatchObject({ id: body.exp_id, first_item: { title: 'Отправка отложенных заказов' } });
  });
  it('from ЛС it is paid at once', async () => {
    const one = await waiting();
    await putOnAccount(asTestShop(shop), userId, 0, 500_000);
    const { body } = await send([one], { body: { payment_type: 2 } });
    expect([body.paid, await statusOf(one)]).toEqual([true, 2]);
    expect((await accountsOf(asTestShop(shop), userId))[0]?.[0]).toBe(500_000 - body.due);
  });
  it('by another way chosen later, ЛС, its orders go too', async () => {
    const one = await waiting();
    const { exp_id: id } = (await send([one])).body;
    await putOnAccount(asTestShop(shop), userId, 0, 500_000);
    const changed = await call(buyer, 'POST', '/user/order/change-payment-method', { exp_id: id, payment_type: 2 }, { 'idempotency-key': newKey() }); // prettier-ignore
    expect(changed.body.status).toBe('success');
    expect([await statusOf(id), await statusOf(one)]).toEqual([2, 2]);
  });
  it('to a counter of ours nothing is due: they leave at once, and no shipment is made', async () => {
    const one = await waiting();
    const row = (await offer([one])).deliveries.find(({ type }: { type: number }) => type === 8);
    expect(row).toMatchObject({ visible: true, costSelected: 0 });
    const { body } = await send([one], { type: 8 });
    expect(body).toMatchObject({ exp_id: null, due: 0, redirect: '/user/orders' });
    const { order } = await fateOf(shop, one);
    expect([order.status, order.deliveryType, order.shipmentId]).toEqual([2, 8, null]);
  });
});

describe('not paid', () => {
  it('its orders wait for it: they are not cancelled, not lessened, not joined, and not swept up', async () => {
    const one = await waiting();
    const { exp_id: id } = (await send([one])).body;
    const refused = await cancel(one);
    expect([refused.body.code, plain(refused.body.message)]).toEqual(['order_closed', 'Заказ входит в отправку № …, она ждёт оплаты. Сначала отмените отправку']); // prettier-ignore
    const card = await desked(one);
    const line = card.order.items[0]!;
    const fewer = { exp_id: one, version: card.order.version, lines: [{ line_id: line.line_id, quantity: 1 }] };
    expect((await call(buyer, 'POST', '/api/order/change', { ...fewer, expected_due: 1 }, { 'idempotency-key': newKey() })).body.code).toBe('order_closed'); // prettier-ignore
    const next = (await addOrder(shop, { userId, status: 2, paidAt: shop.clock.now, paidKop: 169_000 })).id;
    const joins = { exp_id: next, version: 1, joined: [one] };
    expect((await act(desk.browser, 'join', joins)).body.message).toContain('покупатель уже отправляет');
    later(4);
    await shop.db.execute(sql`update orders set status_at = status_at - interval '40 days' where id = ${one}`);
    await watchDeferred.handle(work(), {});
    expect([await statusOf(one), (await fateOf(shop, one)).order.shipmentId]).toEqual([8, id]);
  });
  it('after five days it is cancelled by itself, and they lie there as before', async () => {
    const one = await waiting();
    const { exp_id: id } = (await send([one])).body;
    const { statusAt } = (await fateOf(shop, one)).order;
    later(5.1);
    await expireOrders.handle(work(), {});
    const { order } = await fateOf(shop, one);
    expect([await statusOf(id), order.status, order.shipmentId]).toEqual([7, 8, null]);
    expect(order.statusAt).toEqual(statusAt);
    expect((await send([one])).body.status).toBe('success');
  });
});

describe('given up', () => {
  it('a paid one gives the road’s money back, and its orders are deferred again, from their first day', async () => {
    const one = await waiting();
    const since = (await fateOf(shop, one)).order.statusAt;
    later(2);
    const { exp_id: id, due } = (await send([one])).body;
    await pay(id);
    expect(await statusOf(one)).toBe(2);
    expect((await cancel(id)).body.status).toBe('success');
    const { order } = await fateOf(shop, one);
    expect([order.status, order.deliveryType, order.delivery.to, order.shipmentId]).toEqual([8, 22, 'Хранится на складе', null]); // prettier-ignore
    expect(order.statusAt).toEqual(since);
    const shipment = await fateOf(shop, id);
    expect(shipment.refunds.map(({ amountKop, items }) => [amountKop, items.length])).toEqual([[due, 1]]);
    expect(shipment.sales.reduce((sum, one_) => sum + one_, 0)).toBe(0);
  });
  it('the last of its orders goes only with it; one of two may be cancelled', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const { exp_id: id } = (await send([one, two])).body;
    await pay(id);
    expect((await cancel(one)).body.status).toBe('success');
    expect(plain((await cancel(two)).body.message)).toMatch(/^В отправке № … едет только этот заказ/);
    expect((await act(desk.browser, 'cancel', { exp_id: two, refund_to: 'ls', reason: 'Просил' })).body.code).toBe('order_closed'); // prettier-ignore
    expect([await statusOf(one), await statusOf(two)]).toEqual([7, 2]);
  });
  it('not while one of them is packed', async () => {
    const one = await waiting();
    const { exp_id: id } = (await send([one])).body;
    await pay(id);
    const start = { exp_id: one, version: (await desked(one)).order.version };
    await call(desk.browser, 'POST', '/api/desk/parcels/start', start, { 'idempotency-key': newKey() });
    const { body } = await cancel(id);
    expect([body.code, plain(body.message)]).toEqual(['order_closed', 'Отменить отправку уже нельзя: заказ № … собирают']); // prettier-ignore
    expect(await statusOf(id)).toBe(2);
  });
});

describe('once', () => {
  it('the same key gives the same shipment; two tabs at once make one', async () => {
    const one = await waiting();
    const key = newKey();
    const [first, again] = [await send([one], { key }), await send([one], { key })];
    expect(again.body).toEqual(first.body);
    const [two, three] = [await waiting(), await waiting()];
    const answers = await Promise.all([send([two, three]), send([three, two])]);
    expect(answers.map(({ body }) => body.code ?? 'sent').toSorted()).toEqual(['order_closed', 'sent']);
    expect(plain(answers.find(({ body }) => body.code)?.body.message)).toMatch(/^Заказ № … уже в отправке № …/);
  });
});

describe('bad input', () => {
  it('no order, somebody else’s, one that is not deferred, two recipients, no consent, no such way, no address', async () => {
    const one = await waiting();
    const other = await waiting({ recipientPhone: '+79000000999' });
    const strangers = await waiting({ userId: await addPerson(asTestShop(shop)) });
    const { id: moving } = await addOrder(shop, { userId });
    const asked: [Answer, string, RegExp][] = [
      [await send([]), 'validation', /./],
      [await send([strangers]), 'order_closed', /уже не отложен/],
      [await send([moving]), 'order_closed', /уже не отложен/],
      [await send([one, other]), 'order_closed', /для другого получателя/],
      [await send([one], { body: { consents: {} } }), 'validation', /./],
      [await send([one], { type: 22 }), 'delivery_changed', /./],
      [await send([one], { body: { delivery: { type: 11 } } }), 'validation', /куда везти/],
      [await send([one], { body: { payment_type: 99 } }), 'payment_unavailable', /недоступен/],
      [await send([one], { body: { payment_type: 2 } }), 'insufficient_funds', /./],
    ];
    for (const [{ body }, code, words] of asked) {
      expect(body.code).toBe(code);
      expect(body.message).toMatch(words);
    }
    expect([await statusOf(one), (await fateOf(shop, one)).order.shipmentId]).toEqual([8, null]);
  });
});
