import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { addConsultant, addProduct, call, cartOf, change } from '#tests/cart/shop-people.ts';
import { allOrders, buyerWith, countRows, giveBonus, oweBonus, place, placingBody, putOnAccount } from '#tests/orders/order-people.ts'; // prettier-ignore
import { breakingAt, statementsOf } from '#tests/orders/statements.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let products: number[];
beforeAll(async () => {
  shop = await openShop();
  products = await Promise.all(Array.from({ length: 40 }, () => addProduct(shop, { stockQty: 500 })));
  // The first job of a process makes its queue.
  const first = await buyerWith(shop, [[products[0]!, 1]]);
  await place(first, await placingBody(first));
});
afterAll(() => shop.close());

/** A consultant whose three accounts pay a part each, and their cart with a wish of all three. */
async function spender(lines: number, due: 'some' | 'none') {
  const userId = await addConsultant(shop);
  await putOnAccount(shop, userId, 0, 5_000_000);
  await putOnAccount(shop, userId, 1, 20_000);
  await giveBonus(shop, userId, 10_000);
  const cart = products.slice(0, lines).map((id) => [id, 1] as const);
  const browser = await buyerWith(shop, cart, { userId });
  const spend = (account_type: number, amount: number) =>
    call(browser, 'POST', '/cart/spend', { account_type, category: 'order', amount });
  await spend(2, 5_000);
  await spend(1, 7_000);
  const { result } = await cartOf(browser);
  const last = await spend(0, due === 'none' ? result.sum_amount - 12_000 : 3_000);
  return { browser, due: last.body.due as number };
}

describe('create_payment needs at most 12 statements, whatever the number of lines', () => {
  it.each([1, 40])('a guest with %i lines', async (lines) => {
    const browser = await buyerWith(
      shop,
      products.slice(0, lines).map((id) => [id, 1] as const),
    );
    const body = await placingBody(browser);
    const { result, statements } = await statementsOf(() => place(browser, body));
    expect(result.body.status).toBe(1);
    expect(statements.slice(12)).toEqual([]);
  });
  it.each([
    ['some', 1],
    ['some', 40],
    ['none', 40],
  ] as const)('three accounts pay, %s is due, %i lines', async (due, lines) => {
    const spending = await spender(lines, due);
    const body = await placingBody(spending.browser, { expected_due: spending.due });
    const { result, statements } = await statementsOf(() => place(spending.browser, body));
    expect([result.body.status, result.body.paid]).toEqual([1, due === 'none']);
    expect(statements.slice(12)).toEqual([]);
  });
});

it('also to an address of the book, with a gift, the rest from ЛС at once', async () => {
  const { browser, due } = await spender(40, 'some');
  const recipient = { name: 'Вера Соколова', phone: '+79000000211' };
  const place_ = { country_id: 1, city_id: 3, index: '630000', city: 'Новосибирск', street: 'ул. Мира', house: '14' };
  const { body: saved } = await call(browser, 'POST', '/user/delivery_address', { ...place_, recipient });
  const delivery = { type: 8, address_id: saved.address.id };
  const body = await placingBody(browser, { expected_due: due, payment_type: 2, delivery });
  const { result, statements } = await statementsOf(() => place(browser, body));
  expect([result.body.status, result.body.paid]).toEqual([1, true]);
  expect(statements.slice(12)).toEqual([]);
});

/** A consultant who owes on one account, with enough on ЛС. */
async function debtor(debt: 'КС' | 'БС', lines = 40) {
  const userId = await addConsultant(shop);
  await putOnAccount(shop, userId, 0, 5_000_000);
  if (debt === 'КС') await putOnAccount(shop, userId, 1, -4_000);
  else await oweBonus(shop, userId, 4_000);
  const browser = await buyerWith(shop, products.slice(0, lines).map((id) => [id, 1] as const), { userId }); // prettier-ignore
  const { result } = await cartOf(browser);
  return { browser, due: result.sum_amount + 4_000 };
}

it.each([
  ['КС', 1, 12],
  ['КС', 40, 12],
  // Its gifts say how much of it is needed, so it is held, locked and counted: docs/product/orders.md#placing.
  ['БС', 1, 16],
  ['БС', 40, 16],
] as const)('a debt on %s is repaid by an order of %i lines that ЛС pays at once', async (debt, lines, most) => {
  const { browser, due } = await debtor(debt, lines);
  const body = await placingBody(browser, { expected_due: due, payment_type: 2 });
  const { result, statements } = await statementsOf(() => place(browser, body));
  expect([result.body.status, result.body.paid]).toEqual([1, true]);
  expect(statements.slice(most)).toEqual([]);
});

it('a database that breaks between any two statements leaves a whole order or none, and the key makes it one', async () => {
  let orders = (await allOrders(shop)).length;
  let isOver = false;
  for (let at = 1; !isOver && at < 40; at += 1) {
    const { browser, due } = await spender(2, 'none');
    const body = await placingBody(browser, { expected_due: due });
    const before = await countRows(shop);
    const key = randomUUID();
    isOver = !(await breakingAt(at, () => place(browser, body, key)));
    const after = await countRows(shop);
    const isWhole = after.orders === before.orders! + 1;
    expect(isWhole ? before : after, `broken at statement ${at}`).toEqual(before);
    // The session of the broken connection ends a moment later; until then its key is taken, and the phone asks again.
    const again = await vi.waitUntil(async () => {
      const reply = await place(browser, body, key);
      return reply.body.code !== 'idempotency_in_flight' && reply;
    });
    expect(again.body, `broken at statement ${at}`).toMatchObject({ status: 1, paid: true });
    orders += 1;
    expect((await allOrders(shop)).length).toBe(orders);
    const end = await countRows(shop);
    expect([end.lines! - before.lines!, end.points! - before.points!, end.held]).toEqual([2, 2, before.held]);
  }
  expect(isOver).toBe(true);
});

it('two clicks while the cart is changed in another tab never sell what was not shown', async () => {
  const browser = await buyerWith(shop, [[products[0]!, 1]]);
  const body = await placingBody(browser);
  const [placed, changed] = await Promise.all([place(browser, body), change(browser, products[1]!, 2)]);
  expect(changed.body.status).toBe(1);
  const shown = { due: placed.body.due, code: placed.body.code };
  expect([{ due: body.expected_due }, { code: 'cart_changed' }]).toContainEqual(
    placed.body.status === 1 ? { due: shown.due } : { code: shown.code },
  );
});

it('leaves the money of people in order', async () => {
  expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
});
