import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { tellProgress, printTable, judged, writeResult } from '#bench/report.ts';
import { deskSearchOf } from '#server/features/desk-orders/desk-search.rules.ts';
import { countDeskOrders, countQueues, type DeskPage, findDeskOrders, idsOf } from '#server/features/desk-orders/desk-list.queries.ts'; // prettier-ignore
import type { Db } from '#server/db/open.ts';
import { withDatabase } from '#server/db/shop-database.ts';

// The list of orders at the desk over half a million of them (docs/product/start.md#desk, docs/decisions/321): each page with its counts, as the call
// asks for them, on a connection of its own. `EXPLAIN=1` prints the plan of every page.

const ORDERS = Number(process.env.ORDERS ?? 500_000);
const TIMES = 60;
const GOAL_MS = 30;
const PAGE = 51;

export async function benchDesk(): Promise<void> {
  tellProgress(`desk: ${ORDERS} orders are being written`);
  const dataDir = mkdtempSync(join(tmpdir(), 'rostok-bench-'));
  try {
    await withDatabase({ dataDir, databaseUrl: null }, ({ db }) => measure(db));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(db: Db): Promise<void> {
  await fill(db);
  const now = new Date();
  const rows: { name: string; p50: number; p99: number }[] = [];
  for (const [name, page] of Object.entries(pages(now))) {
    if (process.env.EXPLAIN) await explain(db, name, page);
    const took: number[] = [];
    for (let i = 0; i < TIMES + 5; i += 1) {
      const start = performance.now();
      await countDeskOrders(db, page.search);
      await countQueues(db, now);
      await findDeskOrders(db, page);
      if (i >= 5) took.push(performance.now() - start);
    }
    took.sort((a, b) => a - b);
    rows.push({ name, p50: took[Math.floor(TIMES / 2)] ?? NaN, p99: took[Math.floor(TIMES * 0.99) - 1] ?? NaN });
  }
  printTable(
    `Desk: a page of the list over ${ORDERS} orders, ms`,
    ['page', 'p50', 'p99', 'goal', ''],
    rows.map(({ name, p50, p99 }) => [name, p50.toFixed(1), p99.toFixed(1), ...judged(p99, { most: GOAL_MS })]),
  );
  writeResult('desk', { orders: ORDERS, goalMs: GOAL_MS, rows });
}

function pages(now: Date): Record<string, DeskPage> {
  const at = (status?: string) => ({ search: deskSearchOf({ status }), limit: PAGE, now });
  const queue = (name: 'new' | 'pack' | 'ship' | 'problems') => ({ ...at(), queue: name });
  const middle = 30_000 + Math.round(ORDERS / 2);
  return {
    'all, first page': at(),
    'all, in the middle': { ...at(), after: middle },
    'waiting for payment': at('awaiting'),
    'on their way, in the middle': { ...at('moving'), after: middle },
    'received, first page': at('received'),
    'all by sum, in the middle': { ...at(), sort: 'sum-desc', after: middle },
    'received by sum, in the middle': { ...at('received'), sort: 'sum-asc', after: middle },
    'on their way by sum': { ...at('moving'), sort: 'sum-desc' },
    'queue: new': queue('new'),
    'queue: to pack': queue('pack'),
    'queue: to ship': queue('ship'),
    'queue: problems': queue('problems'),
  };
}

/** As a shop of some years has them: nearly all received, three thousand in work. */
async function fill(db: Db): Promise<void> {
  await db.execute(sql`
    insert into orders (cart_kind, cart_version, status, status_at, payment_type, goods_kop, delivery_kop, spend, debts, due_kop,
      balls_half, weight_grams, items_count, price_type, recipient_name, recipient_phone, recipient_email, delivery_type, delivery,
      created_at, pay_until, paid_at)
    select 'retail', 1, s.status, t.at, 1, 147000, 22000, '{}', '{"0":0,"1":0,"2":0}', 169000, 0, 360, 3, 0,
      'Покупатель ' || n, '+7913' || lpad((n % 10000000)::text, 7, '0'), 'b' || n || '@mail.test', 11,
      '{"type":11,"name":"СДЭК","costKop":22000,"gateType":null,"gateId":null,"to":"Томск","schedule":null,"days":null,"isFreeZone":false,"source":"embedded","address":null}',
      t.at, t.at + interval '5 days', case when s.status > 1 then t.at end
    from generate_series(1, ${ORDERS}::int) n
      cross join lateral (select now() - (${ORDERS}::int - n) * interval '2 minutes' as at) t
      cross join lateral (select case when n > ${ORDERS}::int - 4000 then (array[0, 1, 2, 3, 3, 4, 4, 5])[n % 8 + 1]
        when n % 20 = 0 then 7 when n % 50 = 1 then 9 when n % 5000 = 2 then 8 else 6 end as status) s`);
  await db.execute(sql`
    insert into parcels (order_id, number, state, state_at)
    select id, 1, case when status = 3 then (array['packing', 'packed'])[id % 2 + 1] when status = 4 then 'sent' else 'handed' end, status_at
    from orders where status in (3, 4, 5, 6)`);
  await db.execute(sql`vacuum analyze orders`);
  await db.execute(sql`vacuum analyze parcels`);
}

async function explain(db: Db, name: string, page: DeskPage): Promise<void> {
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, buffers) ${idsOf(page)}`);
  console.log(`\n${name}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
}
