import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { expireOrders } from '#server/features/order-changes/order-changes.jobs.ts';
import { openGates } from '#server/gates/gates.ts';
import { type Browser, addConsultant, addPerson, addProduct, browserOf, call } from '#tests/cart/shop-people.ts';
import { accountsOf, buyerWith, giveBonus, payByCard, place, placingBody, putOnAccount, stockOf } from '#tests/orders/order-people.ts'; // prettier-ignore
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const cancel = (browser: Browser, body: object) => call(browser, 'POST', '/user/order/cancel', body);
const orderOf = async (browser: Browser, id: number) => (await call(browser, 'GET', `/api/order/${id}`)).body.order;
const pointsOf = async (userId: number): Promise<number> => {
  const { rows } = await shop.db.execute<{ half: number }>(
    sql`select coalesce(sum(half), 0)::int as half from points_events where user_id = ${userId}`,
  );
  return rows[0]!.half;
};
/** Σ of the whole ledger is nothing, and every account is the sum of its entries. */
async function expectBalanced(): Promise<void> {
  const { rows } = await shop.db.execute(sql`
    select a.id from accounts a left join ledger_entries e on e.account_id = a.id where a.owner_id is not null
    group by a.id having a.balance_kop <> coalesce(sum(e.amount_kop), 0)
    union all select 0 from ledger_entries having coalesce(sum(amount_kop), 0) <> 0`);
  expect(rows).toEqual([]);
}

/** A consultant with 5 000 ₽ on ЛС, 200 ₽ on КС and 100 ₽ of gifts, who wishes to spend some of each. */
async function spender(product: number, pieces: number) {
  const userId = await addConsultant(shop);
  await putOnAccount(shop, userId, 0, 500_000);
  await putOnAccount(shop, userId, 1, 20_000);
  await giveBonus(shop, userId, 10_000);
  const browser = await buyerWith(shop, [[product, pieces]], { userId });
  const spend = (account_type: number, amount: number) =>
    call(browser, 'POST', '/cart/spend', { account_type, category: 'order', amount });
  await spend(2, 6_000);
  await spend(1, 7_000);
  const { body } = await spend(0, 3_000);
  return { userId, browser, due: body.due as number };
}

describe('cancelling', () => {
  it('an unpaid order by the guest’s link: stock is back, the attempt is given up, once', async () => {
    const product = await addProduct(shop, { stockQty: 4 });
    const browser = await buyerWith(shop, [[product, 4]]);
    const { body } = await place(browser, await placingBody(browser));
    expect(await stockOf(shop, product)).toBe(0);
    const stranger = await browserOf(shop);
    const { public_token } = body;
    expect((await cancel(stranger, { public_token, refund_to: 'ls' })).body.errors.refund_to).toHaveLength(1);
    const first = await cancel(stranger, { public_token, reason: 'Передумал' });
    expect(first.body.order).toMatchObject({ status: { id: 7 }, can_cancel: false, payment: { can_pay: false } });
    expect((await cancel(stranger, { public_token })).body.order.status.id).toBe(7);
    expect(await stockOf(shop, product)).toBe(4);
    const { rows } = await shop.db.execute(sql`select status from payments where order_id = ${body.exp_id}`);
    expect(rows).toEqual([{ status: 'canceled' }]);
  });

  it('an unpaid order with accounts: what was set aside is free again', async () => {
    const product = await addProduct(shop, { actualConsPrice: 40_000 });
    const { userId, browser, due } = await spender(product, 1);
    const { body } = await place(browser, await placingBody(browser, { expected_due: due }));
    expect(body).toMatchObject({ status: 1, due: 24_000, paid: false });
    expect(await accountsOf(shop, userId)).toEqual({ 0: [500_000, 3_000], 1: [20_000, 7_000], 2: [10_000, 6_000] });
    await cancel(browser, { exp_id: body.exp_id });
    expect(await accountsOf(shop, userId)).toEqual({ 0: [500_000, 0], 1: [20_000, 0], 2: [10_000, 0] });
    await expectBalanced();
  });

  it.each(['source', 'ls'] as const)(
    'a paid order, money to %s: accounts, points and the gateway are as before',
    async (to) => {
      const product = await addProduct(shop, { actualConsPrice: 40_000, ballsHalf: 16, stockQty: 9 });
      const { userId, browser, due } = await spender(product, 3);
      const { body } = await place(browser, await placingBody(browser, { expected_due: due }));
      expect(await payByCard(shop, body.exp_id)).toBe('paid');
      expect(await orderOf(browser, body.exp_id)).toMatchObject({ status: { id: 2 }, payment: { paid: true } });
      expect([await accountsOf(shop, userId), await pointsOf(userId)]).toEqual([
        { 0: [497_000, 0], 1: [13_000, 0], 2: [4_000, 0] },
        48,
      ]);
      const cancelled = await cancel(browser, { exp_id: body.exp_id, refund_to: to });
      expect(cancelled.body.order).toMatchObject({ status: { id: 7 }, refunded: 104_000 });
      const onLs = to === 'ls' ? 500_000 + 104_000 : 500_000;
      expect([await accountsOf(shop, userId), await pointsOf(userId)]).toEqual([
        { 0: [onLs, 0], 1: [20_000, 0], 2: [10_000, 0] },
        0,
      ]);
      expect(await stockOf(shop, product)).toBe(9);
      const { rows } = await shop.db.execute(
        sql`select amount_kop::int, target from refunds where order_id = ${body.exp_id}`,
      );
      expect(rows).toEqual([{ amount_kop: 104_000, target: to }]);
      await expectBalanced();
    },
  );

  it('an order that the accounts paid as a whole', async () => {
    const product = await addProduct(shop, { actualConsPrice: 40_000 });
    const { userId, browser, due } = await spender(product, 2);
    const { body } = await place(browser, await placingBody(browser, { expected_due: due, payment_type: 2 }));
    expect(body).toMatchObject({ status: 1, paid: true, due: 64_000 });
    expect(await accountsOf(shop, userId)).toEqual({ 0: [433_000, 0], 1: [13_000, 0], 2: [4_000, 0] });
    await cancel(browser, { exp_id: body.exp_id });
    expect(await accountsOf(shop, userId)).toEqual({ 0: [500_000, 0], 1: [20_000, 0], 2: [10_000, 0] });
    await expectBalanced();
  });

  it('is refused once the order is packed, for another person, and for nobody', async () => {
    const product = await addProduct(shop);
    const userId = await addPerson(shop);
    const browser = await buyerWith(shop, [[product, 1]], { userId });
    const { body } = await place(browser, await placingBody(browser));
    const other = await browserOf(shop, { userId: await addPerson(shop) });
    expect((await cancel(other, { exp_id: body.exp_id })).body).toMatchObject({ status: 'error', code: 'not_found' });
    expect((await call(other, 'GET', `/api/order/${body.exp_id}`)).http).toBe(404);
    expect((await cancel(await browserOf(shop), { exp_id: body.exp_id })).http).toBe(401);
    expect((await cancel(other, { public_token: 'A'.repeat(22) })).body.code).toBe('not_found');
    await shop.db.execute(sql`update orders set status = 3 where id = ${body.exp_id}`);
    expect((await cancel(browser, { exp_id: body.exp_id })).body.code).toBe('order_closed');
  });
});

describe('time runs out', () => {
  const expire = () =>
    expireOrders.handle(
      {
        db: shop.db,
        jobs: shop.jobs,
        gates: openGates(shop.db, shop.env),
        env: shop.env,
        now: () => shop.clock.now,
        signal: new AbortController().signal,
      },
      {},
    );

  it('an order that nobody paid in five days ends by itself, one that was paid does not', async () => {
    const product = await addProduct(shop, { stockQty: 10 });
    const buyers = await Promise.all([1, 2].map(async () => buyerWith(shop, [[product, 2]], { userId: await addPerson(shop) }))); // prettier-ignore
    const [late, paid] = await Promise.all(buyers.map(async (buyer) => (await place(buyer, await placingBody(buyer))).body.exp_id as number)); // prettier-ignore
    await payByCard(shop, paid!);
    const began = shop.clock.now;
    shop.clock.now = new Date(began.getTime() + 5 * 86_400_000 - 1000);
    await expire();
    expect(await stockOf(shop, product)).toBe(6);
    shop.clock.now = new Date(began.getTime() + 5 * 86_400_000 + 1000);
    await Promise.all([expire(), expire()]);
    expect(await stockOf(shop, product)).toBe(8);
    expect([(await orderOf(buyers[0]!, late!)).status.id, (await orderOf(buyers[1]!, paid!)).status.id]).toEqual([
      7, 2,
    ]);
    shop.clock.now = began;
  });

  it('an order whose money came wrong waits for the desk: nobody cancels it meanwhile', async () => {
    const product = await addProduct(shop, { stockQty: 10 });
    const browser = await buyerWith(shop, [[product, 2]], { userId: await addPerson(shop) });
    const { body } = await place(browser, await placingBody(browser));
    await shop.db.execute(sql`update payments set status = 'needs_review' where order_id = ${body.exp_id}`);
    const began = shop.clock.now;
    shop.clock.now = new Date(began.getTime() + 6 * 86_400_000);
    await expire();
    expect((await cancel(browser, { exp_id: body.exp_id })).body.code).toBe('payment_unavailable');
    expect([(await orderOf(browser, body.exp_id)).status.id, await stockOf(shop, product)]).toEqual([1, 8]);
    await shop.db.execute(sql`update payments set status = 'canceled' where order_id = ${body.exp_id}`);
    await expire();
    expect((await orderOf(browser, body.exp_id)).status.id).toBe(7);
    shop.clock.now = began;
  });

  it('a payment and a cancellation at the same moment: paid and refunded, or cancelled, never both halves', async () => {
    const product = await addProduct(shop, { stockQty: 99 });
    for (let round = 0; round < 8; round += 1) {
      const browser = await buyerWith(shop, [[product, 1]], { userId: await addPerson(shop) });
      const { body } = await place(browser, await placingBody(browser));
      const [outcome, answer] = await Promise.all([
        payByCard(shop, body.exp_id),
        cancel(browser, { exp_id: body.exp_id }),
      ]);
      const order = await orderOf(browser, body.exp_id);
      expect([order.status.id, answer.body.status]).toEqual([7, 'success']);
      expect([
        ['paid', 49_000],
        ['closed', 0],
      ]).toContainEqual([outcome, order.refunded]);
    }
    expect(await stockOf(shop, product)).toBe(99);
    await expectBalanced();
  });
});

it('leaves the money of people in order', async () => {
  expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
});
