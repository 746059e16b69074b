import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { GRANTED_AFTER_DAYS, grantHello } from '#server/features/hello-bonus/hello.commands.ts';
import { grantHelloBonus, tellHello } from '#server/features/hello-bonus/hello.jobs.ts';
import { openGates } from '#server/gates/gates.ts';
import { BS, inDays, NOW, stored } from '#tests/accounts/ledger-people.ts';
import { addConsultant, addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { addOrder } from '#tests/payments/paying-shop.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/delivery.md#hello: the notice in the cart promises 500 ₽, and here they come.

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.close());
let me: number;
const registered = (id: number, days: number) =>
  shop.db.execute(sql`update users set registered_at = ${inDays(days).toISOString()}::timestamptz where id = ${id}`);
beforeEach(async () => {
  shop.clock.now = NOW;
  me = await addPerson(shop, { role: 'client' });
  await registered(me, -40);
});
/** Seven creams at 490 ₽, ordered twenty days ago: on the twentieth day after the registration. */
async function firstOrder(more: object = {}, pieces = 7): Promise<number> {
  const { id } = await addOrder(shop, {
    userId: me,
    status: 6,
    statusAt: inDays(-GRANTED_AFTER_DAYS),
    createdAt: inDays(-20),
    goodsKop: pieces * 49_000,
    paymentType: 0,
    ...more,
  });
  await shop.db.execute(
    sql`update order_lines set quantity = ${pieces}, placed_quantity = ${pieces} where order_id = ${id}`,
  );
  return id;
}
const grant = (now = NOW) => grantHello(shop.db, { now });
const balance = async (id = me) => (await stored(shop.db, id, BS))?.balance ?? 0;
const damage = async () =>
  damagedIn(await checkLedger(shop.db, NOW)).map(({ name }) => name).filter((name) => name !== 'orders'); // prettier-ignore

it('comes fourteen days after the first order was received, not a day before, and once', async () => {
  await firstOrder({ statusAt: inDays(1 - GRANTED_AFTER_DAYS) });
  await grant();
  expect(await balance()).toBe(0);
  expect(await grant(inDays(1))).toBe(1);
  await Promise.all([grant(inDays(1)), grant(inDays(2))]);
  expect(await balance()).toBe(50_000);
  expect(await damage()).toEqual([]);
});

it('comes once when two nights run at the same time', async () => {
  await firstOrder();
  const granted = await Promise.all([grant(), grant(), grant()]);
  expect(granted.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(await balance()).toBe(50_000);
});

it('is a gift for ninety days, named in the history with its order', async () => {
  const id = await firstOrder();
  await grant();
  const { rows } = await shop.db.execute<{ days: number }>(sql`
    select extract(epoch from g.expires_at - ${NOW.toISOString()}::timestamptz)::float8 / 86400 as days
    from grants g join accounts a on a.id = g.account_id where a.owner_id = ${me}`);
  expect(rows).toEqual([{ days: 90 }]);
  const history = await call(await browserOf(shop, { userId: me }), 'GET', '/user/bonus-history?kind=gift');
  expect(history.body.items[0]).toMatchObject({
    title: 'Приветственный бонус',
    amount: 50_000,
    ref: { type: 'order', id },
  });
});

it.each([
  ['below 3 000 ₽', {}, 6],
  ['of goods below 3 000 ₽ after the discount', { discountKop: 50_000 }, 7],
  ['placed more than thirty days after the registration', { createdAt: inDays(-9) }, 7],
  ['placed before the registration', { createdAt: inDays(-41) }, 7],
  ['cancelled', { status: 7 }, 7],
  ['sent back', { status: 9 }, 7],
  ['sent and not received', { status: 5 }, 7],
  ['of a wholesale cart', { cartKind: 'wholesale' }, 7],
  ['of the demo', { isDemo: true }, 7],
])('nothing for an order %s', async (_what, more, pieces) => {
  await firstOrder(more, pieces);
  expect(await grant()).toBe(0);
});

it('nothing for a second order; a cancelled one before it does not count', async () => {
  const first = await firstOrder({}, 2);
  const second = await firstOrder();
  expect(await grant()).toBe(0);
  await shop.db.execute(sql`update orders set status = 7 where id = ${first}`);
  expect(await grant()).toBe(1);
  expect(second).toBeGreaterThan(first);
});

it('nothing when so much was sent back that less than 3 000 ₽ stayed, and nothing for lines of a promotion', async () => {
  const id = await firstOrder();
  await shop.db.execute(sql`update order_lines set returned_quantity = 1 where order_id = ${id}`);
  expect(await grant()).toBe(0);
  await shop.db.execute(sql`update order_lines set returned_quantity = 0, cart_type = 37 where order_id = ${id}`);
  expect(await grant()).toBe(0);
  await shop.db.execute(sql`update order_lines set cart_type = 0 where order_id = ${id}`);
  expect(await grant()).toBe(1);
});

it('nothing for staff and wholesale buyers; a client who has become a consultant keeps it', async () => {
  await firstOrder();
  for (const role of ['optovik', 'punkt', 'staff']) {
    await shop.db.execute(sql`update users set role = ${role} where id = ${me}`);
    expect(await grant()).toBe(0);
  }
  await shop.db.execute(sql`update users set role = 'cons' where id = ${me}`);
  expect(await grant()).toBe(1);
});

it('goes to whoever has taken the account over', async () => {
  const heir = await addConsultant(shop);
  await firstOrder();
  await shop.db.execute(sql`update users set merged_into = ${heir} where id = ${me}`);
  await grant();
  expect([await balance(), await balance(heir)]).toEqual([0, 50_000]);
});

it('is told once, by the inbox', async () => {
  const id = await firstOrder();
  const work = { db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), env: shop.env, now: () => NOW, signal: AbortSignal.timeout(60_000) }; // prettier-ignore
  await grantHelloBonus.handle(work, {});
  await grantHelloBonus.handle(work, {});
  const { rows } = await shop.db.execute<{ data: { orderId: number; userId: number } }>(
    sql`select data from pgboss.job where name = ${tellHello.name} and (data ->> 'orderId')::int = ${id}`,
  );
  expect(rows).toEqual([{ data: { orderId: id, userId: me } }]);
  await tellHello.handle(work, rows[0]!.data);
  await tellHello.handle(work, rows[0]!.data);
  const told = await shop.db.execute<{ title: string }>(sql`select title from notifications where user_id = ${me}`);
  expect(told.rows).toEqual([{ title: 'Приветственный бонус: 500\u00a0₽' }]);
});
