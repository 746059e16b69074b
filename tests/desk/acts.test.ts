import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirm } from '#server/features/acquiring/confirm.commands.ts';
import { writeOrderLetter } from '#server/features/orders/orders.jobs.ts';
import { act, type Desk, journalOf, openDesk } from '#tests/desk/desk-people.ts';
import { addConsultant, addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { openBank, type Bank } from '#tests/payments/bank.ts';
import { drain } from '#tests/payments/drain.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// docs/product/desk.md. Contents: 1 marked paid, 2 cancelled, 3 refunds, 4 the link, 5 money that waits, 6 the journal

let shop: PayingShop;
let bank: Bank;
let desk: Desk;
beforeAll(async () => {
  bank = openBank();
  shop = await openPayingShop(bank.gate);
  desk = await openDesk(shop);
});
beforeEach(() => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
});
afterAll(() => shop.close());

const reason = 'Выписка № 15';
const TODAY = '2026-11-21';
/** By a transfer, marked paid at the desk: three creams of 490 ₽ and a delivery of 220 ₽. */
async function paidByHand(more: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(shop, { paymentType: 3, ...more });
  await act(desk.browser, 'mark-paid', { exp_id: order.id, amount: order.dueKop, paid_on: TODAY, reason });
  const { rows } = await shop.db.execute<{ id: number }>(sql`select id from order_lines where order_id = ${order.id}`);
  return { ...order, lineId: rows[0]?.id ?? 0 };
}
/** Paid by card, with the bank's word. */
async function paidByCard() {
  const order = await addOrder(shop);
  const browser = await browserOf(asTestShop(shop));
  const link = { public_token: order.token };
  await call(browser, 'POST', '/user/order/get-payment-link', link, { 'idempotency-key': newKey() });
  const [payment] = (await fateOf(shop, order.id)).payments;
  const externalId = payment?.externalId ?? '';
  return { ...order, externalId, paymentId: payment?.id ?? 0 };
}
const stock = async (orderId: number): Promise<number> => {
  const { rows } = await shop.db.execute<{ stock: number }>(
    sql`select p.stock_qty as stock from products p join order_lines l on l.product_id = p.id where l.order_id = ${orderId}`,
  );
  return rows[0]?.stock ?? 0;
};

// ── 1 Marked paid ───────────────────────────────────────────────────────────────────────────────
describe('a transfer that has arrived', () => {
  it('is paid on the day of the statement, once, and the journal knows who and why', async () => {
    const order = await addOrder(shop, { paymentType: 3 });
    const body = { exp_id: order.id, amount: order.dueKop, paid_on: TODAY, reason };
    const key = newKey();
    const done = await act(desk.browser, 'mark-paid', body, key);
    expect(done.body).toMatchObject({
      order: { status: { id: 2 }, payment: { paid: true, paid_at: '2026-11-21T09:01:00.000Z' } },
      can: { mark_paid: false, refund: true },
    });
    expect(done.body.events[0]).toMatchObject({ actor: 'Елена Юрьева', note: `Отмечен оплаченным: ${reason}` });
    expect(await act(desk.browser, 'mark-paid', body, key)).toMatchObject({ replayed: true });
    expect((await act(desk.browser, 'mark-paid', body)).body.code).toBe('order_paid');
    expect(await journalOf(shop, order.id)).toEqual([
      { actor_id: desk.id, act: 'deskMarkPaid', target_id: order.id, reason },
    ]);
    expect((await fateOf(shop, order.id)).sales).toEqual([order.dueKop]);
  });

  it.each([
    ['another sum', { amount: 1 }, 'amount'],
    ['a day before the order', { paid_on: '2026-11-20' }, 'paid_on'],
    ['a day to come', { paid_on: '2026-11-22' }, 'paid_on'],
    ['a day that is none', { paid_on: '2026-02-31' }, 'paid_on'],
    ['no reason', { reason: '  ' }, 'reason'],
  ])('%s: refused with words at the field, nothing is written', async (_name, more, field) => {
    const order = await addOrder(shop, { paymentType: 3 });
    const body = { exp_id: order.id, amount: order.dueKop, paid_on: TODAY, reason, ...more };
    const { body: refused } = await act(desk.browser, 'mark-paid', body);
    expect([refused.code, Object.keys(refused.errors)]).toEqual(['validation', [field]]);
    const { order: after } = await fateOf(shop, order.id);
    expect([after.status, after.paidAt, await journalOf(shop, order.id)]).toEqual([1, null, []]);
  });

  it('of a cancelled order and of none', async () => {
    const order = await addOrder(shop, { paymentType: 3 });
    await act(desk.browser, 'cancel', { exp_id: order.id, reason: 'Передумал' });
    const body = { exp_id: order.id, amount: order.dueKop, paid_on: TODAY, reason };
    expect((await act(desk.browser, 'mark-paid', body)).body.code).toBe('order_cancelled');
    expect((await act(desk.browser, 'mark-paid', { ...body, exp_id: 999_999 })).http).toBe(404);
  });
});

// ── 2 Cancelled ─────────────────────────────────────────────────────────────────────────────────
describe('cancelling', () => {
  it('an unpaid order: the pieces are on sale again, the second time is refused', async () => {
    const order = await addOrder(shop);
    const before = await stock(order.id);
    const done = await act(desk.browser, 'cancel', { exp_id: order.id, reason: 'Нет связи с покупателем' });
    expect(done.body).toMatchObject({ order: { status: { id: 7 } }, can: { cancel: false, send_link: false } });
    expect(await stock(order.id)).toBe(before + 3);
    const again = await act(desk.browser, 'cancel', { exp_id: order.id, reason: 'Ещё раз' });
    expect([again.body.code, (await journalOf(shop, order.id)).length]).toEqual(['order_cancelled', 1]);
  });
  it('a paid one gives the money back; a packed one is refused; ЛС only to whoever has it', async () => {
    const order = await paidByHand();
    const ls = { exp_id: order.id, reason: 'Передумал', refund_to: 'ls' };
    expect((await act(desk.browser, 'cancel', ls)).body.errors.refund_to).toHaveLength(1);
    await shop.db.execute(sql`update orders set status = 3 where id = ${order.id}`);
    const body = { exp_id: order.id, reason: 'Передумал' };
    expect((await act(desk.browser, 'cancel', body)).body.code).toBe('order_closed');
    await shop.db.execute(sql`update orders set status = 2 where id = ${order.id}`);
    expect((await act(desk.browser, 'cancel', body)).body.order.refunded).toBe(order.dueKop);
  });
});

// ── 3 Refunds ───────────────────────────────────────────────────────────────────────────────────
describe('a refund', () => {
  it('of one piece and then of the rest with the delivery: the whole sum, one journal line each', async () => {
    const order = await paidByHand({ status: 1 });
    await shop.db.execute(sql`update orders set status = 6 where id = ${order.id}`);
    const shelf = await stock(order.id);
    const lines = (pieces: number) => [{ line_id: order.lineId, pieces }];
    const refund = (version: number, pieces: number, more = {}) =>
      act(desk.browser, 'refund', { exp_id: order.id, version, lines: lines(pieces), reason: 'Брак', ...more });
    const first = await refund(1, 1);
    expect(first.body.order).toMatchObject({ refunded: 49_000, version: 2, status: { id: 6 }, items_count: 2 });
    expect(first.body.refunds).toMatchObject([{ amount: 49_000, actor: 'Елена Юрьева', reason: 'Брак' }]);
    expect((await refund(1, 1)).body.code).toBe('order_changed');
    expect((await refund(2, 3)).body.errors.lines).toEqual(['В заказе столько не осталось']);
    expect((await refund(2, 1, { with_delivery: true })).body.errors.with_delivery).toHaveLength(1);
    const last = await refund(2, 2, { with_delivery: true });
    expect(last.body.order).toMatchObject({ refunded: order.dueKop, status: { id: 9, name: 'Возврат' } });
    expect((await refund(3, 1)).body.code).toBe('order_closed');
    // What comes back from a buyer need not be fit for sale.
    expect(await stock(order.id)).toBe(shelf);
    expect((await journalOf(shop, order.id)).map((line) => line.act)).toEqual([
      'deskMarkPaid',
      'deskRefundOrder',
      'deskRefundOrder',
    ]);
    const { refunds, receipts, sales } = await fateOf(shop, order.id);
    expect(refunds.reduce((sum, one) => sum + one.amountKop, 0)).toBe(order.dueKop);
    expect([receipts.length > 0, sales.reduce((sum, one) => sum + one, 0)]).toEqual([true, 0]);
  });

  it('before it was packed puts the pieces on sale; all without the delivery keeps its price', async () => {
    const order = await paidByHand();
    const shelf = await stock(order.id);
    const body = { exp_id: order.id, version: 1, lines: [{ line_id: order.lineId, pieces: 3 }], reason: 'Просьба' };
    const done = await act(desk.browser, 'refund', body);
    expect(done.body.order).toMatchObject({ refunded: order.dueKop - 22_000, status: { id: 7 } });
    expect(await stock(order.id)).toBe(shelf + 3);
  });

  it('onto ЛС is there at once', async () => {
    const userId = await addConsultant(asTestShop(shop));
    const order = await paidByHand({ userId });
    const body = { exp_id: order.id, version: 1, lines: [{ line_id: order.lineId, pieces: 1 }], refund_to: 'ls' };
    const done = await act(desk.browser, 'refund', { ...body, reason: 'Просьба' });
    expect(done.body.refunds).toMatchObject([{ amount: 49_000, target: 'ls', state: 'succeeded' }]);
    const { rows } = await shop.db.execute(
      sql`select balance_kop::int as balance from accounts where owner_id = ${userId} and type = 0`,
    );
    expect(rows).toEqual([{ balance: 49_000 }]);
  });

  it('of an unpaid order, of a foreign line, of nothing, without a reason', async () => {
    const unpaid = await addOrder(shop);
    const paid = await paidByHand();
    const body = { exp_id: unpaid.id, version: 1, lines: [{ line_id: paid.lineId, pieces: 1 }], reason };
    expect((await act(desk.browser, 'refund', body)).body.code).toBe('order_closed');
    const foreign = { ...body, exp_id: paid.id, lines: [{ line_id: paid.lineId + 999, pieces: 1 }] };
    expect((await act(desk.browser, 'refund', foreign)).body.errors.lines).toEqual(['Такой строки в заказе нет']);
    expect((await act(desk.browser, 'refund', { ...body, lines: [] })).body.errors.lines).toHaveLength(1);
    expect((await act(desk.browser, 'refund', { ...body, reason: '' })).body.errors.reason).toHaveLength(1);
  });

  it('two at the same moment give back once', async () => {
    const order = await paidByHand();
    const body = { exp_id: order.id, version: 1, lines: [{ line_id: order.lineId, pieces: 2 }], reason };
    const both = await Promise.all([act(desk.browser, 'refund', body), act(desk.browser, 'refund', body)]);
    expect(both.map(({ body: one }) => one.code ?? 'done').toSorted()).toEqual(['done', 'order_changed']);
    expect((await fateOf(shop, order.id)).order.refundedKop).toBe(98_000);
  });
});

// ── 4 The link ──────────────────────────────────────────────────────────────────────────────────
describe('the link once more', () => {
  const letters = async (orderId: number): Promise<number> => {
    const { rows } = await shop.db.execute<{ id: string; data: { orderId: number } }>(
      sql`select id, data from pgboss.job where name = 'orders.write-letter' and (data->>'orderId')::int = ${orderId}`,
    );
    const work = { ...shop.parts, env: shop.env, signal: AbortSignal.timeout(60_000) };
    // Each twice, as a queue may: the repeat of a job is no second letter.
    for (const { data } of [...rows, ...rows]) await writeOrderLetter.handle(work, data);
    const { rows: sent } = await shop.db.execute<{ count: number }>(
      sql`select count(*)::int as count from mail_outbox where message_id like ${`<order.${orderId}%`}`,
    );
    return sent[0]?.count ?? 0;
  };
  it('is a letter of its own each time; not for a cancelled order', async () => {
    const order = await addOrder(shop);
    const body = { exp_id: order.id, reason: 'Покупатель потерял письмо' };
    const done = await act(desk.browser, 'send-link', body);
    expect(done.body.events[0]).toMatchObject({ kind: 'link', actor: 'Елена Юрьева' });
    expect(await letters(order.id)).toBe(1);
    await act(desk.browser, 'send-link', body);
    expect(await letters(order.id)).toBe(2);
    await act(desk.browser, 'cancel', body);
    expect((await act(desk.browser, 'send-link', body)).body.code).toBe('order_cancelled');
  });
});

// ── 5 Money that waits ──────────────────────────────────────────────────────────────────────────
describe('money that waits for a person', () => {
  const cases = async (orderId: number) => {
    const { body } = await call(desk.browser, 'POST', '/api/desk/orders', {});
    return (body.cases as { order_id: number; kind: string }[]).filter((one) => one.order_id === orderId);
  };
  it('a sum that was not asked for stands on top until it has gone back', async () => {
    const order = await paidByCard();
    bank.pay(order.externalId, order.dueKop - 1);
    await confirm(shop.parts, order.paymentId, 'webhook');
    expect(await cases(order.id)).toMatchObject([{ kind: 'review', amount: order.dueKop - 1 }]);
    const body = { exp_id: order.id, payment_id: order.paymentId, reason: 'Ошибка банка' };
    const mark = { exp_id: order.id, amount: order.dueKop, paid_on: TODAY, reason };
    expect((await act(desk.browser, 'mark-paid', mark)).body.code).toBe('payment_unavailable');
    expect((await act(desk.browser, 'cancel', { exp_id: order.id, reason })).body.code).toBe('payment_unavailable');
    await act(desk.browser, 'return-reviewed', body);
    expect(await cases(order.id)).toEqual([]);
    await drain(shop);
    expect(bank.refundedOf(order.externalId)).toBe(order.dueKop - 1);
    expect((await act(desk.browser, 'return-reviewed', body)).http).toBe(404);
  });
  it('a refund of a transfer waits until somebody says that it was made', async () => {
    const order = await paidByHand();
    await act(desk.browser, 'cancel', { exp_id: order.id, reason: 'Передумал' });
    await drain(shop);
    expect(await cases(order.id)).toMatchObject([{ kind: 'refund', amount: order.dueKop }]);
    const { body } = await call(desk.browser, 'GET', `/api/desk/orders/${order.id}`);
    const refundId = body.refunds[0].id as number;
    expect(body.refunds[0].cause).toContain('бухгалтер');
    const settle = { exp_id: order.id, refund_id: refundId, how: 'done', reason: 'Платёжка 8' };
    expect((await act(desk.browser, 'settle-refund', settle)).body.refunds).toMatchObject([{ state: 'succeeded' }]);
    expect((await act(desk.browser, 'settle-refund', { ...settle, how: 'retry' })).http).toBe(404);
    expect(await cases(order.id)).toEqual([]);
  });
});

// ── 6 The journal ───────────────────────────────────────────────────────────────────────────────
describe('the journal', () => {
  it('cannot be rewritten, and whoever has no right leaves nothing in it', async () => {
    const order = await paidByHand();
    await expect(shop.db.execute(sql`delete from audit_log`)).rejects.toMatchObject({ cause: { code: '23000' } });
    await expect(shop.db.execute(sql`update audit_log set reason = 'другое'`)).rejects.toMatchObject({
      cause: { code: '23000' },
    });
    const other = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) });
    const refused = await act(other, 'cancel', { exp_id: order.id, reason });
    expect([refused.http, (await journalOf(shop, order.id)).length]).toEqual([403, 1]);
    expect((await fateOf(shop, order.id)).order.status).toBe(2);
  });
});
