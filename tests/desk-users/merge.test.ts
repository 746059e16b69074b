import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { act, cardOf, type Desk, journalOf, openDeskOf, runJobs } from '#tests/desk-users/desk-users-people.ts';
import { act as actOnOrder } from '#tests/desk/desk-people.ts';
import {
  addConsultant,
  addPerson,
  addProduct,
  browserOf,
  call,
  cartOf,
  change,
  quantities,
} from '#tests/cart/shop-people.ts';
import {
  accountsOf,
  buyerWith,
  giveBonus,
  oweBonus,
  payByCard,
  place,
  placingBody,
  putOnAccount,
} from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/rights.md#one-person-two-accounts.

let shop: TestShop;
let desk: Desk;
let cream: number;
let soap: number;
beforeAll(async () => {
  shop = await openShop();
  desk = await openDeskOf(shop);
  cream = await addProduct(shop, { stockQty: 1000, actualPrice: 300_000, actualConsPrice: 200_000 });
  soap = await addProduct(shop, { stockQty: 1000 });
});
beforeEach(() => {
  shop.clock.now = new Date('2026-11-21T09:00:00Z');
});
afterAll(() => shop.close());

const merge = async (kept: number, gone: number, more = {}) => {
  const { person } = await cardOf(desk, gone);
  return act(desk, 'merge', kept, { gone_id: gone, gone_version: person?.version ?? 0, ...more });
};
const preview = async (kept: number, gone: number) =>
  (await call(desk.browser, 'POST', '/api/desk/users/preview-merge', { user_id: kept, gone_id: gone })).body;
const isWhole = async () =>
  damagedIn(await checkLedger(shop.db, shop.clock.now)).map(({ name, first }) => [name, first]);

/** An order of two creams paid partly from ЛС, КС and БС, the rest by card. */
async function paidOrder(userId: number): Promise<number> {
  await putOnAccount(shop, userId, 0, 50_000);
  await putOnAccount(shop, userId, 1, 40_000);
  await giveBonus(shop, userId, 30_000);
  const browser = await buyerWith(shop, [[cream, 2]], { userId });
  let due = (await cartOf(browser))['result'].sum_amount as number;
  for (const [account_type, amount] of [
    [2, 20_000],
    [1, 30_000],
    [0, 10_000],
  ] as const)
    due = (await call(browser, 'POST', '/cart/spend', { account_type, category: 'order', amount })).body[
      'due'
    ] as number;
  const { body } = await place(browser, await placingBody(browser, { expected_due: due }));
  await payByCard(shop, body['exp_id'] as number);
  return body['exp_id'] as number;
}

describe('two accounts of one person', () => {
  it('become one: everything is shown before and is there after, money to the kopeck, the ledger is whole', async () => {
    const kept = await addPerson(shop, { name: 'Анна Полякова', email: 'anna@mail.test' });
    const gone = await addPerson(shop, { name: 'Анна П.', email: 'anna2@mail.test', phone: '+79000000401' });
    const orderId = await paidOrder(gone);
    const browser = await browserOf(shop, { userId: gone });
    const own = await browserOf(shop, { userId: kept });
    await change(browser, soap, 2);
    await change(own, soap, 1);
    for (const id of [cream, soap]) await call(browser, 'PUT', `/favorite-products/${id}`);
    await call(own, 'PUT', `/favorite-products/${soap}`);
    await shop.db
      .execute(sql`insert into delivery_addresses (user_id, country_id, post_index, city, street, house, recipient_name,
      recipient_phone, phone_country, is_default) values (${gone}, 1, '630000', 'Новосибирск', 'Мира', '1', 'Анна', '+79000000401', 'ru', true)`);
    await shop.db.execute(
      sql`insert into courses (id, position, title, description, audience) values (1, 1, 'К', '', 'all') on conflict do nothing`,
    );
    for (const [id, event] of [[kept, 'order:1'], [gone, 'order:1'], [gone, 'order:2']] as const)
      await shop.db.execute(sql`insert into notifications (user_id, event, title, text, path, is_pushed, created_at)
        values (${id}, ${event}, 'Заказ', 'Собран', '/user/orders', false, now())`); // prettier-ignore
    const shown = await preview(kept, gone);
    expect(shown).toMatchObject({
      obstacles: [],
      plan: {
        orders: 1,
        addresses: 1,
        favourites: 1,
        cart: 2,
        lessons: 0,
        email: null,
        phone: '+79000000401',
        money: { ls: 40_000, ks: 10_000, bs: 10_000 },
      },
    });
    const done = await merge(kept, gone);
    expect(done.body).toMatchObject({
      person: { id: kept, phone: '+79000000401', email: 'anna@mail.test' },
      orders: 1,
    });
    expect(await accountsOf(shop, kept)).toEqual({ 0: [40_000, 0], 1: [10_000, 0], 2: [10_000, 0] });
    expect(await accountsOf(shop, gone)).toEqual({ 0: [0, 0], 1: [0, 0], 2: [0, 0] });
    expect(quantities(await cartOf(own))).toEqual({ [soap]: 3 });
    const data = (await call(own, 'GET', '/user/data')).body;
    expect(data['favoriteProducts'].toSorted()).toEqual([cream, soap].toSorted());
    expect((await call(own, 'GET', `/api/order/${orderId}`)).http).toBe(200);
    expect((await call(own, 'GET', '/api/addresses')).body['addresses']).toHaveLength(1);
    const inbox = await shop.db.execute<{ event: string }>(
      sql`select event from notifications where user_id = ${kept} and event in ('order:1', 'order:2') order by event`,
    );
    expect(inbox.rows.map(({ event }) => event)).toEqual(['order:1', 'order:2']);
    expect((await call(browser, 'GET', '/user/data')).body['user'].isGuest).toBe(true);
    expect(await isWhole()).toEqual([]);
    expect((await journalOf(shop, kept))[0]).toMatchObject({
      act: 'deskMergeUsers',
      after: { 'Объединена с': `Анна П., кабинет № ${gone}` },
    });
    expect(await journalOf(shop, gone)).toHaveLength(1);
    expect((await cardOf(desk, gone)).closed).toContain('объединена');
    expect((await merge(kept, gone)).body.code).toBe('not_possible');

    // A refund of half the old order returns to the account that is left: the gift first, then КС.
    const { rows } = await shop.db.execute<{ id: number }>(sql`select id from order_lines where order_id = ${orderId}`);
    const lines = [{ line_id: rows[0]?.id, pieces: 1 }];
    const back = await actOnOrder(desk.browser, 'refund', { exp_id: orderId, version: 1, lines, reason: 'Брак' });
    expect(back.body.code).toBeUndefined();
    const after = await accountsOf(shop, kept);
    expect([after[0]?.[0], after[1]?.[0], after[2]?.[0]]).toEqual([40_000, 20_000, 30_000]);
    expect(await accountsOf(shop, gone)).toEqual({ 0: [0, 0], 1: [0, 0], 2: [0, 0] });
    expect(await isWhole()).toEqual([]);
  });

  it('each gift keeps its day, what has burnt burns', async () => {
    const [kept, gone] = [await addPerson(shop), await addPerson(shop)];
    await giveBonus(shop, gone, 1_000);
    shop.clock.now = new Date('2026-12-21T09:00:00Z');
    await giveBonus(shop, gone, 2_000);
    shop.clock.now = new Date('2027-02-25T09:00:00Z');
    // The session of the morning in November is long over.
    const browser = await browserOf(shop, { userId: desk.id });
    const body = { gone_id: gone, gone_version: 0 };
    expect((await act({ ...desk, browser }, 'merge', kept, body)).body.code).toBeUndefined();
    const { rows } = await shop.db.execute(sql`select g.left_kop::int as left, g.expires_at::date::text as day
      from grants g join accounts a on a.id = g.account_id where a.owner_id = ${kept}`);
    expect(rows).toEqual([{ left: 2_000, day: '2027-03-21' }]);
    await runJobs(shop, 'accounts.expire-grants');
    expect(await isWhole()).toEqual([]);
  });

  it('one written down under the other goes one up with the next month', async () => {
    const top = await addConsultant(shop);
    const gone = await addConsultant(shop, { sponsorId: top });
    const kept = await addConsultant(shop, { sponsorId: gone });
    expect((await merge(kept, gone)).body.move).toMatchObject({ to: { id: top }, period: 202_612 });
  });
});

describe('refused, with nothing moved', () => {
  const why = async (kept: number, gone: number): Promise<string[]> => {
    const [{ obstacles }, refused] = [await preview(kept, gone), await merge(kept, gone)];
    expect(refused.body.code).toBe('not_possible');
    return obstacles as string[];
  };
  it('the same account, one’s own, one of the desk, one that is not confirmed', async () => {
    const id = await addPerson(shop);
    expect(await why(id, id)).toEqual(['Это одна и та же запись']);
    expect((await why(desk.id, id))[0]).toContain('Свою запись');
    const staff = await openDeskOf(shop, { name: 'Игорь Крылов' });
    expect((await why(id, staff.id))[0]).toContain('права хозяйства');
    expect((await why(await addPerson(shop, { role: 'user' }), id))[0]).toContain('подтверждена');
    expect((await merge(999_999, id)).http).toBe(404);
    expect((await merge(id, 999_999)).http).toBe(404);
  });
  it('both have a structure; only the one that goes has it; a consultant into a client', async () => {
    const [a, b, client] = [await addConsultant(shop), await addConsultant(shop), await addPerson(shop)];
    await addPerson(shop, { sponsorId: b });
    expect((await why(a, b))[0]).toContain('Люди есть под записью, которая закроется');
    await addPerson(shop, { sponsorId: a });
    expect((await why(a, b))[0]).toContain('Под обеими');
    expect((await why(client, await addConsultant(shop)))[0]).toContain('Оставьте запись консультанта');
  });
  it('an order that waits, a debt, points of an open month, a move that waits', async () => {
    const [kept, gone] = [await addPerson(shop), await addPerson(shop)];
    const browser = await buyerWith(shop, [[soap, 1]], { userId: gone });
    await place(browser, await placingBody(browser));
    expect((await why(kept, gone))[0]).toContain('ждёт оплаты');
    const debtor = await addPerson(shop);
    await oweBonus(shop, debtor, 100);
    expect((await why(kept, debtor))[0]).toContain('долг');
    const [a, b] = [await addConsultant(shop), await addConsultant(shop)];
    await shop.db.execute(
      sql`insert into points_events (period, user_id, half, amount_kop, kind) values (202611, ${b}, 10, 0, 'order')`,
    );
    expect((await why(a, b))[0]).toContain('баллы месяца');
  });
  it('somebody has decided about one of the two since', async () => {
    const [kept, gone] = [await addPerson(shop), await addPerson(shop)];
    await act(desk, 'readonly', gone, { readonly: true });
    expect((await merge(kept, gone, { gone_version: 0 })).body.code).toBe('person_changed');
  });
  it('both ways at the same moment: one of the two is done', async () => {
    const [a, b] = [await addPerson(shop), await addPerson(shop)];
    const both = await Promise.all([merge(a, b), merge(b, a)]);
    expect(both.filter(({ body }) => body.code === undefined)).toHaveLength(1);
    const { rows } = await shop.db.execute(
      sql`select count(*)::int as gone from users where id in (${a}, ${b}) and merged_into is not null`,
    );
    expect(rows).toEqual([{ gone: 1 }]);
  });
});
