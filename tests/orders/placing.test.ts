import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { orderEvents, orderLines, orders } from '#server/db/tables/orders.ts';
import { consents } from '#server/db/tables/people.ts';
import { addConsultant, addPerson, addProduct, call, cartOf, change } from '#tests/cart/shop-people.ts';
import { allOrders, buyerWith, countRows, place, placingBody, stockOf } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const orderOf = async (id: number) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!;

describe('a whole order in one call', () => {
  it('of a guest: lines frozen, stock taken, cart empty, payment begun, consents and history kept', async () => {
    const tea = await addProduct(shop, { title: 'Иван-чай', actualPrice: 22_000, stockQty: 12, weightGrams: 100 });
    const cream = await addProduct(shop, { title: 'Крем', actualPrice: 61_000, stockQty: 50, vatKind: 'reduced' });
    const guestId = randomUUID();
    const browser = await buyerWith(shop, [[tea, 3], [cream, 1]], { guestId }); // prettier-ignore
    const { http, body } = await place(browser, await placingBody(browser, { comment: ' Позвоните ' }));
    expect([http, body.status, body.due, body.paid, body.link]).toEqual([200, 1, 127_000, false, null]);
    expect(body.exp_id).toBeGreaterThanOrEqual(30_001);
    expect(body.public_token).toMatch(/^[\w-]{22}$/);
    expect(body.redirect).toBe(`/order/${body.public_token}`);

    const order = await orderOf(body.exp_id);
    expect(order).toMatchObject({ status: 1, guestId, userId: null, goodsKop: 127_000, dueKop: 127_000, comment: 'Позвоните', itemsCount: 4, version: 1 }); // prettier-ignore
    expect(order.payUntil.getTime() - order.createdAt.getTime()).toBe(5 * 86_400_000);
    const lines = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).orderBy(orderLines.position); // prettier-ignore
    expect(lines.map(({ title, quantity, priceKop, vatPercent }) => [title, quantity, priceKop, vatPercent])).toEqual([
      ['Иван-чай', 3, 22_000, 22],
      ['Крем', 1, 61_000, 10],
    ]);
    expect([await stockOf(shop, tea), await stockOf(shop, cream)]).toEqual([9, 49]);
    expect((await cartOf(browser)).result).toMatchObject({ count: 0, sum_amount: 0 });
    const kept = await shop.db.select().from(consents).where(eq(consents.guestId, guestId));
    expect(kept.map(({ purpose, orderId }) => [purpose, orderId])).toEqual([
      ['order', order.id],
      ['delivery', order.id],
      ['offer', order.id],
    ]);
    const events = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(events.map(({ status, actor }) => [status, actor])).toEqual([
      [0, 'buyer'],
      [1, 'buyer'],
    ]);
    const { rows } = await shop.db.execute(
      sql`select code, amount_kop::int, status from payments where order_id = ${order.id}`,
    );
    expect(rows).toEqual([{ code: 1, amount_kop: 127_000, status: 'created' }]);
  });

  it('of an account at its own prices, with the points of whoever earns them', async () => {
    const product = await addProduct(shop, { actualPrice: 50_000, actualConsPrice: 38_500, ballsHalf: 15 });
    const consultant = await addConsultant(shop);
    const client = await addPerson(shop, { sponsorId: consultant });
    const own = await buyerWith(shop, [[product, 2]], { userId: consultant });
    const theirs = await buyerWith(shop, [[product, 2]], { userId: client });
    const placed = [await place(own, await placingBody(own)), await place(theirs, await placingBody(theirs))];
    const [first, second] = await Promise.all(placed.map(({ body }) => orderOf(body.exp_id)));
    expect(first).toMatchObject({ goodsKop: 77_000, priceType: 1, pointsUserId: consultant, ballsHalf: 30, publicToken: null }); // prettier-ignore
    expect(second).toMatchObject({ goodsKop: 100_000, priceType: 0, pointsUserId: consultant, userId: client });
    expect(placed[0]?.body).toMatchObject({ redirect: `/user/orders/${first?.id}` });
    expect(placed[0]?.body.public_token).toBeUndefined();
  });

  it('takes no word of the client about money', async () => {
    const product = await addProduct(shop, { actualPrice: 50_000 });
    const browser = await buyerWith(shop, [[product, 1]]);
    const forged = {
      ...(await placingBody(browser)),
      spend: { 0: { order: 50_000, delivery: 0 } },
      price: 1,
      discount: 49_999,
      status: 2,
      user_id: 1,
      due: 0,
    };
    const { body } = await place(browser, forged);
    expect(await orderOf(body.exp_id)).toMatchObject({ goodsKop: 50_000, dueKop: 50_000, status: 1, userId: null });
  });
});

describe('once', () => {
  it('a double tap, a lost answer, a reload: one key, one order, one answer', async () => {
    const product = await addProduct(shop, { stockQty: 5 });
    const browser = await buyerWith(shop, [[product, 1]]);
    const body = await placingBody(browser);
    const key = randomUUID();
    const before = (await allOrders(shop)).length;
    const twice = await Promise.all([place(browser, body, key), place(browser, body, key)]);
    const answered = twice.filter(({ http }) => http === 200);
    expect(twice.every(({ http }) => http === 200 || http === 409)).toBe(true);
    const again = await place(browser, body, key);
    expect(again.replayed).toBe(true);
    for (const one of answered) expect(one.body).toEqual(again.body);
    expect((await allOrders(shop)).length).toBe(before + 1);
    expect(await stockOf(shop, product)).toBe(4);
  });

  it('two tabs with keys of their own: the second is answered with the order of the first', async () => {
    const product = await addProduct(shop, { stockQty: 5 });
    const browser = await buyerWith(shop, [[product, 2]]);
    const body = await placingBody(browser);
    const [one, two] = await Promise.all([place(browser, body), place(browser, body)]);
    expect(one.body.status).toBe(1);
    expect(two.body).toEqual(one.body);
    expect(await stockOf(shop, product)).toBe(3);
    const stale = await place(browser, { ...body, cart_version: body.cart_version - 1 });
    expect(stale.body).toMatchObject({ status: 0, code: 'cart_empty' });
  });
});

describe('what changed since is told whole and accepted by one tap', () => {
  it('price, stock and delivery at once', async () => {
    const omega = await addProduct(shop, { title: 'Омега-3', actualPrice: 99_000 });
    const tea = await addProduct(shop, { title: 'Иван-чай', actualPrice: 22_000, stockQty: 3 });
    const gone = await addProduct(shop, { title: 'Роса', actualPrice: 61_000, stockQty: 3 });
    const browser = await buyerWith(shop, [[omega, 1], [tea, 3], [gone, 1]]); // prettier-ignore
    const body = await placingBody(browser);
    await shop.db.update(products).set({ actualPrice: 104_000 }).where(eq(products.id, omega));
    await shop.db.update(products).set({ stockQty: 2 }).where(eq(products.id, tea));
    await shop.db.update(products).set({ stockQty: 0 }).where(eq(products.id, gone));
    const before = await countRows(shop);
    const refused = await place(browser, body);
    expect(refused.http).toBe(200);
    expect(refused.body).toMatchObject({
      status: 0,
      code: 'out_of_stock',
      details: {
        changes: [
          { kind: 'price', product_id: omega, title: 'Омега-3', quantity: 1, from: 99_000, to: 104_000 },
          { kind: 'stock', product_id: tea, price: 22_000, from: 3, to: 2 },
          { kind: 'stock', product_id: gone, price: 61_000, from: 1, to: 0 },
        ],
        due: { from: 226_000, to: 148_000 },
        can_accept: true,
      },
    });
    expect(await countRows(shop)).toEqual(before);

    const { changes, due, cart_version } = refused.body.details;
    const tap = { ...body, accepted: changes, expected_due: due.to, cart_version };
    // Prices move on: what was accepted is not what there is.
    await shop.db.update(products).set({ actualPrice: 110_000 }).where(eq(products.id, omega));
    const moved = await place(browser, tap);
    expect(moved.body).toMatchObject({ code: 'price_changed', details: { due: { from: 148_000, to: 154_000 } } });
    // A promise to pay anything accepts nothing that was not shown.
    expect((await place(browser, { ...tap, expected_due: 999_999 })).body.code).toBe('price_changed');
    const placed = await place(browser, {
      ...tap,
      accepted: moved.body.details.changes,
      expected_due: moved.body.details.due.to,
    });
    expect(placed.body).toMatchObject({ status: 1, due: 154_000 });
    expect(await stockOf(shop, tea)).toBe(0);
  });

  it('a fall in price is told by the amount, not asked', async () => {
    const product = await addProduct(shop, { actualPrice: 50_000 });
    const browser = await buyerWith(shop, [[product, 2]]);
    const body = await placingBody(browser);
    await shop.db.update(products).set({ actualPrice: 40_000 }).where(eq(products.id, product));
    expect((await place(browser, body)).body).toMatchObject({ status: 1, due: 80_000 });
  });

  it('a line that the cart already showed as sold out stays there, silently', async () => {
    const product = await addProduct(shop, { actualPrice: 50_000 });
    const gone = await addProduct(shop, { actualPrice: 61_000 });
    const browser = await buyerWith(shop, [[product, 1], [gone, 1]]); // prettier-ignore
    await shop.db.update(products).set({ stockQty: 0 }).where(eq(products.id, gone));
    expect((await place(browser, await placingBody(browser))).body).toMatchObject({ status: 1, due: 50_000 });
    expect((await cartOf(browser)).groups[0].items.map((item: { product: { id: number } }) => item.product.id)).toEqual([gone]); // prettier-ignore
  });

  it('another tab changed the cart', async () => {
    const product = await addProduct(shop, { actualPrice: 50_000 });
    const browser = await buyerWith(shop, [[product, 1]]);
    const body = await placingBody(browser);
    await change(browser, product, 1);
    const refused = await place(browser, body);
    expect(refused.body).toMatchObject({ code: 'cart_changed', details: { due: { from: 50_000, to: 100_000 } } });
  });
});

describe('is refused', () => {
  it('without consents, with a half phone, with a bad name, all fields at once', async () => {
    const product = await addProduct(shop);
    const browser = await buyerWith(shop, [[product, 1]]);
    const body = await placingBody(browser, {
      consents: { personal: false },
      recipient: { name: '4', phone: '+7900', email: 'нет' },
    });
    const { body: refused } = await place(browser, body);
    expect(refused.code).toBe('validation');
    expect(Object.keys(refused.errors).toSorted()).toEqual(['consents.offer', 'consents.personal', 'recipient.email', 'recipient.name', 'recipient.phone']); // prettier-ignore
  });

  it('an earlier consent holds for its person and its text only', async () => {
    const product = await addProduct(shop, { stockQty: 99 });
    const userId = await addPerson(shop);
    const earlier = { version: LEGAL_VERSIONS['/kompaniya/soglasie'], at: '2026-11-20T10:00:00Z' };
    const first = await buyerWith(shop, [[product, 1]], { userId });
    const without = await place(
      first,
      await placingBody(first, { consents: { personal: earlier, offer: true, delivery: true } }),
    );
    expect(Object.keys(without.body.errors)).toEqual(['consents.personal']);
    expect((await place(first, await placingBody(first))).body.status).toBe(1);
    await change(first, product, 1);
    const again = await place(
      first,
      await placingBody(first, { consents: { personal: earlier, offer: true, delivery: true } }),
    );
    expect(again.body.status).toBe(1);
  });

  it('an amount that is less than the order costs', async () => {
    const product = await addProduct(shop, { actualPrice: 50_000 });
    const browser = await buyerWith(shop, [[product, 1]]);
    const { body } = await place(browser, await placingBody(browser, { expected_due: 49_999 }));
    expect(body).toMatchObject({
      status: 0,
      code: 'price_changed',
      details: { changes: [], due: { from: 49_999, to: 50_000 } },
    });
  });

  it('a payment code that is nobody’s, or not this person’s', async () => {
    const product = await addProduct(shop);
    const browser = await buyerWith(shop, [[product, 1]]);
    for (const payment_type of [0, 2, 4, 99]) {
      const { body } = await place(browser, await placingBody(browser, { payment_type }));
      expect(body).toMatchObject({ status: 0, code: 'payment_unavailable' });
    }
  });

  it('more than three unpaid orders of a person, ten of guests behind one address', async () => {
    const product = await addProduct(shop, { stockQty: 99 });
    const userId = await addPerson(shop);
    const browser = await buyerWith(shop, [], { userId });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      await change(browser, product, 1);
      statuses.push((await place(browser, await placingBody(browser))).body.status);
    }
    expect(statuses).toEqual([1, 1, 1, 0]);
    await shop.db.update(orders).set({ status: 7 });
    const guests = await Promise.all(Array.from({ length: 12 }, () => buyerWith(shop, [[product, 1]])));
    const bodies = await Promise.all(guests.map((guest) => placingBody(guest)));
    const answers = await Promise.all(guests.map((guest, at) => place(guest, bodies[at]!)));
    expect(answers.filter(({ body }) => body.status === 1)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === 'limit_exceeded')).toHaveLength(2);
    await shop.db.update(orders).set({ status: 7 });
  });

  it('wholesale, and an empty cart', async () => {
    const wholesale = await buyerWith(shop, [], { userId: await addPerson(shop, { role: 'optovik' }) });
    const body = await placingBody(wholesale);
    expect((await place(wholesale, body)).body.code).toBe('unavailable');
    const empty = await buyerWith(shop, []);
    expect((await place(empty, await placingBody(empty))).body.code).toBe('cart_empty');
  });
});

it('fifty buyers of the last ten pieces: exactly ten are sold', async () => {
  const product = await addProduct(shop, { stockQty: 10, actualPrice: 30_000 });
  const people = await Promise.all(Array.from({ length: 50 }, () => addPerson(shop)));
  const buyers = await Promise.all(people.map((userId) => buyerWith(shop, [[product, 1]], { userId })));
  const bodies = await Promise.all(buyers.map((buyer) => placingBody(buyer)));
  const answers = await Promise.all(buyers.map((buyer, at) => place(buyer, bodies[at]!)));
  const sold = answers.filter(({ body }) => body.status === 1);
  expect(sold).toHaveLength(10);
  for (const { http, body } of answers.filter((one) => !sold.includes(one)))
    expect([http, body.code, body.details.changes[0].to]).toEqual([200, 'out_of_stock', 0]);
  expect(await stockOf(shop, product)).toBe(0);
  const { rows } = await shop.db.execute(
    sql`select sum(quantity)::int as sum from order_lines where product_id = ${product}`,
  );
  expect(rows).toEqual([{ sum: 10 }]);
});

it('what runs out while the order is being written is told alone: nothing else was touched', async () => {
  const [kept, gone] = await Promise.all([3, 4].map((stockQty) => addProduct(shop, { stockQty })));
  const browser = await buyerWith(shop, [[kept!, 2], [gone!, 4]], { userId: await addPerson(shop) }); // prettier-ignore
  const body = await placingBody(browser);
  const before = await countRows(shop);
  const refused = await shop.db.transaction(async (tx) => {
    await tx.update(products).set({ stockQty: 1 }).where(eq(products.id, gone!));
    const asking = place(browser, body);
    // The order waits for the shelf that this sale holds.
    await until(async () => {
      const { rows } = await shop.db.execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database() and query like '%with given as%'`);
      expect(rows).toHaveLength(1);
    });
    return { asking };
  });
  const { body: answer } = await refused.asking;
  expect(answer.details.changes).toMatchObject([{ kind: 'stock', product_id: gone, from: 4, to: 1 }]);
  expect(await countRows(shop)).toEqual({ ...before, stock: before.stock! - 3 });
});

it('writes to the buyer after the commit, by mail or by SMS', async () => {
  const product = await addProduct(shop);
  const browser = await buyerWith(shop, [[product, 1]]);
  const { body } = await place(browser, await placingBody(browser));
  const { rows } = await shop.db.execute<{ data: unknown }>(
    sql`select data from pgboss.job where name = 'orders.write-letter'`,
  );
  expect(rows.map(({ data }) => data)).toContainEqual({ orderId: body.exp_id });
  expect((await call(browser, 'GET', `/api/order/by-token/${body.public_token}`)).body.order.number).toBe(body.exp_id);
});

it('leaves the money of people in order', async () => {
  expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
});
