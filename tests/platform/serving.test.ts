import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { keepAssets } from '#server/client-build.ts';
import { type OpenDb, openDb } from '#server/db/open.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';

const THEME = "document.documentElement.dataset.theme='dark'";
const SKELETON = 'body{margin:0}';
const INDEX = `<!doctype html><html><head><script>${THEME}</script><style>${SKELETON}</style></head><body><script type="module" src="/assets/main-abc123.js"></script></body></html>`;
const MAIN = 'console.log("main");'.repeat(50);
/** Without what machines are told of the page: tests/catalogue/page-heads.test.ts reads that. */
const withoutHead = (html: string) => html.replace(/<title>[\s\S]*?(?=<script>document)/, '');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

let folder: string;
let open: OpenDb;
let app: FastifyInstance;
/** Warnings of the shop: whatever is asked for below is nothing to warn about. */
const lines: string[] = [];
afterEach(() => {
  const [line] = lines.splice(0);
  if (line !== undefined) throw new Error(`the shop has warned: ${line}`);
});
const page = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml', ...headers } });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rostok-dist-'));
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), INDEX);
  writeFileSync(join(dist, 'sw.js'), 'self.x=1');
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}');
  writeFileSync(join(dist, 'assets/main-abc123.js'), MAIN);
  writeFileSync(join(dist, 'assets/main-abc123.js.br'), brotliCompressSync(MAIN));
  writeFileSync(join(dist, 'assets/detector.worker-abc123.js'), 'self.y=1');
  mkdirSync(join(folder, 'assets-archive'));
  writeFileSync(join(folder, 'assets-archive/old-000111.js'), 'old()');
  writeFileSync(join(folder, 'secret.js'), 'secret');
  open = await openTestDb();
  await open.db.execute(sql`insert into categories (id, title, slug) values (1, 'Чай', 'chay'), (2, 'Пусто', 'pusto')`);
  await open.db
    .execute(sql`insert into products (id, code, slug, title, category_id, actual_price, actual_cons_price, published, first_shown_at) values
    (7, '10101', 'chay-10101', 'Чай', 1, 100, 80, true, now()), (8, '10102', 'tayna-10102', 'Тайна', 1, 100, 80, false, now())`);
  await open.db.execute(sql`insert into slug_history (slug, product_id) values ('staryy-chay', 7)`);
  app = await buildApp({
    db: open.db,
    jobs: open.jobs,
    env: testEnv({ DATA_DIR: folder, PUBLIC_URL: 'https://shop.test', LOG_LEVEL: 'warn' }),
    dist,
    logTo: { write: (line) => void lines.push(line) },
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('files of the client', () => {
  it('assets are immutable and sent as the build compressed them', async () => {
    const answer = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(MAIN);
    const plain = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br;q=0' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(MAIN);
  });
  it('an asset of an earlier build is still there; nothing beside the folders is', async () => {
    expect((await app.inject({ url: '/assets/old-000111.js' })).body).toBe('old()');
    for (const url of [
      '/assets/..%2F..%2Fsecret.js',
      '/assets/../secret.js',
      '/assets/nope.js',
      '/assets/%2e%2e/secret.js',
    ]) {
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('secret\n');
    }
  });
  it('gives the worker a policy under which it may fetch', async () => {
    const { headers } = await app.inject({ url: '/sw.js' });
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
  });
  it('the worker and the page are asked for each time, 304 when unchanged', async () => {
    for (const url of ['/sw.js', '/katalog']) {
      const first = await page(url);
      expect(first.statusCode).toBe(200);
      expect(first.headers['cache-control']).toBe('no-cache');
      const again = await page(url, { 'if-none-match': String(first.headers.etag) });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
    }
  });
  it('keeps assets for a month and more, and then lets them go', () => {
    const archive = join(folder, 'keep');
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a/x-1.js'), '1');
    keepAssets(join(folder, 'a'), archive);
    const days = (n: number) => Date.now() + n * 86_400_000;
    rmSync(join(folder, 'a/x-1.js'));
    keepAssets(join(folder, 'a'), archive, days(31));
    expect(() => utimesSync(join(archive, 'x-1.js'), 0, 0)).not.toThrow();
    keepAssets(join(folder, 'a'), archive, days(46));
    expect(() => utimesSync(join(archive, 'x-1.js'), 0, 0)).toThrow('ENOENT');
  });
});

describe('navigations', () => {
  it.each([
    ['/', 200],
    ['/katalog', 200],
    ['/punkty', 200],
    ['/katalog?sponsorId=01000157', 200],
    ['/cart', 200],
    ['/user/favorites', 200],
    ['/logout', 200],
    ['/katalog/chay', 200],
    ['/katalog/net-takoy', 404],
    ['/produkt/chay-10101', 200],
    ['/produkt/net-takogo', 404],
    ['/produkt/tayna-10102', 410],
    ['/produkt/Tayna-10102', 410],
    ['/Nothing/Here/', 404],
    ['/product/999', 404],
    ['/product/abc', 404],
    ['/product/8', 404],
    ['/product/99999999999', 404],
    ['/produkt/%00', 404],
    ['/nothing/here', 404],
    ['/index.html', 404],
  ])('%s → the page with %i', async (url, http) => {
    const answer = await page(url);
    expect(answer.statusCode).toBe(http);
    expect(withoutHead(answer.body)).toBe(INDEX);
    expect(answer.headers['content-type']).toContain('text/html');
  });
  it.each(['*/*', 'text/*', 'image/avif, */*;q=0.8', 'application/json;q=0.5, text/html;q=0.1'])(
    'link previews and readers get the page of a screen: %s',
    async (accept) => {
      for (const [url, http] of [
        ['/', 200],
        ['/produkt/chay-10101', 200],
        ['/produkt/net-takogo', 404],
      ] as const) {
        const answer = await app.inject({ url, headers: { accept } });
        expect([url, answer.statusCode, withoutHead(answer.body)]).toEqual([url, http, INDEX]);
      }
      expect((await app.inject({ url: '/product/7', headers: { accept } })).headers.location).toBe(
        '/produkt/chay-10101',
      );
    },
  );
  it.each(['application/json', 'application/json, text/html;q=0', 'text/html;q=0, */*', 'image/avif'])(
    'nobody gets a page who takes none: %s',
    async (accept) => {
      const answer = await app.inject({ url: '/katalog', headers: { accept } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'unknown_call' });
    },
  );
  it('an old browser’s worker, which names no mode, still precaches the page under its file name', async () => {
    const answer = await app.inject({ url: '/index.html', headers: { accept: '*/*' } });
    expect([answer.statusCode, answer.body]).toEqual([200, INDEX]);
  });
  it('gives the worker the page under its file name, and scripts a policy under which a worker may fetch', async () => {
    const shell = await app.inject({ url: '/index.html', headers: { accept: '*/*', 'sec-fetch-mode': 'cors' } });
    expect([shell.statusCode, shell.body]).toEqual([200, INDEX]);
    for (const url of ['/index.html', '/sw.js', '/assets/main-abc123.js']) {
      const answer = await app.inject({ url, headers: { accept: '*/*' } });
      expect(answer.headers['content-security-policy']).toContain("connect-src 'self'");
    }
  });
  it('leads to the present address and keeps the query', async () => {
    const byId = await page('/product/7?sponsorId=01000157&x=%D1%87');
    expect([byId.statusCode, byId.headers.location]).toEqual([301, '/produkt/chay-10101?sponsorId=01000157&x=%D1%87']);
    const old = await page('/produkt/staryy-chay?preview=1');
    expect([old.statusCode, old.headers.location]).toEqual([301, '/produkt/chay-10101?preview=1']);
  });
  it.each([
    ['/katalog/', '/katalog'],
    ['/Katalog', '/katalog'],
    ['//katalog//chay/?sort=title-asc', '/katalog/chay?sort=title-asc'],
    ['/katalog/CHAY', '/katalog/chay'],
    ['/PRODUKT/Chay-10101/', '/produkt/chay-10101'],
    ['/produkt/Staryy-Chay', '/produkt/chay-10101'],
    ['/kompaniya/Oferta?sponsorId=01000157', '/kompaniya/oferta?sponsorId=01000157'],
    ['/Order/AbC/', '/order/AbC'],
  ])('%s is another spelling of %s', async (url, to) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url, headers: { accept: 'text/html' } });
      expect([answer.statusCode, answer.headers.location]).toEqual([301, to]);
    }
  });
  it('another spelling of nothing leads nowhere, least of all to another origin', async () => {
    for (const url of ['/katalog/Net-Takoy/', '/produkt/NET/', '//evil.test/katalog/', '/%2Fevil.test/', '/ORDERS/x/'])
      expect([url, (await page(url)).statusCode]).toEqual([url, 404]);
    for (const url of ['/order/AbC', '/user/orders/7']) expect((await page(url)).statusCode).toBe(200);
  });
  it('open while the database is away: 503 for search engines, the page for people', async () => {
    const told: string[] = [];
    const nowhere = openDb('postgres://nobody:x@127.0.0.1:1/none');
    const lonely = await buildApp({
      db: nowhere.db,
      jobs: nowhere.jobs,
      env: testEnv({ DATA_DIR: folder, LOG_LEVEL: 'error' }),
      dist: join(folder, 'dist'),
      logTo: { write: (line) => void told.push(line) },
    });
    try {
      for (const url of ['/produkt/chay-10101', '/katalog/chay', '/product/7']) {
        const { statusCode, body, headers } = await lonely.inject({ url, headers: { accept: 'text/html' } });
        expect([statusCode, body, headers['retry-after'], headers['cache-control']]).toEqual([
          503,
          INDEX,
          '2',
          'no-store',
        ]);
        expect(headers['content-security-policy']).toContain("'sha256-");
      }
      expect((await lonely.inject({ url: '/katalog', headers: { accept: 'text/html' } })).statusCode).toBe(200);
      expect(told.filter((line) => line.includes('database is away'))).toHaveLength(1);
    } finally {
      await lonely.close();
      await nowhere.close();
    }
  });
  it('do not wait for a database that says nothing', async () => {
    const holder = await open.pool.connect();
    await holder.query('begin; lock table products, slug_history in access exclusive mode');
    const from = performance.now();
    try {
      // A page that waits is a page that waits for ever: said here, and not by a run that stands still.
      const answer = await Promise.race([page('/produkt/chay-10101'), setTimeout(20_000, undefined, { ref: false })]);
      expect([answer?.statusCode, answer?.body]).toEqual([503, INDEX]);
      expect(performance.now() - from).toBeGreaterThan(1900);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(lines.splice(0)).toEqual([expect.stringContaining('ETIMEDOUT')]);
    expect((await page('/produkt/chay-10101')).statusCode).toBe(200);
  });
  it('our own worker takes the pages that it keeps, and nothing that is no page', async () => {
    const headers = {
      accept: 'text/html',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'same-origin',
      'x-requested-with': 'rostok',
    };
    const kept = await app.inject({ url: '/katalog', headers });
    expect([kept.statusCode, withoutHead(kept.body)]).toEqual([200, INDEX]);
    for (const [url, more] of [
      ['/nothing', {}],
      ['/katalog', { 'x-requested-with': 'another' }],
      ['/katalog', { accept: '*/*' }],
    ] as const)
      expect([url, (await app.inject({ url, headers: { ...headers, ...more } })).statusCode]).toEqual([url, 404]);
  });
  it('only for people: scripts and other methods get the envelope', async () => {
    for (const ask of [
      app.inject({ url: '/nothing', headers: { accept: 'application/json' } }),
      app.inject({
        url: '/nothing',
        headers: { accept: 'text/html', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
      }),
      page('/api/nothing'),
      page('/pictures/nothing.webp'),
    ]) {
      const answer = await ask;
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ status: 'error', message: expect.any(String) });
    }
  });
  it('opens for programs beside browsers, which name a mode and no site; nobody posts to a page', async () => {
    const bot = { accept: 'text/html', 'sec-fetch-mode': 'cors' };
    expect((await app.inject({ url: '/katalog', headers: bot })).statusCode).toBe(200);
    expect((await app.inject({ url: '/nothing', headers: { accept: 'TEXT/HTML' } })).headers['content-type']).toMatch(
      /html/,
    );
    const posted = await app.inject({ method: 'POST', url: '/katalog', headers: { accept: 'text/html' } });
    expect([posted.statusCode, posted.headers.allow, posted.json().status]).toEqual([405, 'GET, HEAD', 'error']);
  });
  it('leads the other name of this machine to the one that may change things', async () => {
    const local = await buildApp({
      db: open.db,
      jobs: open.jobs,
      env: testEnv({ DATA_DIR: folder, PUBLIC_URL: 'http://127.0.0.1:3000' }),
      dist: join(folder, 'dist'),
    });
    const ask = (host: string) => local.inject({ url: '/katalog?q=1', headers: { accept: 'text/html', host } });
    const answer = await ask('localhost:3000');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://127.0.0.1:3000/katalog?q=1']);
    for (const host of ['127.0.0.1:3000', 'localhost:4000', 'evil.example'])
      expect((await ask(host)).statusCode).toBe(200);
    await local.close();
  });
  it('HEAD answers like GET without a body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/katalog', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

describe('policy', () => {
  it('of the worker that reads codes alone admits WebAssembly, and nothing else but its own files', async () => {
    const policyOf = async (url: string) => String((await app.inject({ url })).headers['content-security-policy']);
    expect(await policyOf('/assets/detector.worker-abc123.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    for (const url of ['/assets/main-abc123.js', '/sw.js', '/assets/nothing.js'])
      expect(await policyOf(url)).not.toContain('wasm');
  });
  it('allows the two inline blocks of the page by hash and nothing inline besides', async () => {
    const policy = String((await page('/katalog')).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' ${hashOf(THEME)};`);
    expect(policy).toContain(`style-src 'self' ${hashOf(SKELETON)};`);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    for (const part of [
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(part);
    }
  });
  it('the usual headers stand on pages and answers alike', async () => {
    for (const url of ['/katalog', '/healthz', '/api/nothing']) {
      expect((await page(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringContaining('max-age='),
        'permissions-policy': expect.any(String),
      });
    }
  });
});

describe('for search engines', () => {
  it('robots name the sitemap, the sitemap the published addresses', async () => {
    expect((await app.inject({ url: '/robots.txt' })).body).toContain('Sitemap: https://shop.test/sitemap.xml');
    const xml = (await app.inject({ url: '/sitemap.xml' })).body;
    expect(xml).toContain('<loc>https://shop.test/produkt/chay-10101</loc>');
    expect(xml).toContain('<loc>https://shop.test/katalog/chay</loc>');
    expect(xml).not.toMatch(/tayna|pusto/);
  });
});
