import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { tellProgress, printTable, judged, writeResult } from '#bench/report.ts';
import type { WaitingOrder } from '#contract/counter.ts';
import { findAtPoint } from '#server/features/counter/counter.queries.ts';
import { readWanted } from '#server/features/counter/find-orders.rules.ts';
import { toFound } from '#server/features/counter/read-counter.ts';
import type { Db } from '#server/db/open.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { searchWaiting, toSearchable } from '#src/staff/punkt/counter.rules.ts';

// The search of the counter (docs/product/counter.md#finding): by the shop over 50,000 orders of one point, on the device over 500 that wait.

const ORDERS = Number(process.env.ORDERS ?? 50_000);
const WAITING = 500;
const TIMES = 60;
const GOALS_MS = { shop: 20, device: 8 };
const SITE = '3:CO-4';
const FOUND_MOST = 20;
const ASKED = ['70123', '4455', '+7 913 004 44 55', 'Покупатель', 'Сорок', '999999'];

export async function benchCounter(): Promise<void> {
  tellProgress(`counter: ${ORDERS} orders are being written`);
  const dataDir = mkdtempSync(join(tmpdir(), 'rostok-bench-'));
  try {
    await withDatabase({ dataDir, databaseUrl: null }, ({ db }) => measure(db));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Row = { name: string; p50: number; p99: number; goal: number };
async function measure(db: Db): Promise<void> {
  await fill(db);
  const rows: Row[] = [];
  for (const q of ASKED) rows.push(await timed(`shop: «${q}»`, GOALS_MS.shop, () => askShop(db, q)));
  const all = waiting().map(toSearchable);
  for (const q of ASKED) rows.push(await timed(`device: «${q}»`, GOALS_MS.device, () => searchWaiting(all, q)));
  printTable(
    `Counter: search over ${ORDERS} orders of a point, and over ${WAITING} on the device, ms`,
    ['asked', 'p50', 'p99', 'goal', ''],
    rows.map(({ name, p50, p99, goal }) => [name, p50.toFixed(2), p99.toFixed(2), ...judged(p99, { most: goal })]),
  );
  writeResult('counter', { orders: ORDERS, waiting: WAITING, goalsMs: GOALS_MS, rows });
}
/** As the call does it: one reading of what was typed after the other, until something is found. */
async function askShop(db: Db, q: string): Promise<void> {
  for (const wanted of readWanted(q)) {
    const found = await findAtPoint(db, SITE, wanted, FOUND_MOST);
    if (found.length > 0) return void (await toFound(db, found));
  }
}
async function timed(name: string, goal: number, work: () => unknown): Promise<Row> {
  const took: number[] = [];
  for (let i = 0; i < TIMES + 5; i += 1) {
    const start = performance.now();
    await work();
    if (i >= 5) took.push(performance.now() - start);
  }
  took.sort((a, b) => a - b);
  return { name, goal, p50: took[Math.floor(TIMES / 2)] ?? NaN, p99: took[Math.floor(TIMES * 0.99) - 1] ?? NaN };
}

const SURNAMES = ['Полякова', 'Чернов', 'Гурьева', 'Орлов', 'Климова', 'Сорокина', 'Шумилов', 'Ёлкина'];
function waiting(): WaitingOrder[] {
  return Array.from({ length: WAITING }, (_, n) => ({
    id: 70_000 + n,
    name: `Покупатель ${SURNAMES[n % SURNAMES.length]}`,
    phone: String(n * 7).padStart(4, '0'),
    cells: ['А-12'],
    parcels: [`P${70_000 + n}-1`],
    arrived_at: '2026-11-20T09:00:00Z',
    keep_until: '2026-11-28T16:59:59Z',
    reminded_at: null,
    lines: [],
  }));
}

/** A point of some years: nearly all handed over, five hundred wait. */
async function fill(db: Db): Promise<void> {
  await db.execute(sql`
    insert into orders (cart_kind, cart_version, status, status_at, payment_type, goods_kop, delivery_kop, spend, debts, due_kop,
      balls_half, weight_grams, items_count, price_type, recipient_name, recipient_phone, recipient_email, delivery_type, delivery,
      created_at, pay_until, paid_at)
    select 'retail', 1, case when n > ${ORDERS}::int - ${WAITING}::int then 5 else 6 end, t.at, 1, 147000, 22000, '{}', '{"0":0,"1":0,"2":0}', 169000,
      0, 360, 3, 0, 'Покупатель ' || (${sql.param(SURNAMES)}::text[])[n % 8 + 1], '+7913' || lpad((n % 10000000)::text, 7, '0'),
      'b' || n || '@mail.test', 3, '{"type":3,"name":"Самовывоз","costKop":0,"gateId":"CO-4","to":"Томск"}', t.at, t.at + interval '5 days', t.at
    from generate_series(1, ${ORDERS}::int) n
      cross join lateral (select now() - (${ORDERS}::int - n) * interval '20 minutes' as at) t`);
  await db.execute(sql`
    insert into point_orders (order_id, site, arrived_at, keep_until, handed_at)
    select id, ${SITE}, created_at, created_at + interval '7 days', case when status = 6 then created_at + interval '2 days' end from orders`);
  await db.execute(sql`
    insert into parcels (order_id, number, state, state_at)
    select id, 1, case when status = 5 then 'at_point' else 'handed' end, status_at from orders`);
  for (const table of ['orders', 'point_orders', 'parcels']) await db.execute(sql.raw(`vacuum analyze ${table}`));
}
