import { request as rawRequest } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import type {} from '#server/features/catalogue/catalogue.routes.ts';
import { setPrice } from '#server/features/catalogue/catalogue.commands.ts';
import { acceptsBrotli, namesEtag } from '#server/features/catalogue/http-files.rules.ts';
import { openDb } from '#server/db/open.ts';
import { addConsultant, addPerson, enter } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { change, filesOf, manifestOf, openCatalogueShop, settle } from '#tests/catalogue/server-shop.ts';
import { openShop, openTestDb, testEnv, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openCatalogueShop(60);
});
afterAll(() => shop.close());
const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

describe('manifest', () => {
  it('answers 304 to its own tag, weak or in a list, and bytes to any other', async () => {
    const plain = await get('/api/catalog/manifest');
    expect(plain.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
    });
    const etag = String(plain.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} ,"y"`, '*', etag.replace(/"$/, '.br"')]) {
      const answer = await get('/api/catalog/manifest', { 'if-none-match': known });
      expect([known, answer.statusCode, answer.rawPayload.length]).toEqual([known, 304, 0]);
      expect(answer.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
      expect(answer.headers).not.toHaveProperty('content-type');
    }
    for (const other of [
      '"x"',
      etag.slice(0, -2),
      'nonsense',
      '',
      'W/"x", "y"',
      etag.toLowerCase().replace('"', '"q'),
    ]) {
      expect((await get('/api/catalog/manifest', { 'if-none-match': other })).statusCode).toBe(200);
    }
  });

  it('brings its brotli form with a tag of its own', async () => {
    const [plain, br] = [
      await get('/api/catalog/manifest'),
      await get('/api/catalog/manifest', { 'accept-encoding': 'gzip, deflate, br, zstd' }),
    ];
    expect(br.headers['content-encoding']).toBe('br');
    expect(br.headers.etag).not.toBe(plain.headers.etag);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it('is the same for everyone and needs no session', async () => {
    const browser = fetchFrom(shop.app);
    await enter(shop, browser, { userId: await addConsultant(shop) });
    const theirs = await browser('/api/catalog/manifest');
    expect(await theirs.json()).toEqual(await manifestOf(shop));
    expect((await get('/api/catalog/manifest', { cookie: 'sid=rubbish' })).statusCode).toBe(200);
  });

  it('says «nothing changed» in at most 300 bytes on the wire', async () => {
    const address = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const { etag } = (await get('/api/catalog/manifest', { 'accept-encoding': 'br' })).headers;
    const bytes = await wireBytes(`${address}/api/catalog/manifest`, {
      'if-none-match': String(etag),
      'accept-encoding': 'br',
    });
    expect(bytes.status).toBe(304);
    expect(bytes.total).toBeLessThanOrEqual(300);
  });
});

describe('files', () => {
  it('are immutable and encoded as asked', async () => {
    const { first } = await settle(shop);
    const url = `/api/catalog/s/${first.sha256}.json`;
    const plain = await get(url);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      etag: `"${first.sha256}"`,
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers).not.toHaveProperty('set-cookie');
    for (const [accept, isBr] of [
      ['br', true],
      ['gzip', false],
      ['*', true],
      ['*;q=0', false],
      ['br;q=0, *', false],
      ['br;q=0.000', false],
      ['gzip, BR;Q=0.1', true],
      ['identity', false],
      ['brotli', false],
    ] as const) {
      const answer = await get(url, { 'accept-encoding': accept });
      expect([accept, answer.headers['content-encoding']]).toEqual([accept, isBr ? 'br' : undefined]);
      expect((isBr ? brotliDecompressSync(answer.rawPayload) : answer.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
    expect((await get(url, { 'if-none-match': `"${first.sha256}"` })).statusCode).toBe(304);
  });

  it('ignore Range, answer HEAD without a body', async () => {
    const { first } = await settle(shop);
    const url = `/api/catalog/s/${first.sha256}.json`;
    const range = await get(url, { range: 'bytes=0-9' });
    expect([range.statusCode, range.rawPayload.length]).toEqual([200, first.bytes]);
    const head = await shop.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(first.bytes),
    ]);
    expect((await shop.app.inject({ method: 'HEAD', url: '/api/catalog/manifest' })).statusCode).toBe(200);
  });

  it('of unknown or crooked names are refused in the envelope', async () => {
    const unknown = await get(`/api/catalog/s/${'0'.repeat(64)}.json`);
    expect([unknown.statusCode, unknown.json().code, unknown.headers['cache-control']]).toEqual([
      404,
      'not_found',
      'no-store',
    ]);
    const { first } = await settle(shop);
    for (const name of [
      '..%2f..%2fetc%2fpasswd',
      '%00',
      `${first.sha256}`,
      `${first.sha256}.json.br`,
      `${first.sha256.toUpperCase()}.json`,
      `${first.sha256}.json%00`,
      "'%20or%201=1--",
      '%',
      'a'.repeat(199),
    ]) {
      const answer = await get(`/api/catalog/s/${name}`);
      expect([name, answer.statusCode >= 400 && answer.statusCode < 500, answer.json().status]).toEqual([
        name,
        true,
        'error',
      ]);
      expect(answer.payload).not.toMatch(/\bat \/|node_modules|Error:/);
    }
    for (const path of ['/api/catalog/s/', '/api/catalog/s/../manifest/x', '/api/catalog'])
      expect((await get(path)).statusCode).toBe(404);
    expect((await shop.app.inject({ method: 'POST', url: '/api/catalog/manifest' })).statusCode).toBe(405);
  });
});

describe("consultants' prices", () => {
  it('are read in a session of real price type 1 only and kept by no cache', async () => {
    const { prices } = await settle(shop);
    const url = `/api/catalog/s/${prices[1].sha256}.json`;
    const ask = async (who: { userId?: number; guestId?: string } | null) => {
      const browser = fetchFrom(shop.app);
      if (who) await enter(shop, browser, who);
      return browser(url, { headers: { 'accept-encoding': 'br' } });
    };
    const consultant = await addConsultant(shop, { viewPriceType: 0 });
    // Twice: the second answer comes from this node's memory, and must ask for the session again.
    for (let round = 0; round < 2; round += 1) {
      const theirs = await ask({ userId: consultant });
      expect(theirs.status).toBe(200);
      expect(theirs.headers.get('cache-control')).toBe('private, no-store');
      expect(theirs.headers.get('vary')).toBe('accept-encoding, cookie');
      expect(JSON.parse(brotliDecompressSync(Buffer.from(await theirs.arrayBuffer())).toString())).toHaveProperty(
        'cons_price',
      );
      for (const who of [
        null,
        { guestId: crypto.randomUUID() },
        { userId: await addPerson(shop, { role: 'client' }) },
        { userId: await addPerson(shop, { role: 'user' }) },
      ]) {
        const answer = await ask(who);
        expect(answer.status).toBe(403);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('etag')).toBeNull();
        expect(await answer.json()).toMatchObject({ status: 'error', code: 'forbidden' });
      }
    }
    expect((await ask({ userId: await addPerson(shop, { role: 'optovik' }) })).status).toBe(200);
    // A known tag opens nothing either.
    expect((await get(url, { 'if-none-match': `"${prices[1].sha256}"` })).statusCode).toBe(403);
    expect((await shop.app.inject({ method: 'HEAD', url })).statusCode).toBe(403);
  });
});

describe('two nodes on one database', () => {
  it('both answer the new revision soon after a change made through either, also after a lost connection', async () => {
    const open = openDb(shop.url);
    const other = await buildApp({ db: open.db, jobs: open.jobs, env: testEnv(), now: () => shop.clock.now });
    await other.ready();
    const agree = async () => {
      const { rev } = await settle(shop);
      await until(async () => expect((await manifestOf({ app: other })).rev).toBe(rev));
      return rev;
    };
    const first = await agree();
    await change(shop, (tx) => setPrice(tx, { productId: 3, now: new Date(), jobs: shop.jobs, price: 32100 }));
    const second = await agree();
    expect(second).not.toBe(first);
    await open.db.transaction((tx) => setPrice(tx, { productId: 3, now: new Date(), jobs: shop.jobs, price: 32200 }));
    expect(await agree()).not.toBe(second);
    const card = async (app: typeof other) =>
      (
        await app.inject({
          method: 'POST',
          url: '/eshop/produkt/data',
          headers: { 'content-type': 'application/json' },
          payload: '{"ids":[3]}',
        })
      ).json().products[0].actual_price;
    await until(async () => expect([await card(other), await card(shop.app)]).toEqual([32200, 32200]));

    // Both listeners are cut off; the flip happens before they are back.
    await shop.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rostok listen' and datname = current_database()",
    );
    await change(shop, (tx) => setPrice(tx, { productId: 3, now: new Date(), jobs: shop.jobs, price: 32300 }));
    await agree();
    await until(async () => expect([await card(other), await card(shop.app)]).toEqual([32300, 32300]));
    await other.close();
    await open.close();
  });

  it('a database that was never published is an empty catalogue, not an error', async () => {
    const empty = await openShop();
    const answers = await Promise.all(Array.from({ length: 5 }, () => empty.app.inject('/api/catalog/manifest')));
    for (const answer of answers) expect(answer.json()).toMatchObject({ v: 1, total: 0, shards: [] });
    for (const file of filesOf(answers[0]!.json()).filter((one) => one.id !== 'prices:1'))
      expect((await empty.app.inject(`/api/catalog/s/${file.sha256}.json`)).statusCode).toBe(200);
    await empty.close();
  });

  it('leaves no listening connection behind', async () => {
    const open = await openTestDb();
    const app = await buildApp({ db: open.db, jobs: open.jobs, env: testEnv() });
    await app.ready();
    await app.close();
    const { rows } = await open.pool.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'rostok listen' and datname = current_database()",
    );
    expect(rows[0].n).toBe(0);
    await open.close();
  });
});

it('reads Accept-Encoding and If-None-Match as the RFC says', () => {
  expect([undefined, '', 'br', 'gzip;q=1, br;q=0.5', 'br; q=0', '*;q=0, br', ', ,br'].map(acceptsBrotli)).toEqual([
    false,
    false,
    true,
    true,
    false,
    true,
    true,
  ]);
  expect(['"a"', 'W/"a"', '"b", "a"', '"ab"', 'a', ''].map((header) => namesEtag(header, '"a"'))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

function wireBytes(url: string, headers: Record<string, string>): Promise<{ status: number; total: number }> {
  return new Promise((done, fail) => {
    const asked = rawRequest(url, { headers }, (answer) => {
      const { socket } = answer;
      answer.resume();
      answer.on('end', () => {
        done({ status: answer.statusCode ?? 0, total: socket.bytesRead });
        socket.destroy();
      });
    });
    asked.on('error', fail);
    asked.end();
  });
}

describe('answers before the router', () => {
  const overWire = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, fail) => {
      const { port } = shop.app.server.address() as { port: number };
      const asked = rawRequest({ host: '127.0.0.1', port, path, headers, method, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      asked.on('error', fail);
      asked.end();
    });
  beforeAll(async () => {
    if (!shop.app.server.listening) await shop.app.listen({ host: '127.0.0.1', port: 0 });
  });

  it('are what Fastify would have said, byte for byte', async () => {
    const { first } = await settle(shop);
    for (const path of ['/api/catalog/manifest', `/api/catalog/s/${first.sha256}.json`]) {
      await get(path);
      for (const headers of [
        {},
        { 'accept-encoding': 'br' },
        { 'accept-encoding': 'br;q=0' },
        { cookie: 'sid=x', range: 'bytes=0-1' },
      ] as Record<string, string>[]) {
        const before = { ...shop.app.fastFiles };
        const [fast, slow] = [await overWire(path, headers), await get(path, headers)];
        expect(shop.app.fastFiles).not.toEqual(before);
        const kept = (all: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries(all).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
          );
        expect([fast.status, kept(fast.headers), fast.body.equals(slow.rawPayload)]).toEqual([
          slow.statusCode,
          kept(slow.headers),
          true,
        ]);
      }
      const { etag } = (await get(path)).headers;
      const unchanged = await overWire(path, { 'if-none-match': String(etag) });
      expect([unchanged.status, unchanged.body.length, unchanged.headers.etag, unchanged.headers.vary]).toEqual([
        304,
        0,
        etag,
        'accept-encoding',
      ]);
    }
  });

  it("never hand out a consultants' file, whatever this node holds", async () => {
    const { prices } = await settle(shop);
    const path = `/api/catalog/s/${prices[1].sha256}.json`;
    const browser = fetchFrom(shop.app);
    await enter(shop, browser, { userId: await addConsultant(shop) });
    expect((await browser(path)).status).toBe(200);
    const before = { ...shop.app.fastFiles };
    for (const headers of [{}, { 'if-none-match': '*' }, { 'if-none-match': `"${prices[1].sha256}"` }] as Record<
      string,
      string
    >[])
      expect((await overWire(path, headers)).status).toBe(403);
    expect(shop.app.fastFiles).toEqual(before);
  });

  it('leave everything unusual to the router', async () => {
    const before = { ...shop.app.fastFiles };
    expect((await overWire('/api/catalog/manifest', {}, 'HEAD')).status).toBe(200);
    expect((await overWire('/api/catalog/manifest?x=1')).status).toBe(200);
    expect((await overWire('/api/catalog/manifest/')).status).toBe(200);
    expect((await overWire('/api/catalog/manifest', { 'idempotency-key': 'abc' })).headers['idempotency-key']).toBe(
      'abc',
    );
    expect((await overWire('/api/catalog/manifest', {}, 'DELETE')).status).toBe(405);
    expect((await overWire(`/api/catalog/s/${'A'.repeat(64)}.json`)).status).toBe(400);
    expect((await overWire('/healthz')).status).toBe(200);
    expect(shop.app.fastFiles).toEqual(before);
  });
});
