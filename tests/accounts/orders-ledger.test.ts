import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setCredit } from '#server/features/accounts/accounts.commands.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { findDamage, LEDGER_CHECKS } from '#server/features/accounts/ledger-check.queries.ts';
import { BS, correct, give, inDays, KS, LS, pay, stored } from '#tests/accounts/ledger-people.ts';
import { addConsultant, addProduct, call, type Browser } from '#tests/cart/shop-people.ts';
import { buyerWith, place, placingBody } from '#tests/orders/order-people.ts';
import { type Bank, openBank } from '#tests/payments/bank.ts';
import { drain } from '#tests/payments/drain.ts';
import { asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// Orders as people place and pay them, against the ledger: what `npm run ledger-check` proves of them.
let shop: PayingShop;
let bank: Bank;
let owner: number;
let browser: Browser;
beforeAll(async () => {
  bank = openBank();
  shop = await openPayingShop(bank.gate);
});
afterAll(() => shop.close());
beforeEach(async () => {
  owner = await addConsultant(asTestShop(shop));
  const product = await addProduct(asTestShop(shop), { actualConsPrice: 40_000 });
  browser = await buyerWith(asTestShop(shop), [[product, 2]], { userId: owner });
});

const damaged = async () => damagedIn(await checkLedger(shop.db, shop.clock.now));
const spend = (account_type: number, amount: number, more: object = {}) =>
  call(browser, 'POST', '/cart/spend', { account_type, category: 'order', amount, ...more });
/** By a card of the bank: the due in kopecks, and the order's id. */
async function order(due: number, more: object = {}): Promise<number> {
  const { body } = await place(browser, await placingBody(browser, { payment_type: 9, expected_due: due, ...more }));
  expect([body.status, body.due]).toEqual([1, due]);
  return body.exp_id;
}
async function payByCard(orderId: number): Promise<void> {
  const { body } = await call(
    browser,
    'POST',
    '/user/order/get-payment-link',
    { exp_id: orderId },
    { 'idempotency-key': newKey() },
  );
  expect(body.status).toBe('success');
  const { id: paymentId, externalId } = (await fateOf(shop, orderId)).payments[0]!;
  bank.pay(externalId!);
  await shop.app.inject({ method: 'POST', url: '/pay/webhook/yookassa', payload: { id: externalId, paymentId } });
  await drain(shop);
  expect((await fateOf(shop, orderId)).order.paidAt).not.toBeNull();
}

it('an order by three accounts and a card adds up while it waits and when it is paid', async () => {
  await pay(shop.db, owner, LS, 30_000);
  await pay(shop.db, owner, KS, 20_000);
  await give(shop.db, owner, 50_000, inDays(30));
  await spend(BS, 24_000);
  await spend(KS, 20_000);
  await spend(LS, 10_000);
  const id = await order(26_000);
  expect(await stored(shop.db, owner, BS)).toMatchObject({ balance: 50_000, held: 24_000 });
  expect(await damaged()).toEqual([]);
  await payByCard(id);
  expect(await damaged()).toEqual([]);
  const sums = await Promise.all([LS, KS, BS].map((type) => stored(shop.db, owner, type)));
  expect(sums.map((one) => [one?.balance, one?.held])).toEqual([[20_000, 0], [0, 0], [26_000, 0]]); // prettier-ignore
  expect((await fateOf(shop, id)).sales).toEqual([80_000]);
});

it('a debt is collected with the order, unless its account has the right to leave it', async () => {
  await correct(shop.db, owner, LS, -35_000);
  const refused = await place(
    browser,
    await placingBody(browser, { payment_type: 9, expected_due: 80_000, debitUse: true }),
  );
  expect([refused.http, refused.body.code]).toEqual([403, 'forbidden']);
  expect((await spend(LS, 0, { debitUse: true })).http).toBe(403);
  await payByCard(await order(115_000));
  expect(await stored(shop.db, owner, LS)).toMatchObject({ balance: 0 });
  expect(await damaged()).toEqual([]);
});

it('a cancelled order gives back what it cost; the debt that it had collected stays repaid', async () => {
  await pay(shop.db, owner, LS, 10_000);
  await give(shop.db, owner, 50_000, inDays(30));
  await correct(shop.db, owner, KS, -35_000);
  await spend(BS, 24_000);
  await spend(LS, 10_000);
  const id = await order(81_000);
  await payByCard(id);
  const asked = { exp_id: id, refund_to: 'source' };
  const { body } = await call(browser, 'POST', '/user/order/cancel', asked, { 'idempotency-key': newKey() });
  expect(body.status).toBe('success');
  await drain(shop);
  expect(await damaged()).toEqual([]);
  const sums = await Promise.all([LS, KS, BS].map((type) => stored(shop.db, owner, type)));
  expect(sums.map((one) => [one?.balance, one?.held])).toEqual([[10_000, 0], [0, 0], [50_000, 0]]); // prettier-ignore
  const { sales, refunds } = await fateOf(shop, id);
  expect(sales).toEqual([80_000, -80_000]);
  expect(refunds.map(({ amountKop, state }) => [amountKop, state])).toEqual([[46_000, 'succeeded']]);
});

it('a cancelled order whose money goes onto ЛС adds up too', async () => {
  const id = await order(80_000);
  await payByCard(id);
  const asked = { exp_id: id, refund_to: 'ls' };
  const { body } = await call(browser, 'POST', '/user/order/cancel', asked, { 'idempotency-key': newKey() });
  expect(body.status).toBe('success');
  expect(await stored(shop.db, owner, LS)).toMatchObject({ balance: 80_000 });
  expect(await damaged()).toEqual([]);
});

it('with account.debit the debt stays and the order costs what it costs', async () => {
  await correct(shop.db, owner, LS, -35_000);
  await shop.db.transaction((tx) => setCredit(tx, owner, 500_000));
  await payByCard(await order(80_000, { debitUse: true }));
  expect(await stored(shop.db, owner, LS)).toMatchObject({ balance: -35_000 });
  expect(await damaged()).toEqual([]);
});

it.each<[string, (id: number) => SQL]>([
  ['orders', (id) => sql`update orders set goods_kop = goods_kop + 1 where id = ${id}`],
  ['orders', (id) => sql`update orders set paid_at = null, status = 1 where id = ${id}`],
  ['orders', (id) => sql`update orders set status = 7 where id = ${id}`],
  ['orders', (id) => sql`update ledger_tx set ref_id = 1 where ref_type = 'order' and ref_id = ${id}`],
  [
    'order-holds',
    (id) => sql`update holds set state = 'held', tx_id = null where ref_type = 'order' and ref_id = ${id}`,
  ],
  ['order-holds', (id) => sql`update orders set status = 1 where id = ${id}`],
  ['gateways', (id) => sql`update payments set captured_kop = captured_kop - 1 where order_id = ${id}`],
  ['gateways', (id) => sql`update payments set code = 10 where order_id = ${id}`],
])('«%s» notices what does not fit an order (%#)', async (name, planted) => {
  await pay(shop.db, owner, LS, 30_000);
  await spend(LS, 30_000);
  const id = await order(50_000);
  await payByCard(id);
  const check = LEDGER_CHECKS.find((one) => one.name === name)!;
  const enough = new Error('enough seen');
  let found = { total: 0, first: [''] };
  const work = shop.db.transaction(async (tx) => {
    await tx.execute(sql.raw('alter table ledger_tx disable trigger user'));
    await tx.execute(planted(id));
    found = await findDamage(tx, check, shop.clock.now);
    throw enough;
  });
  await expect(work).rejects.toBe(enough);
  expect(found.total).toBeGreaterThan(0);
  expect(await damaged()).toEqual([]);
});
