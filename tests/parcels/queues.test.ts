import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK_COUNT_MOST, DESK_PAGE, DESK_SORTS } from '#contract/desk-orders.ts';
import { countDeskOrders, idsOf } from '#server/features/desk-orders/desk-list.queries.ts';
import { deskSearchOf } from '#server/features/desk-orders/desk-search.rules.ts';
import { call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// Work that waits, walked by key; docs/product/desk.md#queues.

let shop: PayingShop;
let desk: Desk;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
});
afterAll(() => shop.close());

const list = async (body: object) => (await call(desk.browser, 'POST', '/api/desk/orders', body)).body;
const idsIn = async (queue: string): Promise<number[]> =>
  (await list({ queue })).orders.map(({ id }: { id: number }) => id);
const paid = async () => (await addOrder(shop, { status: 2, paidAt: shop.clock.now })).id;
const step = (name: string, body: object) =>
  call(desk.browser, 'POST', `/api/desk/parcels/${name}`, body, { 'idempotency-key': newKey() });

describe('queues', () => {
  it('an order stands where its next step is, and moves on with it', async () => {
    const id = await paid();
    expect(await idsIn('new')).toEqual([id]);
    const begun = await step('start', { exp_id: id, version: 1 });
    expect([await idsIn('new'), await idsIn('pack')]).toEqual([[], [id]]);
    const [parcel] = begun.body.parcels;
    const at = { exp_id: id, parcel_id: parcel.id };
    await step('put', { ...at, line_id: parcel.lines[0].line_id, packed: 3 });
    await step('finish', { ...at, version: 1 });
    expect([await idsIn('pack'), await idsIn('ship')]).toEqual([[], [id]]);
    expect((await list({})).queues).toEqual({ new: 0, pack: 0, ship: 1, problems: 0 });
    await step('send', { ...at, version: 2, track: 'RC000000001RU' });
    expect(await idsIn('ship')).toEqual([]);
  });
  it('problems: a piece that is missing at once, another wait when its day has passed, a sum that was not asked for', async () => {
    const [short, late, wrong] = [await paid(), await paid(), (await addOrder(shop)).id];
    const hold = (exp_id: number, kind: string) =>
      act(desk.browser, 'hold', { exp_id, kind, until: '2026-11-22', words: 'Подождём', reason: 'Проверка' });
    await hold(short, 'stock');
    await hold(late, 'address');
    expect(await idsIn('problems')).toEqual([short]);
    const { now } = shop.clock;
    shop.clock.now = new Date('2026-11-23T09:00:00Z');
    await shop.db.execute(sql`update payments set status = 'needs_review' where order_id = ${wrong}`);
    expect(await idsIn('problems')).toEqual([short, late, wrong]);
    shop.clock.now = now;
  });
  it('pages by key: none twice, none left out, the last one says so', async () => {
    await shop.db.execute(sql`
      insert into orders (cart_kind, cart_version, status, status_at, payment_type, goods_kop, delivery_kop, spend, debts, due_kop, balls_half,
        weight_grams, items_count, price_type, recipient_name, recipient_phone, delivery_type, delivery, pay_until)
      select cart_kind, cart_version, 6, status_at, payment_type, goods_kop, delivery_kop, spend, debts, due_kop, balls_half,
        weight_grams, items_count, price_type, recipient_name, recipient_phone, delivery_type, delivery, pay_until
      from (select * from orders limit 1) o, generate_series(1, 120)`);
    const seen: number[] = [];
    let after: number | null | undefined;
    do {
      const page = await list({ status: 'received', ...(after ? { after } : {}) });
      seen.push(...page.orders.map(({ id }: { id: number }) => id));
      after = page.next;
    } while (after !== null);
    expect(seen).toHaveLength(120);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    expect(seen.length).toBeGreaterThan(DESK_PAGE * 2);
  });
  it('sorted by sum either way the pages walk all of them once, equal sums by number', async () => {
    await shop.db.execute(sql`update orders set goods_kop = (id % 7) * 1000 where status = 6`);
    for (const sort of ['sum-asc', 'sum-desc'] as const) {
      const seen: { id: number; sum: number }[] = [];
      let after: number | null | undefined;
      do {
        const page = await list({ status: 'received', sort, ...(after ? { after } : {}) });
        seen.push(...page.orders);
        after = page.next;
      } while (after !== null);
      const rising = seen.toSorted((a, b) => a.sum - b.sum || a.id - b.id).map(({ id }) => id);
      expect(new Set(rising).size).toBe(120);
      expect(seen.map(({ id }) => id)).toEqual(sort === 'sum-asc' ? rising : rising.toReversed());
    }
  });
  it('every page walks an index, however it is sorted', async () => {
    const [{ id: anyOrder }] = (await shop.db.execute<{ id: number }>(sql`select min(id) as id from orders`)).rows as [{ id: number }]; // prettier-ignore
    await shop.db.execute(sql`analyze orders`);
    const now = shop.clock.now;
    const lists = [undefined, 'received', 'moving'].flatMap((status) => DESK_SORTS.map((sort) => ({ status, sort })));
    for (const { status, sort } of lists) {
      const { rows } = await shop.db.transaction(async (tx) => {
        // So few rows are read and sorted quicker without an index; the question is whether there is one to walk.
        for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.execute(sql.raw(`set local enable_${way} = off`));
        const ids = idsOf({ search: deskSearchOf({ status }), sort, limit: 51, after: anyOrder, now });
        return tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${ids}`);
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(sort.endsWith('desc') ? /Index (Only )?Scan Backward/ : /Index (Only )?Scan using/);
      expect(plan).not.toMatch(/Seq Scan|Bitmap/);
      // What is sorted has been walked: no list of everything is sorted for a page of it.
      expect(plan).not.toMatch(/\bSort\b(?! Key)/);
    }
    const counts = await countDeskOrders(shop.db, deskSearchOf({}));
    expect(counts.get(6)).toBe(120);
    expect(DESK_COUNT_MOST).toBeGreaterThan(120);
  });
});
