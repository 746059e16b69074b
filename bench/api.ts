import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '#contract/catalogue.ts';
import { grouped, median, printTable, tellProgress, writeResult } from '#bench/report.ts';
import { openBenchShop } from '#bench/shop.ts';

// API rows of docs/product/start.md#api. Clients keep their connections; `×10` = ten requests in flight on each
// (pipelining): without it the client is the limit before the server is. «Per core» divides by the processor time that the
// server process took (user and system), so it holds on a busy machine too; it is Linux only, and PostgreSQL's own time is
// not in it.

const RUNS = Number(process.env.RUNS ?? 5);
const SECONDS = Number(process.env.SECONDS_PER_RUN ?? 4);
/** Only the rows whose name holds this text, and nothing is written: for work on one of them. */
const ONLY = process.env.ONLY ?? '';
/** How long after its time a run may still be waiting for its last answers. */
const LATE_S = 30;
/** Middle size of the three catalogues whose bytes bench/catalogue-sizes.ts prints. */
const PRODUCTS = 3000;
/** Guests with sessions and carts of up to six lines, each on a connection of its own. */
const BUYERS = 16;
type Row = {
  name: string;
  goal: number | null;
  p99Goal: number | null;
  options: Omit<autocannon.Options, 'url'>;
  url: string;
  pid: number;
  check?: (status: number) => boolean;
};
type Measured = {
  name: string;
  perSecond: number;
  perCore: number;
  p50: number;
  p99: number;
  goal: number | null;
  p99Goal: number | null;
  errors: number;
  runs: number[];
};

export async function benchApi(): Promise<void> {
  // All rows take minutes: whoever waits sees how far it is, from the first second on.
  tellProgress(`API: a shop with ${grouped(PRODUCTS)} products is being opened`);
  const shop = await openBenchShop({ client: false, products: PRODUCTS });
  const bare = await openBare();
  try {
    const rows = (await describeRows(shop, bare)).filter((row) => row.name.includes(ONLY));
    if (rows.length === 0) throw new Error(`no row's name holds «${ONLY}»`);
    tellProgress(`${rows.length} rows, about ${Math.ceil((rows.length * (1 + RUNS * SECONDS)) / 60)} min`);
    const measured: Measured[] = [];
    for (const [i, row] of rows.entries()) {
      const one = await measure(row);
      measured.push(one);
      const failed = one.errors === 0 ? '' : `, ${grouped(one.errors)} failed`;
      tellProgress(`${i + 1}/${rows.length} ${row.name}: ${grouped(one.perSecond)}/s${failed}`);
    }
    printTable(
      `API, ${grouped(PRODUCTS)} products, one server process, medians of ${RUNS} × ${SECONDS} s`,
      ['what', 'requests/s', 'per core', 'goal', 'p50 ms', 'p99 ms', 'goal', 'failed'],
      measured.map((one) => [
        one.name,
        grouped(one.perSecond),
        grouped(one.perCore),
        one.goal === null ? '' : `≥ ${grouped(one.goal)}`,
        one.p50.toFixed(2),
        one.p99.toFixed(2),
        one.p99Goal === null ? '' : `≤ ${one.p99Goal}`,
        String(one.errors),
      ]),
    );
    if (ONLY === '') writeResult('api', { runs: RUNS, seconds: SECONDS, rows: measured });
  } finally {
    bare.close();
    await shop.close();
  }
}

async function describeRows(
  { url, pid }: { url: string; pid: number },
  bare: { url: string; pid: number },
): Promise<Row[]> {
  const first = await fetch(`${url}/api/catalog/manifest`, { headers: { 'accept-encoding': 'br' } });
  const etag = first.headers.get('etag') ?? '';
  const manifest = (await first.json()) as Manifest;
  const list = manifest.shards.find((shard) => shard.kind === 'list')!;
  const ids = await productIds(url, manifest.total);
  // Every product page once: the rows measure a shop that is open, not one that has just started.
  for (const id of ids)
    await fetch(`${url}/eshop/produkt/data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    });
  const plain = { connections: 32 };
  const piped = { connections: 32, pipelining: 10 };
  const br = { 'accept-encoding': 'br' };
  const anyId = () => JSON.stringify({ id: ids[Math.floor(Math.random() * ids.length)] });
  const byId: autocannon.Request[] = [
    {
      method: 'POST',
      path: '/eshop/produkt/data',
      headers: { 'content-type': 'application/json', ...br },
      setupRequest: (request) => ({ ...request, body: anyId() }),
    },
  ];
  return [
    { name: 'bare Fastify {ok:true}', goal: null, p99Goal: null, url: `${bare.url}/ok`, pid: bare.pid, options: plain },
    {
      name: 'bare Fastify {ok:true} ×10',
      goal: null,
      p99Goal: null,
      url: `${bare.url}/ok`,
      pid: bare.pid,
      options: piped,
    },
    {
      name: 'manifest, br',
      goal: 35_000,
      p99Goal: null,
      pid,
      url: `${url}/api/catalog/manifest`,
      options: { ...plain, headers: br },
    },
    {
      name: 'manifest, br ×10',
      goal: 35_000,
      p99Goal: null,
      pid,
      url: `${url}/api/catalog/manifest`,
      options: { ...piped, headers: br },
    },
    {
      name: 'list shard, br',
      goal: 35_000,
      p99Goal: null,
      pid,
      url: `${url}/api/catalog/s/${list.sha256}.json`,
      options: { ...plain, headers: br },
    },
    {
      name: 'list shard, br ×10',
      goal: 35_000,
      p99Goal: null,
      pid,
      url: `${url}/api/catalog/s/${list.sha256}.json`,
      options: { ...piped, headers: br },
    },
    {
      name: 'manifest, 304',
      goal: 70_000,
      p99Goal: null,
      pid,
      url: `${url}/api/catalog/manifest`,
      options: { ...plain, headers: { ...br, 'if-none-match': etag } },
      check: is304,
    },
    {
      name: 'manifest, 304 ×10',
      goal: 70_000,
      p99Goal: null,
      pid,
      url: `${url}/api/catalog/manifest`,
      options: { ...piped, headers: { ...br, 'if-none-match': etag } },
      check: is304,
    },
    { name: 'product by id', goal: 10_000, p99Goal: 10, url, pid, options: { ...plain, requests: byId } },
    {
      name: 'add to cart, keyed',
      goal: 1000,
      p99Goal: 15,
      url,
      pid,
      options: { connections: BUYERS, requests: await cartRequests(url, ids), setupClient: await asGuests(url) },
    },
  ];
}
const is304 = (status: number): boolean => status === 304;
const is200 = (status: number): boolean => status === 200;

async function productIds(url: string, total: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ids.length < total; page += 1) {
    const answer = await fetch(`${url}/eshop/produkt/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ page, per_page: 100, filters: { in_stock: true } }),
    });
    const { items } = (await answer.json()) as { items: { id: number; max_qty: number }[] };
    if (items.length === 0) break;
    ids.push(...items.map((item) => item.id));
  }
  return ids;
}

/**
 * Carts of at most six lines, adding and taking away in turn, so that no line fills up; every request has a key of its own,
 * as the app sends it.
 */
async function cartRequests(url: string, ids: readonly number[]): Promise<autocannon.Request[]> {
  return [1, -1].map((delta) => ({
    method: 'POST' as const,
    path: '/cart/change',
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      headers: {
        ...request.headers,
        'content-type': 'application/json',
        'x-requested-with': 'rostok',
        origin: url,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        cartType: 0,
        items: [{ product_id: ids[Math.floor(Math.random() * Math.min(6, ids.length))], delta }],
      }),
    }),
  }));
}
/** Each connection is a guest with a session of its own. */
async function asGuests(url: string): Promise<(client: autocannon.Client) => void> {
  const cookies: string[] = [];
  for (let i = 0; i < BUYERS; i += 1) {
    const answer = await fetch(`${url}/api/session/guest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'rostok' },
      body: JSON.stringify({ guestId: randomUUID() }),
    });
    cookies.push((answer.headers.get('set-cookie') ?? '').split(';')[0]!);
  }
  let next = 0;
  return (client) => {
    client.setHeaders({ cookie: cookies[next++ % cookies.length]! });
  };
}

async function measure(row: Row): Promise<Measured> {
  await once(row, 1);
  const results = [];
  for (let run = 0; run < RUNS; run += 1) results.push(await once(row, SECONDS));
  return {
    name: row.name,
    goal: row.goal,
    p99Goal: row.p99Goal,
    perSecond: median(results.map((one) => one.perSecond)),
    perCore: median(results.map((one) => one.perCore)),
    p50: median(results.map((one) => one.p50)),
    p99: median(results.map((one) => one.p99)),
    errors: results.reduce((sum, one) => sum + one.errors, 0),
    runs: results.map((one) => Math.round(one.perSecond)),
  };
}

/** Latencies of its own: autocannon counts whole milliseconds only. */
function once(
  row: Row,
  duration: number,
): Promise<{ perSecond: number; perCore: number; p50: number; p99: number; errors: number }> {
  const check = row.check ?? is200;
  const times: number[] = [];
  const cpuBefore = cpuSeconds(row.pid);
  let wrong = 0;
  return new Promise((done, fail) => {
    // A row whose clients never come back must not hold up those behind it.
    const late = setTimeout(
      () => {
        instance.stop();
        fail(new Error(`«${row.name}» has not ended ${LATE_S} s after its time`));
      },
      (duration + LATE_S) * 1000,
    );
    const instance = autocannon(
      { url: row.url, duration, ...row.options },
      (error: unknown, result: autocannon.Result) => {
        clearTimeout(late);
        if (error) return fail(error instanceof Error ? error : new Error('autocannon failed', { cause: error }));
        times.sort((a, b) => a - b);
        const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
        done({
          perSecond: times.length / result.duration,
          perCore: times.length / (cpuSeconds(row.pid) - cpuBefore),
          p50: at(0.5),
          p99: at(0.99),
          errors: wrong + result.errors + result.timeouts,
        });
      },
    );
    instance.on('response', (_client: unknown, status: number, _bytes: number, time: number) => {
      times.push(time);
      if (!check(status)) wrong += 1;
    });
  });
}

/** Processor time of a process in seconds; NaN where there is no /proc. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

async function openBare(): Promise<{ url: string; pid: number; close(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-fastify.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done) =>
    child.stdout.once('data', (text: Buffer) => done(text.toString().trim())),
  );
  return { url, pid: child.pid!, close: () => void child.kill() };
}

if (import.meta.main) await benchApi();
