import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addConsultant, addPerson, addProduct, type Answer, type Browser, browserOf, call, cartOf, change } from '#tests/cart/shop-people.ts'; // prettier-ignore
import { buyerWith, giveBonus, payByCard, place, placingBody, putOnAccount } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const list = async (browser: Browser, body: object = {}) =>
  (await call(browser, 'POST', '/api/order/fetch-orders', body)).body;
const ids = (body: Answer['body']): number[] => body.orders.map(({ id }: { id: number }) => id);

describe('the list', () => {
  let browser: Browser;
  let placed: number[];
  beforeAll(async () => {
    const cream = await addProduct(shop, { title: 'Крем дневной «Роса»' });
    const tea = await addProduct(shop, { title: 'Иван-чай 100%_листовой' });
    const userId = await addPerson(shop);
    browser = await buyerWith(shop, [], { userId });
    placed = [];
    const days = ['2026-10-05T10:00:00Z', '2026-10-31T20:30:00Z', '2026-11-01T10:00:00Z'];
    for (const [at, day] of days.entries()) {
      shop.clock.now = new Date(day);
      await change(browser, at === 1 ? cream : tea, at + 1);
      await change(browser, at === 0 ? cream : tea, 1);
      placed.push((await place(browser, await placingBody(browser))).body.exp_id);
      await payByCard(shop, placed[at]!);
    }
    shop.clock.now = new Date('2026-11-21T09:00:00Z');
    await shop.db.execute(sql`update orders set status = 6 where id = ${placed[0]}`);
    await shop.db.execute(sql`update orders set status = 7 where id = ${placed[1]}`);
  });

  it('is newest first, in pages, with the numbers of every filter', async () => {
    const all = await list(browser);
    expect([ids(all), all.total, all.counts]).toEqual([
      placed.toReversed(),
      3,
      { all: 3, awaiting: 0, moving: 1, ready: 0, deferred: 0, received: 1, cancelled: 1 },
    ]);
    expect([ids(await list(browser, { per_page: 2, page: 2 })), (await list(browser, { page: 9 })).total]).toEqual([
      [placed[0]],
      3,
    ]);
    expect(ids(await list(browser, { sort: 'created_at-asc' }))).toEqual(placed);
  });

  it('names the first product of each order, its own', async () => {
    const { orders } = await list(browser);
    expect(orders.map(({ first_item: first }: { first_item: { title: string } }) => first.title)).toEqual([
      'Иван-чай 100%_листовой',
      'Крем дневной «Роса»',
      'Иван-чай 100%_листовой',
    ]);
  });

  it('is filtered by status, by days in Moscow, by number and by words of a product', async () => {
    expect([ids(await list(browser, { status: 'received' })), ids(await list(browser, { status: 2 }))]).toEqual([
      [placed[0]],
      [placed[2]],
    ]);
    const october = await list(browser, { period: { from: '2026-10-01', to: '2026-10-31' } });
    expect([ids(october), october.counts.all]).toEqual([[placed[1], placed[0]], 2]);
    expect(ids(await list(browser, { q: `№ ${placed[1]}` }))).toEqual([placed[1]]);
    expect(ids(await list(browser, { q: 'роса' }))).toEqual([placed[1], placed[0]]);
    // Signs of patterns are letters like any other.
    expect(ids(await list(browser, { q: '0%_л' }))).toHaveLength(3);
    expect(ids(await list(browser, { q: '0%%л' }))).toEqual([]);
    expect((await list(browser, { period: { from: 'вчера' } })).code).toBe('validation');
  });

  it('is one’s own', async () => {
    const other = await browserOf(shop, { userId: await addPerson(shop) });
    expect((await list(other)).total).toBe(0);
    expect((await call(await browserOf(shop), 'POST', '/api/order/fetch-orders', {})).http).toBe(401);
  });
});

describe('one order', () => {
  it('tells its owner everything, and a link of a guest no contact and no issue code', async () => {
    const product = await addProduct(shop, { title: 'Омега-3', actualPrice: 99_000, isBad: true });
    const browser = await buyerWith(shop, [[product, 2]]);
    const { body } = await place(browser, await placingBody(browser));
    await payByCard(shop, body.exp_id);
    await shop.db.execute(sql`update orders set issue_code = '4817' where id = ${body.exp_id}`);
    const stranger = await browserOf(shop);
    const { body: answer } = await call(stranger, 'GET', `/api/order/by-token/${body.public_token}`);
    expect(answer.order).toMatchObject({
      number: body.exp_id,
      status: { id: 2, name: 'Оплачен' },
      recipient: { name: 'Вера С.', phone: '+7 9** ***-**-11', email: 'v***@mail.test' },
      issue_code: null,
      sum_balls: null,
      view: 'guest-start',
    });
    expect(answer.order.items).toMatchObject([{ title: 'Омега-3', quantity: 2, sum: 198_000, balls: null, is_bad: true }]); // prettier-ignore
    expect(answer.order.history.map((step: { id: number }) => step.id)).toEqual([0, 1, 2]);
    expect(JSON.stringify(answer)).not.toMatch(/\+79000000211|vera@|Соколова|4817/);
    expect((await call(stranger, 'GET', `/api/order/by-token/${'A'.repeat(22)}`)).http).toBe(404);
    expect((await call(stranger, 'GET', '/api/order/by-token/short')).http).toBe(400);
  });

  it('keeps a comment until it is packed', async () => {
    const product = await addProduct(shop);
    const browser = await buyerWith(shop, [[product, 1]], { userId: await addPerson(shop) });
    const { body } = await place(browser, await placingBody(browser));
    const comment = (text: string) =>
      call(browser, 'POST', '/api/order/comment', { exp_id: body.exp_id, comment: text });
    expect((await comment(' Заберёт мама ')).body.order).toMatchObject({ comment: 'Заберёт мама', view: 'order-comment' }); // prettier-ignore
    await shop.db.execute(sql`update orders set status = 4 where id = ${body.exp_id}`);
    expect((await comment('Нет, папа')).body.code).toBe('order_closed');
  });
});

describe('spending accounts', () => {
  const spend = (browser: Browser, account_type: number, amount: number, more: object = {}) =>
    call(browser, 'POST', '/cart/spend', { account_type, category: 'order', amount, ...more });

  it('keeps the wish with the cart, tells the due, and refuses in words what cannot be', async () => {
    const product = await addProduct(shop, { actualConsPrice: 100_000 });
    const userId = await addConsultant(shop);
    await putOnAccount(shop, userId, 0, 50_000);
    await giveBonus(shop, userId, 70_000);
    const browser = await buyerWith(shop, [[product, 1]], { userId });
    const first = await spend(browser, 2, 30_000, { delivery_cost: 22_000 });
    expect(first.body).toMatchObject({ status: 1, due: 92_000, spend: { 2: { order: 30_000, delivery: 0 } } });
    expect((await cartOf(browser)).spend[2]).toEqual({ order: 30_000, delivery: 0 });
    expect((await spend(browser, 2, 30_001)).body).toMatchObject({ code: 'limit_exceeded', details: { most: 30_000 } });
    expect((await spend(browser, 2, 1, { category: 'delivery' })).body.code).toBe('limit_exceeded');
    expect((await spend(browser, 0, 50_001)).body).toMatchObject({ code: 'insufficient_funds', details: { most: 50_000 } }); // prettier-ignore
    const ls = await spend(browser, 0, 40_000, { delivery_cost: 22_000 });
    expect(ls.body.due).toBe(52_000);
    expect((await spend(browser, 0, 10_001, { category: 'delivery', delivery_cost: 22_000 })).body.details.most).toBe(10_000); // prettier-ignore
    for (const amount of [-1, 0.5, 1e12]) expect((await spend(browser, 0, amount)).body.code).toBe('validation');
    expect((await spend(browser, 0, 1, { debitUse: true })).http).toBe(403);
    expect((await spend(browser, 2, 0)).body.spend[2]).toEqual({ order: 0, delivery: 0 });
  });

  it('an account that holds less than was counted on is a refusal that one tap accepts', async () => {
    const product = await addProduct(shop, { actualConsPrice: 100_000 });
    const userId = await addConsultant(shop);
    await putOnAccount(shop, userId, 0, 50_000);
    const browser = await buyerWith(shop, [[product, 1]], { userId });
    await spend(browser, 0, 50_000);
    const body = await placingBody(browser, { expected_due: 50_000 });
    await putOnAccount(shop, userId, 0, -20_000);
    const refused = await place(browser, body);
    expect(refused.body).toMatchObject({
      code: 'insufficient_funds',
      details: { changes: [{ kind: 'spend', account_type: 0, from: 50_000, to: 30_000 }], due: { to: 70_000 } },
    });
    const { changes, due } = refused.body.details;
    expect((await place(browser, { ...body, accepted: changes, expected_due: due.to })).body.status).toBe(1);
  });

  it('a debt is collected with the order, and repaid when it is paid', async () => {
    const product = await addProduct(shop, { actualConsPrice: 100_000 });
    const userId = await addConsultant(shop);
    await putOnAccount(shop, userId, 0, -35_000);
    const browser = await buyerWith(shop, [[product, 1]], { userId });
    expect((await place(browser, await placingBody(browser))).body).toMatchObject({ status: 0, details: { due: { to: 135_000 } } }); // prettier-ignore
    const { body } = await place(browser, await placingBody(browser, { expected_due: 135_000 }));
    await payByCard(shop, body.exp_id);
    const { rows } = await shop.db.execute(sql`select balance_kop::int as balance from accounts where owner_id = ${userId}`); // prettier-ignore
    expect(rows).toEqual([{ balance: 0 }]);
    const cancelled = await call(browser, 'POST', '/user/order/cancel', { exp_id: body.exp_id });
    expect(cancelled.body.order).toMatchObject({ refunded: 100_000, debt: 35_000 });
  });
});
