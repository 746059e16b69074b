import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK_COUNT_MOST, DESK_PAGE } from '#contract/desk-orders.ts';
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
  it('every page walks an index backwards', async () => {
    await shop.db.execute(sql`analyze orders`);
    const now = shop.clock.now;
    for (const status of [undefined, 'received', 'moving']) {
      const { rows } = await shop.db.transaction(async (tx) => {
        // So few rows are read quicker without an index; the question is whether there is one to walk.
        await tx.execute(sql`set local enable_seqscan = off`);
        const ids = idsOf({ search: deskSearchOf({ status }), limit: 51, after: 40_000, now });
        return tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${ids}`);
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (Only )?Scan Backward/);
      expect(plan).not.toMatch(/Seq Scan/);
    }
    const counts = await countDeskOrders(shop.db, deskSearchOf({}));
    expect(counts.get(6)).toBe(120);
    expect(DESK_COUNT_MOST).toBeGreaterThan(120);
  });
});
