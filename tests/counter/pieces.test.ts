import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WaitingOrder } from '#contract/counter.ts';
import { ask, type Counter, openCounter, TOMSK } from '#tests/counter/counter-shop.ts';

// A busy point is answered in pieces; docs/decisions/442.

const WAITING = 600;
let counter: Counter;
beforeAll(async () => {
  counter = await openCounter();
  await counter.shop.db.execute(sql`
    insert into orders (cart_kind, cart_version, status, status_at, payment_type, goods_kop, delivery_kop, spend, debts, due_kop,
      balls_half, weight_grams, items_count, price_type, recipient_name, recipient_phone, recipient_email, delivery_type, delivery,
      created_at, pay_until, paid_at)
    select 'retail', 1, 5, now(), 1, 147000, 22000, '{}', '{"0":0,"1":0,"2":0}', 169000, 0, 360, 3, 0, 'Покупатель ' || n, '+79130000000',
      'b' || n || '@mail.test', 3, '{"type":3,"name":"Самовывоз","costKop":0,"gateId":"CO-4","to":"Томск"}', now(), now(), now()
    from generate_series(1, ${WAITING}::int) n`);
  // Every tenth has been handed over.
  await counter.shop.db.execute(sql`
    insert into point_orders (order_id, site, arrived_at, keep_until, handed_at)
    select id, ${TOMSK}, now(), now() + interval '7 days', case when id % 10 = 0 then now() end from orders where recipient_name like 'Покупатель%'`);
});
afterAll(() => counter.shop.close());

it('all that waits, once each and in order, with how many there are', async () => {
  const seen: number[] = [];
  const sizes: number[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { body } = await ask(counter.sergey, 'orders', { site: TOMSK, after });
    const orders = body.orders as WaitingOrder[];
    expect(body.total).toBe(WAITING * 0.9);
    seen.push(...orders.map(({ id }) => id));
    sizes.push(orders.length);
    after = body.next as number | null;
  }
  expect(sizes).toEqual([250, 250, 40]);
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
  expect(seen.filter((id) => id % 10 === 0)).toEqual([]);
  // A tablet of an earlier app names no beginning.
  expect((await ask(counter.sergey, 'orders', { site: TOMSK })).body.orders).toHaveLength(250);
});
