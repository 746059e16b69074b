import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { postRetailIncome, RETAIL_DAYS } from '#server/features/retail-income/retail.commands.ts';
import { takeBackRetail } from '#server/features/retail-income/take-back.ts';
import { by, inDays, KS, nextKey, NOW, stored } from '#tests/accounts/ledger-people.ts';
import { addConsultant, addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { addOrder } from '#tests/payments/paying-shop.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/money.md#retail-difference, on the real database.

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.close());
let cons: number;
let client: number;
beforeEach(async () => {
  shop.clock.now = NOW;
  cons = await addConsultant(shop, { name: 'Мария Соколова' });
  client = await addPerson(shop, { role: 'client', sponsorId: cons });
});
/** Three creams at 490 ₽ that cost a consultant 377,31 ₽: 112,69 ₽ a piece. */
const PIECE = 49_000 - 37_731;
const received = (more: object = {}, daysAgo = RETAIL_DAYS) =>
  addOrder(shop, {
    userId: client,
    pointsUserId: cons,
    status: 6,
    statusAt: inDays(-daysAgo),
    paymentType: 0,
    ...more,
  });
const post = (now = NOW) => postRetailIncome(shop.db, { now });
const balance = async (id = cons) => (await stored(shop.db, id, KS))?.balance ?? 0;
const damage = async () =>
  damagedIn(await checkLedger(shop.db, NOW)).map(({ name }) => name).filter((name) => name !== 'orders'); // prettier-ignore

it('comes fourteen days after the order was received, not a day before, and once', async () => {
  await received({}, RETAIL_DAYS - 1);
  await post();
  expect(await balance()).toBe(0);
  expect(await post(inDays(1))).toBe(1);
  await Promise.all([post(inDays(2)), post(inDays(2))]);
  expect(await balance()).toBe(3 * PIECE);
  // The rows of the orders themselves were written past the till.
  expect(await damage()).toEqual([]);
});

it('counts what was kept, line by line and never below zero', async () => {
  const { id } = await received();
  await shop.db.execute(sql`update order_lines set returned_quantity = 1 where order_id = ${id}`);
  const dear = await received();
  await shop.db.execute(sql`update order_lines set cons_price_kop = 60000 where order_id = ${dear.id}`);
  expect(await post()).toBe(2);
  expect(await balance()).toBe(2 * PIECE);
  // An order that brought nothing is counted too: it is not looked at again.
  expect(await post()).toBe(0);
});

it("is nobody's for one's own order, for a stranger's, for one that is not received", async () => {
  await received({ userId: cons });
  await received({ pointsUserId: null });
  for (const status of [2, 5, 7, 9]) await received({ status });
  await received({ cartKind: 'wholesale' });
  expect(await post()).toBe(0);
  expect(await balance()).toBe(0);
});

it('goes to whoever has taken the account over', async () => {
  const heir = await addConsultant(shop);
  await shop.db.execute(sql`update users set merged_into = ${heir} where id = ${cons}`);
  await received();
  await post();
  expect([await balance(), await balance(heir)]).toEqual([0, 3 * PIECE]);
});

it('tells where it comes from, to whom it belongs and to nobody else, without the buyer', async () => {
  const { id } = await received();
  await post();
  const ask = async (userId: number) =>
    (await call(await browserOf(shop, { userId }), 'POST', '/user/retail-income', { order_id: id })).body;
  const told = await ask(cons);
  expect(told).toEqual({
    status: 'success', order_id: id, amount: 3 * PIECE, back: 0,
    lines: [{ title: 'Крем «Роса»', quantity: 3, paid: 49_000, cons: 37_731, amount: 3 * PIECE }],
  }); // prettier-ignore
  expect(JSON.stringify(told)).not.toContain('Анна');
  expect((await ask(await addConsultant(shop))).message).toBe('Такого начисления нет');
  const history = await call(await browserOf(shop, { userId: cons }), 'GET', '/user/bonus-history?kind=retail');
  expect(history.body.items[0]).toMatchObject({
    title: 'Розничная разница',
    amount: 3 * PIECE,
    ref: { type: 'order', id },
  });
});

it('that was posted with another sum is found by the check', async () => {
  const { id } = await received();
  await post();
  expect(await damage()).toEqual([]);
  await shop.db.execute(sql`update retail_income set amount_kop = amount_kop + 1 where order_id = ${id}`);
  expect(await damage()).toEqual(['retail-income']);
  await shop.db.execute(sql`update retail_income set amount_kop = amount_kop - 1 where order_id = ${id}`);
});

/** Pieces came back: the order as the return leaves it, and the jobs that it has sent. */
const back = (id: number, pieces: number) =>
  shop.db.execute(sql`update order_lines set returned_quantity = ${pieces} where order_id = ${id}`);
const takeBack = (id: number) => takeBackRetail(shop.db, id, NOW);

it('is taken back for pieces that came back after it was counted, each once, also when it was spent', async () => {
  const { id } = await received();
  await post();
  await back(id, 1);
  expect(await Promise.all([takeBack(id), takeBack(id)]).then((taken) => taken.toSorted((a, b) => a - b))).toEqual([0, PIECE]); // prettier-ignore
  expect(await balance()).toBe(2 * PIECE);
  await shop.db.transaction((tx) => postLedger(tx, { ...by, key: nextKey('spent'), ref: { type: 'desk', id: 1 }, kind: 'order_spend', entries: [{ account: { ownerId: cons, type: KS }, amountKop: -2 * PIECE }, { account: { house: 'sales' }, amountKop: 2 * PIECE }] })); // prettier-ignore
  await back(id, 3);
  expect([await takeBack(id), await takeBack(id), await balance()]).toEqual([2 * PIECE, 0, -2 * PIECE]);
  expect(await damage()).toEqual([]);
  const browser = await browserOf(shop, { userId: cons });
  const history = await call(browser, 'GET', '/user/bonus-history?kind=correction');
  expect(history.body.items[0]).toMatchObject({ title: 'Розничная разница: покупатель вернул товар', amount: -2 * PIECE, ref: { type: 'order', id } }); // prettier-ignore
  const told = await call(browser, 'POST', '/user/retail-income', { order_id: id });
  expect(told.body).toMatchObject({ amount: 3 * PIECE, back: 3 * PIECE });
});

it('is taken back whole with an order that went back whole, and from whoever has taken the account over', async () => {
  const { id } = await received();
  await post();
  const heir = await addConsultant(shop);
  await shop.db.execute(sql`update users set merged_into = ${heir} where id = ${cons}`);
  await shop.db.execute(sql`update orders set status = 9 where id = ${id}`);
  expect([await takeBack(id), await balance(heir)]).toEqual([3 * PIECE, -3 * PIECE]);
  expect(await damage()).toEqual([]);
  // What brought nothing, or was never counted, is left alone.
  expect(await takeBack((await received()).id)).toBe(0);
});

it('the check finds what was taken beside the rows, and more than was given', async () => {
  const { id } = await received();
  await post();
  await back(id, 1);
  await takeBack(id);
  await shop.db.execute(sql`update retail_backs set amount_kop = amount_kop + 1 where order_id = ${id}`);
  expect(await damage()).toEqual(['retail-backs']);
  await shop.db.execute(sql`update retail_backs set amount_kop = amount_kop - 1 where order_id = ${id}`);
});
