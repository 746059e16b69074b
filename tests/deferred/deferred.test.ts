import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchDeferred } from '#server/features/deferred/deferred.jobs.ts';
import { writeOrderNews } from '#server/features/orders/orders.jobs.ts';
import { addPerson, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { accountsOf } from '#tests/orders/order-people.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';

// An order that waits in the warehouse for the next one, by the shop's clock; docs/product/orders.md#deferred.

let shop: PayingShop;
let desk: Desk;
let userId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  userId = await addPerson(asTestShop(shop));
});
const later = (days: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + days * 86_400_000);
};
const work = () => ({ ...shop.parts, env: shop.env, signal: AbortSignal.timeout(20_000) });
const watch = () => watchDeferred.handle(work(), {});
/** Paid by a transfer; deferred unless it says how it goes. */
async function paidOrder(more: Parameters<typeof addOrder>[1] = {}): Promise<number> {
  const kept = { type: 22, name: 'Отложенная доставка', costKop: 0, gateType: null, gateId: null, to: 'Хранится на складе', schedule: null, days: null, isFreeZone: true, source: 'embedded', address: null }; // prettier-ignore
  const way = more.deliveryType === 11 ? {} : { deliveryType: 22, delivery: kept };
  const { id, dueKop } = await addOrder(shop, { userId, paymentType: 3, ...way, ...more });
  const paid_on = shop.clock.now.toISOString().slice(0, 10);
  await act(desk.browser, 'mark-paid', { exp_id: id, amount: dueKop, paid_on, reason: 'Выписка 14' });
  return id;
}
const byCdek = { deliveryType: 11 };
const problems = async (): Promise<number[]> =>
  (await call(desk.browser, 'POST', '/api/desk/orders', { queue: 'problems' })).body.orders.map(({ id }: { id: number }) => id); // prettier-ignore
const plain = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll(/№ [\d ]*\d/g, '№ …');
/** Runs the letters of an order; subjects of its letters and titles in the inbox, the oldest first. */
async function told(orderId: number): Promise<{ letters: string[]; inbox: string[]; pushed: number }> {
  const { rows } = await shop.db.execute<{ data: Parameters<typeof writeOrderNews.handle>[1] }>(
    sql`select data from pgboss.job where name = ${writeOrderNews.name} and (data->>'orderId')::int = ${orderId} order by created_on`,
  );
  for (const { data } of rows) await writeOrderNews.handle(work(), data);
  const letters = await shop.db.execute<{ subject: string }>(sql`select subject from mail_outbox where message_id like ${`<order.${orderId}.%`} order by id`); // prettier-ignore
  const inbox = await shop.db.execute<{ title: string }>(sql`select title from notifications where path = ${`/user/orders/${orderId}`} order by id`); // prettier-ignore
  return {
    letters: letters.rows.map(({ subject }) => plain(subject)),
    inbox: inbox.rows.map(({ title }) => plain(title)),
    pushed: rows.length,
  };
}

describe('without a next order', () => {
  it('the 25th day reminds once, the 30th says that the days are over and calls the desk', async () => {
    const id = await paidOrder();
    expect((await fateOf(shop, id)).order.status).toBe(8);
    later(24.9);
    await watch();
    expect((await told(id)).letters).toEqual(['Заказ № … оплачен']);
    later(0.2);
    await watch();
    await watch();
    const reminded = await told(id);
    expect(reminded.letters).toEqual(['Заказ № … оплачен', 'Заказ № … ждёт на складе до 21 декабря']);
    // One event: letter and inbox have the same words.
    expect(reminded.inbox).toEqual(reminded.letters);
    expect(await problems()).not.toContain(id);
    later(5);
    await watch();
    await watch();
    expect((await told(id)).letters.slice(2)).toEqual(['Срок хранения заказа № … вышел']);
    expect(await problems()).toContain(id);
  });
  it('the desk gives the money back onto ЛС, and nobody is called any more', async () => {
    const id = await paidOrder();
    later(31);
    await watch();
    const reason = 'Срок хранения вышел';
    expect((await act(desk.browser, 'cancel', { exp_id: id, refund_to: 'ls', reason })).body.status).toBe('success');
    expect((await accountsOf(asTestShop(shop), userId))[0]).toEqual([169_000, 0]);
    expect(await problems()).not.toContain(id);
    await watch();
    expect((await fateOf(shop, id)).order.status).toBe(7);
  });
});

describe('with a next order', () => {
  it('from the 30th day on it goes there with it, at no price of its own, and its buyer is told', async () => {
    const id = await paidOrder();
    later(29);
    const next = await paidOrder(byCdek);
    await watch();
    expect((await fateOf(shop, id)).order.status).toBe(8);
    later(1.1);
    await watch();
    const { order } = await fateOf(shop, id);
    expect([order.status, order.deliveryType, order.delivery.to, order.delivery.costKop]).toEqual([2, 11, 'Томск', 0]);
    const seen = (await told(id)).letters;
    expect(seen.at(-1)).toBe('Заказ № … едет с заказом № …');
    const card = (await call(desk.browser, 'GET', `/api/desk/orders/${next}`)).body;
    expect(card.events.map(({ note }: { note: string }) => plain(note))).toContain('С ним едет отложенный заказ № …');
    await watch();
    expect((await told(id)).letters).toEqual(seen);
  });
  it('also with one that is paid after its days are over', async () => {
    const id = await paidOrder();
    later(33);
    await watch();
    await paidOrder(byCdek);
    await watch();
    expect((await fateOf(shop, id)).order.status).toBe(2);
    expect(await problems()).not.toContain(id);
  });
  it.each<[string, Parameters<typeof addOrder>[1]]>([
    ['to another recipient', { recipientPhone: '+79000000158' }],
    ['that is deferred too', { deliveryType: 22 }],
    ['of somebody else', { userId: 0 }],
  ])('never with one %s', async (_what, more) => {
    const id = await paidOrder();
    later(29);
    const other = more?.userId === 0 ? { userId: await addPerson(asTestShop(shop)) } : {};
    await paidOrder({ ...byCdek, ...more, ...other });
    later(2);
    await watch();
    expect((await fateOf(shop, id)).order.status).toBe(8);
  });
  it('not while the desk has said that it waits', async () => {
    const id = await paidOrder();
    later(31);
    const until = new Date(shop.clock.now.getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
    await act(desk.browser, 'hold', { exp_id: id, kind: 'address', until, words: 'Уточним адрес', reason: 'Переезд' });
    await paidOrder(byCdek);
    await watch();
    expect((await fateOf(shop, id)).order.status).toBe(8);
  });
});
