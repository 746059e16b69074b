import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openBenchShop } from '#bench/shop.ts';
import { grouped, median, printTable, tellProgress, writeResult } from '#bench/report.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { databaseProcesses } from '#tests/support/shop-folder.ts';

// Orders (docs/product/start.md#orders): a person's cart of three lines to a placed order, by HTTP, durable. «placing» is the one
// call create_payment, «whole» is cart, delivery and placing. Each order is another person's, since three unpaid ones are the limit.

const RUNS = Number(process.env.RUNS ?? 3);
const SECONDS = Number(process.env.SECONDS_PER_RUN ?? 5);
const PEOPLE = 12_000;
const GOALS = { p99Ms: 40, perSecond: 94 };

type Person = { cookie: string };
type Shop = { url: string; cpuMs(): Cpu; people: Person[]; products: { id: number; price: number }[] };
type Run = { perSecond: number; placing: number[]; whole: number[]; cpu: Cpu };

export async function benchOrders(): Promise<void> {
  tellProgress('orders: the shop is being opened');
  const open = await openBenchShop({
    client: false,
    products: 500,
    env: { CALL_LIMITS: 'calculateDelivery.network=1000000' },
  });
  try {
    const shop: Shop = { url: open.url, cpuMs: () => cpuMs(open), ...(await fill(open.dataDir)) };
    await measure(shop, 1, 2);
    const rows: { clients: number; runs: Run[] }[] = [];
    for (const clients of [1, 4]) {
      const runs: Run[] = [];
      for (let i = 0; i < RUNS; i += 1) runs.push(await measure(shop, clients, SECONDS));
      rows.push({ clients, runs });
      tellProgress(`${clients} clients: ${grouped(median(runs.map((run) => run.perSecond)))} orders/s`);
    }
    const numbers = rows.map(({ clients, runs }) => ({ clients, ...summary(runs) }));
    printTable(
      `Orders, three lines each, one server process, medians of ${RUNS} × ${SECONDS} s (goals: placing p99 ≤ ${GOALS.p99Ms} ms, ≥ ${GOALS.perSecond} orders/s)`,
      ['clients', 'orders/s', 'placing p50 ms', 'p99 ms', 'whole p50 ms', 'p99 ms', 'Node CPU ms', 'PostgreSQL CPU ms'],
      numbers.map((one) => [String(one.clients), grouped(one.perSecond), ...[one.placing50, one.placing99, one.whole50, one.whole99, one.node, one.database].map((ms) => ms.toFixed(1))]), // prettier-ignore
    );
    writeResult('orders', { runs: RUNS, seconds: SECONDS, goals: GOALS, rows: numbers });
  } finally {
    await open.close();
  }
}

/** Accounts with sessions, as login would make them, and shelves that never run out. */
async function fill(dataDir: string): Promise<Pick<Shop, 'people' | 'products'>> {
  return withDatabase({ dataDir, databaseUrl: null }, async ({ db }) => {
    const sids = Array.from({ length: PEOPLE }, () => randomBytes(32).toString('base64url'));
    const hashes = sids.map((sid) => createHash('sha256').update(sid).digest('hex'));
    await db.execute(sql`
      with people as (insert into users (role, name) select 'client', 'Покупатель ' || n from generate_series(1, ${PEOPLE}) n returning id),
        numbered as (select id, row_number() over (order by id) as n from people)
      insert into sessions (id_hash, user_id, expires_at)
      select h.hash, p.id, now() + interval '1 day' from unnest(${sql.param(hashes)}::text[]) with ordinality h(hash, n) join numbered p on p.n = h.n`);
    await db.execute(sql`update products set stock_qty = 1000000`);
    const { rows } = await db.execute<{ id: number; price: number }>(
      sql`select id, actual_price as price from products where published order by id limit 200`,
    );
    return { people: sids.map((sid) => ({ cookie: `sid=${sid}` })), products: rows };
  });
}

async function measure(shop: Shop, clients: number, seconds: number): Promise<Run> {
  const before = shop.cpuMs();
  const run: Run = { perSecond: 0, placing: [], whole: [], cpu: before };
  const began = performance.now();
  const until = began + seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const person = shop.people.pop();
      if (!person) throw new Error('more orders than people: raise PEOPLE');
      const start = performance.now();
      run.placing.push(await order(shop, person));
      run.whole.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  run.perSecond = run.whole.length / ((performance.now() - began) / 1000);
  const after = shop.cpuMs();
  run.cpu = {
    node: (after.node - before.node) / run.whole.length,
    database: (after.database - before.database) / run.whole.length,
  };
  return run;
}

/** Of one order, milliseconds of processor time: unlike the clock's they say something on a busy machine too. */
type Cpu = { node: number; database: number };
const TICK_MS = 10;
/** Used so far by the shop, and by its database with the processes of its connections (Linux alone tells). */
function cpuMs({ pid, dataDir }: { pid: number; dataDir: string }): Cpu {
  const usedBy = (one: number): number => {
    // After the name in brackets: state, parent … user and system ticks are the 12th and 13th.
    const stat = `/proc/${one}/stat`;
    const fields = (existsSync(stat) ? readFileSync(stat, 'utf8') : '').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
  };
  if (!existsSync('/proc/self/stat')) return { node: Number.NaN, database: Number.NaN };
  const server = Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);
  return { node: usedBy(pid), database: databaseProcesses(server).reduce((sum, one) => sum + usedBy(one), 0) };
}

const TO = { country_id: 1, city_id: 3, street: 'ул. Мира', house: '14', flat: '8' };
/** Milliseconds of create_payment. @throws when the order was not placed. */
async function order(shop: Shop, person: Person): Promise<number> {
  const lines = [0, 1, 2].map(() => shop.products[Math.floor(Math.random() * shop.products.length)]!);
  const items = [...new Map(lines.map((line) => [line.id, line])).values()].map(({ id }) => ({
    product_id: id,
    delta: 1,
  }));
  const cart = await post(shop, person, '/cart/change', { items });
  const { deliveries } = await post(shop, person, '/delivery', { rid: 1, address: TO, types: [11] });
  const cost = (deliveries as { costSelected: number }[])[0]?.costSelected ?? 0;
  const result = cart.result as { sum_amount: number };
  const body = {
    delivery: { type: 11, address: TO },
    payment_type: 1,
    recipient: { name: 'Вера Соколова', phone: '+79000000211', email: 'vera@mail.test' },
    consents: { personal: true, offer: true, delivery: true },
    expected_due: result.sum_amount + cost,
    cart_version: cart.version,
  };
  const start = performance.now();
  const placed = await post(shop, person, '/cart/create_payment', body);
  const took = performance.now() - start;
  if (placed.status !== 1) throw new Error(`an order was refused: ${JSON.stringify(placed)}`);
  return took;
}

async function post(shop: Shop, { cookie }: Person, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${shop.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'rostok',
      'idempotency-key': randomUUID(),
      cookie,
    },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

function summary(runs: readonly Run[]) {
  const at = (of: (run: Run) => number[], share: number) =>
    median(
      runs.map((run) => of(run).toSorted((a, b) => a - b)[Math.floor((of(run).length - 1) * share)] ?? Number.NaN),
    );
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    placing50: at((run) => run.placing, 0.5),
    placing99: at((run) => run.placing, 0.99),
    whole50: at((run) => run.whole, 0.5),
    whole99: at((run) => run.whole, 0.99),
    node: median(runs.map(({ cpu }) => cpu.node)),
    database: median(runs.map(({ cpu }) => cpu.database)),
  };
}
