import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RefundPart, RefundSplit } from '#contract/desk-orders.ts';
import {
  addConsultant,
  addPerson,
  addProduct,
  type Browser,
  browserOf,
  call,
  cartOf,
} from '#tests/cart/shop-people.ts';
import { act } from '#tests/desk/desk-people.ts';
import { accountsOf, buyerWith, giveBonus, payByCard, place, placingBody, putOnAccount } from '#tests/orders/order-people.ts'; // prettier-ignore
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// What the desk is shown before a refund is what the refund does, to the kopeck (docs/product/desk.md#refunds).
let shop: TestShop;
let desk: Browser;
let products: number[];
beforeAll(async () => {
  shop = await openShop();
  desk = await browserOf(shop, { userId: await addPerson(shop, { role: 'staff' }) });
  const prices = [33_333, 10_001, 7];
  products = await Promise.all(
    prices.map((actualConsPrice) => addProduct(shop, { actualConsPrice, stockQty: 10_000 })),
  );
});
afterAll(() => shop.close());

type Wishes = { bs: number; ks: number; ls: number };
/** A consultant's order that accounts and a card have paid: its id, and whose it is. */
async function paidOrder(pieces: readonly number[], { bs, ks, ls }: Wishes): Promise<{ id: number; userId: number }> {
  const userId = await addConsultant(shop);
  await putOnAccount(shop, userId, 0, 100_000);
  await putOnAccount(shop, userId, 1, 20_000);
  await giveBonus(shop, userId, 30_000);
  const browser = await buyerWith(shop, products.map((id, at) => [id, pieces[at]!] as const), { userId }); // prettier-ignore
  let due = (await cartOf(browser)).result.sum_amount as number;
  for (const [account_type, amount] of [[2, bs], [1, ks], [0, ls]] as const) {
    const wished = await call(browser, 'POST', '/cart/spend', { account_type, category: 'order', amount });
    if (wished.body.status === 1) due = wished.body.due as number;
  } // prettier-ignore
  const { body } = await place(browser, await placingBody(browser, { expected_due: due }));
  if (!body.paid) await payByCard(shop, body.exp_id as number);
  return { id: body.exp_id as number, userId };
}

/** What stands on the accounts and what has gone out by the provider, kopecks. */
async function standing({ id, userId }: { id: number; userId: number }): Promise<RefundPart> {
  const accounts = await accountsOf(shop, userId);
  const { rows } = await shop.db.execute<{ source: number }>(
    sql`select coalesce(sum(amount_kop), 0)::int as source from refunds where order_id = ${id} and target = 'source'`,
  );
  const on = (type: number) => accounts[type]?.[0] ?? 0;
  return { source: rows[0]!.source, ls: on(0), ks: on(1), bs: on(2) };
}
const TARGETS = ['source', 'ls', 'ks', 'bs'] as const;
const plus = (one: RefundPart, other: RefundPart, sign = 1): RefundPart => ({
  source: one.source + sign * other.source,
  ls: one.ls + sign * other.ls,
  ks: one.ks + sign * other.ks,
  bs: one.bs + sign * other.bs,
});
const NOTHING: RefundPart = { source: 0, ls: 0, ks: 0, bs: 0 };

it('whatever is chosen: the lines sum to the total, and the refund moves just that', async () => {
  const count = fc.integer({ min: 1, max: 4 });
  const lots = fc.record({
    pieces: fc.tuple(count, count, count),
    wishes: fc.record({ bs: fc.nat(15_000), ks: fc.nat(20_000), ls: fc.nat(60_000) }),
    steps: fc.array(fc.record({ takes: fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)), to: fc.constantFrom('source', 'ls') }), { minLength: 1, maxLength: 3 }), // prettier-ignore
  });
  await fc.assert(
    fc.asyncProperty(lots, async ({ pieces, wishes, steps }) => {
      const order = await paidOrder(pieces, wishes);
      for (const { takes, to } of steps) {
        const { body: seen } = await call(desk, 'GET', `/api/desk/orders/${order.id}`);
        const items = seen.order.items as { line_id: number; quantity: number }[];
        const lines = items.flatMap(({ line_id, quantity }, at) => {
          const some = Math.min(quantity, takes[at] ?? 0);
          return some > 0 ? [{ line_id, pieces: some }] : [];
        });
        if (lines.length === 0 || !seen.can.refund) continue;
        const isWhole = items.every(({ line_id, quantity }) => lines.some((one) => one.line_id === line_id && one.pieces === quantity)); // prettier-ignore
        const asked = { exp_id: order.id, version: seen.order.version, lines, with_delivery: isWhole, refund_to: to };
        const before = await standing(order);
        const { body: shown } = await call(desk, 'POST', '/api/desk/orders/preview-refund', asked);
        const split = shown.split as RefundSplit;
        const parts = [...split.lines, ...(split.delivery ? [split.delivery] : [])];
        expect(parts.reduce((sum, part) => plus(sum, part), NOTHING)).toEqual(split.total);
        expect(TARGETS.every((key) => parts.every((part) => part[key] >= 0))).toBe(true);
        expect(await standing(order)).toEqual(before);
        expect((await act(desk, 'refund', { ...asked, reason: 'Проверка' })).body.status).toBe('success');
        expect(plus(await standing(order), before, -1)).toEqual(split.total);
      }
    }),
    { numRuns: 12 },
  );
});

it('refuses what the refund would refuse, with the same words', async () => {
  const order = await paidOrder([1, 1, 1], { bs: 0, ks: 0, ls: 0 });
  const { body: seen } = await call(desk, 'GET', `/api/desk/orders/${order.id}`);
  const lines = [{ line_id: seen.order.items[0].line_id as number, pieces: 1 }];
  const asked = { exp_id: order.id, version: seen.order.version as number, lines };
  const both = async (more: object): Promise<unknown[]> => {
    const body = { ...asked, ...more };
    const shown = await call(desk, 'POST', '/api/desk/orders/preview-refund', body);
    const done = await act(desk, 'refund', { ...body, reason: 'Проверка' });
    expect([shown.http, shown.body.errors ?? null]).toEqual([done.http, done.body.errors ?? null]);
    return [shown.body.code, done.body.code];
  };
  expect(await both({ version: 99 })).toEqual(['order_changed', 'order_changed']);
  expect(await both({ with_delivery: true })).toEqual(['validation', 'validation']);
  expect(await both({ lines: [{ ...lines[0], pieces: 5 }] })).toEqual(['validation', 'validation']);
  expect(await both({ lines: [] })).toEqual(['validation', 'validation']);
  expect(await both({ exp_id: 999_999 })).toEqual(['not_found', 'not_found']);
});
