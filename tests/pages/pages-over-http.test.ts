import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import type { OpenDb } from '#server/db/open.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';
import { until } from '#tests/support/until.ts';

// Rendered pages as programs of all ages ask for them. The renderer is a small one: what is asked here is who gets its pages.

const SHELL = '<!doctype html><html lang="ru"><head></head><body><div id="root">empty</div></body></html>';
const SHEET = '/assets/sheet.css';
let folder: string;
let open: OpenDb;
let app: FastifyInstance;
let broken: string;
const logged: { msg: string; err?: { message: string } }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-http-'));
  open = await openTestDb();
  await insertCatalogue(open.db, generateCatalogue(2));
  const now = () => new Date('2026-11-21T09:00:00Z');
  await publishCatalogue(open, now());
  const { rows } = await open.pool.query<{ slug: string }>('select slug from products order by id limit 1');
  broken = `/produkt/${rows[0]!.slug}`;
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'renderer'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), SHELL);
  const styles = {
    catalogue: [{ href: SHEET }, { href: '/wide.css', media: 'print' }],
    product: [],
    front: [],
    footer: [],
  };
  writeFileSync(join(dist, 'renderer/styles.json'), JSON.stringify(styles));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, SHEET), 'a { color: red }');
  writeFileSync(
    join(dist, 'renderer/render.js'),
    `export async function renderPage({ path, template, styles }) {
      if (path === '${broken}') throw new Error('a part that throws');
      const carried = styles.filter((one) => one.text).map((one) => '<style>' + one.text + '</style>').join('');
      return template.replace('</head>', carried + '</head>').replace('empty', 'rendered ' + path + ' «' + 'ё'.repeat(5000) + '»');
    }`,
  );
  app = await buildApp({
    db: open.db,
    jobs: open.jobs,
    env: testEnv({ DATA_DIR: folder, LOG_LEVEL: 'warn' }),
    dist,
    now,
    logTo: { write: (line) => void logged.push(JSON.parse(line)) },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await until(async () => {
    const { body } = await app.inject('/katalog');
    if (!body.includes('rendered /katalog')) throw new Error('the renderer is not there yet');
  });
});
afterAll(async () => {
  await app.close();
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Bytes of the answer to a request written by hand; resolves when the shop closes the connection. */
const spoken = (request: string) =>
  new Promise<string>((done, fail) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(request));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('end', () => done(Buffer.concat(parts).toString()));
    socket.on('error', fail);
  });
const ask = (headers: Record<string, string>) => app.inject({ url: '/katalog', headers });

describe('who gets a rendered page', () => {
  it('the sheets that it carries are in its policy by their hashes; the empty page allows none of them', async () => {
    const page = await ask({ accept: 'text/html' });
    const hash = createHash('sha256').update('a { color: red }').digest('base64');
    expect(page.body).toContain('<style>a { color: red }</style>');
    expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
    const empty = await app.inject({ url: '/login', headers: { accept: 'text/html' } });
    expect(empty.headers['content-security-policy']).toContain("style-src 'self';");
  });
  it('a program that speaks HTTP/1.0 and says nothing else: whole, with its length, and the connection is closed', async () => {
    const answer = await spoken('GET /katalog HTTP/1.0\r\n\r\n');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.\d 200 /);
    expect(head).not.toMatch(/transfer-encoding/i);
    expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBe(Buffer.byteLength(body));
    expect(body).toContain('rendered /katalog');
    expect(body.endsWith('</html>')).toBe(true);
    const headOnly = await spoken('HEAD /katalog HTTP/1.0\r\n\r\n');
    expect(headOnly).toMatch(/^HTTP\/1\.\d 200 /);
    expect(headOnly.split('\r\n\r\n')[1]).toBe('');
  });

  it.each([undefined, '*/*', 'text/*', 'text/html', 'text/html;q=0.1,application/json', 'image/avif,*/*;q=0.8', ''])(
    'Accept: %s',
    async (accept) => {
      const answer = await ask(accept === undefined ? {} : { accept });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('rendered /katalog');
    },
  );
  it.each(['application/json', 'text/html;q=0', 'image/png'])('nobody who takes no HTML: %s', async (accept) => {
    const answer = await ask({ accept });
    expect(answer.headers['content-type']).not.toContain('text/html');
    expect(answer.body).not.toContain('rendered');
  });

  it('any Accept-Encoding: the same text, in a form that was allowed, under a tag of its own', async () => {
    const tags = new Set<string>();
    for (const [accepted, encoding] of [
      [undefined, undefined],
      ['', undefined],
      ['identity', undefined],
      ['deflate, compress', undefined],
      ['gzip', 'gzip'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['*;q=0.5', undefined],
      ['identity;q=0, gzip', 'gzip'],
      ['nonsense;;q=x,,', undefined],
    ] as const) {
      const answer = await ask(accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect([accepted, answer.headers['content-encoding'], answer.headers.vary]).toEqual([
        accepted,
        encoding,
        'Accept-Encoding',
      ]);
      const bytes = answer.rawPayload;
      const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(text.toString()).toContain('rendered /katalog «ёё');
      tags.add(String(answer.headers.etag));
      const again = await ask({ 'accept-encoding': accepted ?? '', 'if-none-match': String(answer.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect(tags.size).toBe(3);
  });

  it('a page whose part throws is the empty one, with its status, and the log says which part', async () => {
    const answer = await app.inject(broken);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('<div id="root">empty</div>');
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'page not rendered' }));
    expect(logged.find(({ msg }) => msg === 'page not rendered')?.err?.message).toBe('a part that throws');
  });
});
