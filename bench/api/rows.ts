import { randomUUID } from 'node:crypto';
import type { Manifest } from '#contract/catalogue.ts';
import { COOKIE, type Job, KEY, written } from '#bench/api/job.ts';
import type { Goal } from '#bench/report.ts';

/** One line of the table: what is asked, how, and what is expected of it. */
export type Row = {
  name: string;
  pid: number;
  /** Per core for what the shop answers alone, per second for what waits for PostgreSQL. */
  per: 'core' | 'second';
  goal: Goal | null;
  /** Milliseconds. */
  p99Goal: Goal | null;
  job: Omit<Job, 'seconds'>;
};
type Server = { url: string; pid: number };

/** Connections that change carts at once, and guests who take turns on them: each has a cart of up to six lines. */
const BUYERS = 16;
const GUESTS = 256;
const BR = { 'accept-encoding': 'br' };
const JSON_BY_APP = { 'x-requested-with': 'rostok', origin: '' };

export async function describeRows(shop: Server, bare: Server): Promise<Row[]> {
  const { url } = shop;
  const first = await fetch(`${url}/api/catalog/manifest`, { headers: BR });
  const etag = first.headers.get('etag') ?? '';
  const manifest = (await first.json()) as Manifest;
  const list = manifest.shards.find((shard) => shard.kind === 'list')!;
  const ids = await productIds(url, manifest.total);
  const byId = ids.map((id) => written('POST', '/eshop/produkt/data', BR, JSON.stringify({ id })));
  await warmUp(url, ids);
  const cookies = await guests(url);
  return [
    ...files('bare Fastify {ok:true}', bare, written('GET', '/ok'), null),
    ...files('manifest, br', shop, written('GET', '/api/catalog/manifest', BR), 35_000),
    ...files('list shard, br', shop, written('GET', `/api/catalog/s/${list.sha256}.json`, BR), 35_000),
    ...files(
      'manifest, 304',
      shop,
      written('GET', '/api/catalog/manifest', { ...BR, 'if-none-match': etag }),
      70_000,
      304,
    ),
    row('page /katalog, br', shop, { requests: [written('GET', '/katalog', { ...BR, accept: 'text/html' })] }, 3000),
    row('product by id', shop, { requests: byId }, 10_000, 10),
    ...[4, BUYERS].map((connections) => ({
      ...row(
        `add to cart, keyed, ${connections} buyers`,
        shop,
        { requests: cartRequests(url, ids), cookies, connections },
        1500,
        12,
      ),
      per: 'second' as const,
      ...(connections === 4 ? {} : { p99Goal: null }),
    })),
  ];
}

function row(name: string, server: Server, job: Partial<Job>, goal: number | null, p99: number | null = null): Row {
  const { hostname, port } = new URL(server.url);
  return {
    name,
    pid: server.pid,
    per: 'core',
    goal: goal === null ? null : { least: goal },
    p99Goal: p99 === null ? null : { most: p99 },
    job: {
      host: hostname,
      port: Number(port),
      connections: 32,
      pipelining: 1,
      requests: [],
      cookies: [],
      status: 200,
      ...job,
    },
  };
}

/** One request at a time, and ten under way on each connection: the first also counts the waking for every answer. */
function files(name: string, server: Server, request: string, goal: number | null, status = 200): Row[] {
  return [1, 10].map((pipelining) =>
    row(pipelining === 1 ? name : `${name} ×10`, server, { requests: [request], pipelining, status }, goal),
  );
}

async function productIds(url: string, total: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ids.length < total; page += 1) {
    const { items } = await post<{ items: { id: number }[] }>(url, '/eshop/produkt/list', {
      page,
      per_page: 100,
      filters: { in_stock: true },
    });
    if (items.length === 0) break;
    ids.push(...items.map((item) => item.id));
  }
  return ids;
}

/** Every product page once: the rows measure a shop that is open, not one that has just started. */
async function warmUp(url: string, ids: readonly number[]): Promise<void> {
  for (const id of ids) await post(url, '/eshop/produkt/data', { id });
}

async function post<T>(url: string, path: string, body: unknown): Promise<T> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
}

/**
 * Carts of at most six lines, adding and taking away in turn, so that no line fills up; every request has a key of its own,
 * as the app sends it.
 */
function cartRequests(origin: string, ids: readonly number[]): string[] {
  const headers = { ...JSON_BY_APP, origin, cookie: COOKIE, 'idempotency-key': KEY };
  return ids
    .slice(0, 6)
    .flatMap((product_id) => [1, -1].map((delta) => ({ product_id, delta })))
    .map((item) => written('POST', '/cart/change', headers, JSON.stringify({ cartType: 0, items: [item] })));
}

async function guests(url: string): Promise<string[]> {
  const cookies: string[] = [];
  for (let i = 0; i < GUESTS; i += 1) {
    const answer = await fetch(`${url}/api/session/guest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'rostok' },
      body: JSON.stringify({ guestId: randomUUID() }),
    });
    cookies.push((answer.headers.get('set-cookie') ?? '').split(';')[0]!);
  }
  return cookies;
}
