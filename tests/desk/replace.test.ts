import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderLines } from '#server/db/tables/orders.ts';
import { keepReceipt } from '#server/features/payments/payments.commands.ts';
import { itemsSum } from '#server/features/payments/receipt.rules.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { addPerson, addProduct, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, journalOf, openDesk } from '#tests/desk/desk-people.ts';
import { accountsOf, payByCard, stockOf } from '#tests/orders/order-people.ts';
import { openBank } from '#tests/payments/bank.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// docs/product/desk.md#a-piece-that-is-missing and docs/product/desk.md#goodwill.

let shop: PayingShop;
let desk: Desk;
beforeAll(async () => {
  shop = await openPayingShop(openBank().gate);
  desk = await openDesk(shop);
});
beforeEach(() => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
});
afterAll(() => shop.close());

const reason = 'Договорились по телефону';
/** Three creams of 490 ₽, paid by card. */
async function paidOrder(more: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(asTestShop(shop), more);
  await payByCard(asTestShop(shop), order.id);
  const [line] = await linesOf(order.id);
  return { ...order, lineId: line!.id };
}
const linesOf = (orderId: number) =>
  shop.db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.position);
async function other(more: Parameters<typeof addProduct>[1] = {}) {
  const id = await addProduct(asTestShop(shop), { title: 'Крем «Ночь»', ...more });
  const { rows } = await shop.db.execute<{ code: string }>(sql`select code from products where id = ${id}`);
  return { id, code: rows[0]!.code };
}
const replace = (order: { id: number; lineId: number }, code: string, more: object = {}) =>
  act(desk.browser, 'replace', {
    exp_id: order.id,
    version: 1,
    line_id: order.lineId,
    pieces: 1,
    code,
    reason,
    ...more,
  });

describe('a missing piece', () => {
  it('gives way to another product: the money stays, the cheaper difference is on ЛС, the buyer is told', async () => {
    const userId = await addPerson(asTestShop(shop));
    const order = await paidOrder({ userId });
    const { id, code } = await other({ actualPrice: 40_000 });
    const { body } = await replace(order, code, { pieces: 2 });
    expect(body.order).toMatchObject({ sum_amount: 147_000, due: order.dueKop, version: 2 });
    expect((await linesOf(order.id)).map(({ title, quantity, priceKop }) => [title, quantity, priceKop])).toEqual([
      ['Крем «Роса»', 1, 49_000],
      ['Крем «Ночь»', 2, 49_000],
    ]);
    expect([await stockOf(asTestShop(shop), id), (await accountsOf(asTestShop(shop), userId))[0]]).toEqual([
      48,
      [18_000, 0],
    ]);
    expect(await journalOf(shop, order.id)).toMatchObject([{ act: 'deskReplacePieces', reason }]);
    const { rows } = await shop.db.execute(sql`select data->'happened' as what from pgboss.job
      where name = 'orders.write-news' and (data->>'orderId')::int = ${order.id} and data->'happened'->>'what' = 'replaced'`);
    expect(rows).toMatchObject([
      { what: { accountsKop: 18_000, words: '«Крем «Роса»» × 2 заменили на «Крем «Ночь»».' } },
    ]);
  });
  it('afterwards all of it goes back to the kopeck, and the ledger is whole', async () => {
    const order = await paidOrder({ userId: await addPerson(asTestShop(shop)) });
    await replace(order, (await other({ actualPrice: 90_000 })).code);
    const lines = (await linesOf(order.id)).map(({ id, quantity }) => ({ line_id: id, pieces: quantity }));
    const refund = { exp_id: order.id, version: 2, lines, with_delivery: true, reason: 'Отказ' };
    const { body } = await act(desk.browser, 'refund', refund);
    expect(body.order).toMatchObject({ status: { id: 7 }, refunded: order.dueKop });
    expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
  });
  it('in the parcel that is being packed the new line stands in its place; what is packed stays', async () => {
    const order = await paidOrder();
    const step = (name: string, more: object) =>
      call(
        desk.browser,
        'POST',
        `/api/desk/parcels/${name}`,
        { exp_id: order.id, ...more },
        { 'idempotency-key': newKey() },
      );
    const { parcels } = (await step('start', { version: 1 })).body;
    const parcel_id = parcels[0].id;
    await step('put', { parcel_id, line_id: order.lineId, packed: 2 });
    const { code } = await other();
    expect((await replace(order, code, { pieces: 2 })).body.errors.pieces).toEqual(['Не собрано только 1 шт.']);
    const { body } = await replace(order, code);
    expect(
      body.parcels[0].lines.map(({ title, pieces, packed }: Record<string, unknown>) => [title, pieces, packed]),
    ).toEqual([
      ['Крем «Роса»', 2, 2],
      ['Крем «Ночь»', 1, 0],
    ]);
    expect(body.parcels).toHaveLength(1);
    expect(body.parcels[0].version).toBe(2);
  });
  it('the points of the old piece leave, those of the new one come', async () => {
    const userId = await addPerson(asTestShop(shop));
    const order = await paidOrder({ userId });
    await shop.db.execute(sql`update order_lines set balls_half = 10 where id = ${order.lineId}`);
    await shop.db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, order_id, line_id)
      values (202611, ${userId}, 30, 147000, 'order', ${order.id}, ${order.lineId})`);
    await replace(order, (await other({ ballsHalf: 7 })).code);
    const { rows } = await shop.db.execute(
      sql`select half, kind from points_events where order_id = ${order.id} order by id`,
    );
    expect(rows).toEqual([
      { half: 30, kind: 'order' },
      { half: -10, kind: 'return' },
      { half: 7, kind: 'order' },
    ]);
  });
  it('is refused in words: an unknown code, the same product, no stock, a guest and a cheaper one, another window, too late', async () => {
    const order = await paidOrder();
    expect((await replace(order, 'net')).body.errors.code).toEqual(['Товара с таким кодом в магазине нет']);
    const [line] = await linesOf(order.id);
    const { rows } = await shop.db.execute<{ code: string }>(
      sql`select code from products where id = ${line!.productId}`,
    );
    expect((await replace(order, rows[0]!.code)).body.errors.code).toEqual(['Это тот же товар']);
    expect((await replace(order, (await other({ stockQty: 0 })).code)).body.code).toBe('out_of_stock');
    expect((await replace(order, (await other({ actualPrice: 100 })).code)).body.code).toBe('not_possible');
    const { code } = await other();
    expect((await replace(order, code, { version: 7 })).body.code).toBe('order_changed');
    expect((await replace(order, code, { pieces: 4 })).body.errors.pieces).toEqual(['Не собрано только 3 шт.']);
    await shop.db.execute(sql`update orders set status = 4 where id = ${order.id}`);
    expect((await replace(order, code)).body.code).toBe('order_closed');
    expect([(await linesOf(order.id)).length, await journalOf(shop, order.id)]).toEqual([1, []]);
  });
  it('of the last two one desk takes it, the other is told', async () => {
    const [one, two] = [await paidOrder(), await paidOrder()];
    const { id, code } = await other({ stockQty: 1 });
    const answers = await Promise.all([replace(one, code), replace(two, code)]);
    expect(answers.map(({ body }) => body.code ?? body.status).toSorted()).toEqual(['out_of_stock', 'success']);
    expect(await stockOf(asTestShop(shop), id)).toBe(0);
  });
});

describe('goodwill', () => {
  const give = (exp_id: number, amount: number) =>
    act(desk.browser, 'goodwill', { exp_id, amount, words: 'Извините за ожидание', reason });
  it('comes onto ЛС, again and again, never more than the order cost', async () => {
    const userId = await addPerson(asTestShop(shop));
    const order = await paidOrder({ userId });
    expect((await give(order.id, 30_000)).body.events[0]).toMatchObject({ kind: 'refund', actor: 'Елена Юрьева' });
    await give(order.id, 20_000);
    expect(await accountsOf(asTestShop(shop), userId)).toEqual({ 0: [50_000, 0] });
    expect((await give(order.id, order.dueKop - 49_999)).body.errors.amount[0]).toContain('можно ещё');
    expect((await fateOf(shop, order.id)).order.refundedKop).toBe(0);
    expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
  });
  it('to a guest goes the way it came, at a receipt of its own, and the rest of the order gives back only what is left', async () => {
    const order = await paidOrder();
    expect((await give(order.id, 10_001)).body.order).toMatchObject({ status: { id: 2 }, refunded: 10_001 });
    await give(order.id, 5_000);
    const given = await fateOf(shop, order.id);
    expect(given.refunds.map(({ amountKop, target, items }) => [amountKop, target, itemsSum(items)])).toEqual([
      [10_001, 'source', 10_001],
      [5_000, 'source', 5_000],
    ]);
    // A lower price of all three, not a piece that comes back; nothing of it carries a code.
    expect(given.refunds[1]?.items.reduce((sum, { quantity }) => sum + quantity, 0)).toBeGreaterThanOrEqual(3);
    expect(given.refunds.flatMap(({ items }) => items.filter(({ marked }) => marked))).toEqual([]);
    const { rows } = await shop.db.execute(sql`select data->'happened' as what from pgboss.job
      where name = 'orders.write-news' and (data->>'orderId')::int = ${order.id} and data->'happened'->>'what' = 'goodwill'`);
    expect(rows).toContainEqual({ what: expect.objectContaining({ accountsKop: 0, sourceKop: 10_001 }) });
    // What is left, seen before and done: two pieces in full, and of the last one and the delivery what has not gone back.
    const lines = [{ line_id: order.lineId, pieces: 3 }];
    const choice = { exp_id: order.id, version: 1, lines, with_delivery: true };
    const { split } = (await call(desk.browser, 'POST', '/api/desk/orders/preview-refund', choice)).body;
    expect(split.total).toEqual({ source: order.dueKop - 15_001, ls: 0, ks: 0, bs: 0 });
    const { body } = await act(desk.browser, 'refund', { ...choice, reason: 'Отказ' });
    expect(body.order).toMatchObject({ status: { id: 7 }, refunded: order.dueKop });
    expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
    expect((await give(order.id, 100)).body.errors.amount[0]).toContain('начислите на личный счёт');
  });
  it('to a guest before the hand-over: prepayment = settlement + refunds', async () => {
    const order = await paidOrder();
    await shop.db.transaction((tx) =>
      keepReceipt(tx, { orderId: order.id, kind: 'prepayment', ref: 'payment:1', now: shop.clock.now }, [
        { name: 'Крем', quantity: 1, priceKop: order.dueKop, sumKop: order.dueKop, vat: 22, subject: 'commodity', mode: 'full_prepayment', marked: false }, // prettier-ignore
      ]),
    );
    await give(order.id, 30_000);
    await shop.db.execute(sql`update orders set status = 4 where id = ${order.id}`);
    await act(desk.browser, 'received', { exp_id: order.id, reason: 'Курьер отдал' });
    const { receipts } = await fateOf(shop, order.id);
    const sumOf = (kind: string) =>
      receipts.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.sumKop, 0);
    expect([sumOf('prepayment'), sumOf('settlement')]).toEqual([order.dueKop, order.dueKop - 30_000]);
    for (const { items, sumKop } of receipts) expect(itemsSum(items)).toBe(sumKop);
  });
  it('of more than is left of the payment, and of an unpaid order: refused', async () => {
    const guest = await paidOrder();
    await give(guest.id, 1_000);
    expect((await give(guest.id, guest.dueKop)).body.errors.amount).toHaveLength(1);
    const unpaid = await addOrder(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) });
    expect((await give(unpaid.id, 100)).body.code).toBe('order_closed');
  });
});
