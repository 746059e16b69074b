import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { totalOf } from '#contract/amount-to-pay.ts';
import { type Browser, addConsultant, addPerson, addProduct, browserOf, call } from '#tests/cart/shop-people.ts';
import { accountsOf, buyerWith, giveBonus, payByCard, place, placingBody, putOnAccount, stockOf } from '#tests/orders/order-people.ts'; // prettier-ignore
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Wanted = { line_id: number; quantity: number };
const preview = (browser: Browser, body: object) => call(browser, 'POST', '/api/order/preview-change', body);
const change = (browser: Browser, body: object) => call(browser, 'POST', '/api/order/change', body);
const orderOf = async (browser: Browser, id: number) => (await call(browser, 'GET', `/api/order/${id}`)).body.order;

async function spender(lines: readonly (readonly [number, number])[], bonus = 30_000) {
  const userId = await addConsultant(shop);
  await putOnAccount(shop, userId, 0, 100_000);
  await giveBonus(shop, userId, bonus);
  const browser = await buyerWith(shop, lines, { userId });
  return { userId, browser };
}
const spend = async (browser: Browser, account_type: number, amount: number): Promise<number> =>
  (await call(browser, 'POST', '/cart/spend', { account_type, category: 'order', amount })).body.due;

describe('an unpaid order', () => {
  it('shows its money first, then changes: stock, sums, holds, payment and version follow', async () => {
    const tea = await addProduct(shop, { actualConsPrice: 20_000, stockQty: 9, ballsHalf: 8 });
    const cream = await addProduct(shop, { actualConsPrice: 60_000, stockQty: 9, ballsHalf: 24 });
    const { userId, browser } = await spender([[tea, 3], [cream, 1]]); // prettier-ignore
    const due = await spend(browser, 2, 30_000);
    const { body } = await place(browser, await placingBody(browser, { expected_due: due }));
    const before = await orderOf(browser, body.exp_id);
    const [teaLine, creamLine] = before.items;
    const wanted = { exp_id: body.exp_id, version: 1, lines: [{ line_id: creamLine.line_id, quantity: 0 }] };
    const shown = await preview(browser, wanted);
    expect(shown.body.change).toMatchObject({
      sum_amount: { from: 120_000, to: 60_000 },
      due: { from: 90_000, to: 42_000 },
      refund: 0,
      returned: 12_000,
      sum_balls: { from: 24, to: 12 },
    });
    expect(await orderOf(browser, body.exp_id)).toEqual(before);
    expect((await change(browser, { ...wanted, expected_due: 41_000 })).body.code).toBe('order_changed');
    const changed = await change(browser, { ...wanted, expected_due: 42_000 });
    expect(changed.body.order).toMatchObject({ version: 2, due: 42_000, sum_amount: 60_000, items_count: 3, sum_balls: 12 }); // prettier-ignore
    expect(changed.body.order.items.map((item: Wanted) => item.line_id)).toEqual([teaLine.line_id]);
    expect([await stockOf(shop, cream), await accountsOf(shop, userId)]).toEqual([
      9,
      { 0: [100_000, 0], 2: [30_000, 18_000] },
    ]);
    const { rows } = await shop.db.execute(
      sql`select status, amount_kop::int from payments where order_id = ${body.exp_id} order by attempt`,
    );
    expect(rows).toEqual([
      { status: 'canceled', amount_kop: 90_000 },
      { status: 'created', amount_kop: 42_000 },
    ]);
    expect((await change(browser, { ...wanted, expected_due: 42_000 })).body.code).toBe('order_changed');
    expect(await payByCard(shop, body.exp_id)).toBe('paid');
    expect(await accountsOf(shop, userId)).toEqual({ 0: [100_000, 0], 2: [12_000, 0] });
  });

  it('is never made larger, never emptied, never somebody else’s', async () => {
    const product = await addProduct(shop);
    const browser = await buyerWith(shop, [[product, 2]], { userId: await addPerson(shop) });
    const { body } = await place(browser, await placingBody(browser));
    const [line] = (await orderOf(browser, body.exp_id)).items;
    const wish = (quantity: number, line_id = line.line_id) => ({
      exp_id: body.exp_id,
      version: 1,
      lines: [{ line_id, quantity }],
    });
    expect((await preview(browser, wish(3))).body.errors.lines).toEqual([
      'Добавить к заказу нельзя: оформите ещё один',
    ]);
    expect((await preview(browser, wish(2))).body.errors.lines).toEqual(['В заказе ничего не изменилось']);
    expect((await preview(browser, wish(0))).body.errors.lines).toEqual(['Чтобы убрать всё, отмените заказ']);
    expect((await preview(browser, wish(1, 999_999))).body.errors.lines).toEqual(['Такой строки в заказе нет']);
    const other = await browserOf(shop, { userId: await addPerson(shop) });
    expect((await preview(other, wish(1))).body.code).toBe('not_found');
    await shop.db.execute(sql`update orders set status = 3 where id = ${body.exp_id}`);
    expect((await change(browser, { ...wish(1), expected_due: 0 })).body.code).toBe('order_closed');
  });
});

it('a paid order: whatever pieces go back in whatever order, all money comes back to the kopeck', async () => {
  const products = await Promise.all(
    [33_333, 10_001, 7].map((actualConsPrice) => addProduct(shop, { actualConsPrice, stockQty: 10_000, ballsHalf: 3 })),
  );
  const lots = fc.record({
    pieces: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
    bonus: fc.integer({ min: 0, max: 15_000 }),
    own: fc.integer({ min: 0, max: 40_000 }),
    steps: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 3 })), { maxLength: 3 }),
    to: fc.constantFrom('source', 'ls'),
  });
  await fc.assert(
    fc.asyncProperty(lots, async ({ pieces, bonus, own, steps, to }) => {
      const { userId, browser } = await spender(products.map((id, at) => [id, pieces[at]!] as const));
      await spend(browser, 2, bonus);
      const due = await spend(browser, 0, own);
      const wished = await call(browser, 'GET', '/cart/data');
      const body = await placingBody(browser, { expected_due: Number.isInteger(due) ? due : wished.body.result.sum_amount }); // prettier-ignore
      const placed = await place(browser, body);
      expect(placed.body.status).toBe(1);
      const id = placed.body.exp_id as number;
      if (!placed.body.paid) await payByCard(shop, id);
      const paid = await orderOf(browser, id);
      for (const [which, count] of steps) {
        const now = await orderOf(browser, id);
        const item = now.items[which % now.items.length];
        const wanted = { exp_id: id, version: now.version, lines: [{ line_id: item.line_id, quantity: Math.max(0, item.quantity - count) }] }; // prettier-ignore
        const shown = await preview(browser, wanted);
        if (shown.body.status !== 'success') continue;
        const done = await change(browser, { ...wanted, expected_due: shown.body.change.due.to });
        expect(done.body.order.refunded - now.refunded).toBe(shown.body.change.refund);
      }
      const last = await call(browser, 'POST', '/user/order/cancel', { exp_id: id, refund_to: to });
      expect(last.body.order.refunded).toBe(paid.due);
      // ЛС has its own back, and the money of the last step when it was asked for there; БС and КС are as before.
      const accounts = await accountsOf(shop, userId);
      const onLs = await shop.db.execute<{ sum: number }>(
        sql`select coalesce(sum(amount_kop), 0)::int as sum from refunds where order_id = ${id} and target = 'ls'`,
      );
      expect(accounts).toEqual({ 0: [100_000 + onLs.rows[0]!.sum, 0], 2: [30_000, 0] });
      const { rows } = await shop.db.execute(sql`
        select (select coalesce(sum(half), 0)::int from points_events where order_id = ${id}) as half,
          (select coalesce(sum(amount_kop), 0)::int from refunds where order_id = ${id}) as refunds`);
      expect(rows).toEqual([{ half: 0, refunds: paid.due }]);
      expect(totalOf(paid.spend)).toBe(paid.sum_amount - paid.due);
    }),
    { numRuns: 25 },
  );
});

it('leaves the money of people in order', async () => {
  expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
});
