import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOT_MEDICINE } from '#contract/content.ts';
import { buildApp } from '#server/app.ts';
import type { OpenDb } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { describe as cut, plainText } from '#server/features/catalogue/page-heads/page-head.rules.ts';
import { STATIC_HEADS } from '#server/features/catalogue/page-heads/static-heads.rules.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { ROUTE_TITLES } from '#src/app/route-titles.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';

const ORIGIN = 'https://shop.test';
const INDEX =
  '<!doctype html><html><head><meta charset="utf-8" /><title>Каталог — Росток</title><meta name="description" content="Общее" /><script>1</script></head><body></body></html>';
const { cards, categories } = generateCatalogue(60);
const EVIL = '</script><script>alert("x")</script> & "Росток"';
const [plain, evil, hidden, gone] = [cards[10]!, cards[11]!, cards[12]!, cards[13]!];

const today = (): string => new Date().toISOString().slice(0, 10);
/** Midnight may come while these tests run. */
const began = today();

let folder: string;
let open: OpenDb;
let app: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rostok-heads-'));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/index.html'), INDEX);
  open = await openTestDb();
  await insertCatalogue(open.db, generateCatalogue(60));
  const set = (id: number, values: Partial<typeof products.$inferInsert>) =>
    open.db.update(products).set(values).where(eq(products.id, id));
  await set(plain.id, { actualPrice: 69_050, stockQty: 3, isBad: true });
  await set(evil.id, { title: EVIL, stockQty: 0, descriptionHtml: '<p>Мягкий &amp; тёплый</p>', isBad: false });
  await set(hidden.id, { published: false });
  await publishCatalogue(open, new Date());
  app = await buildApp({
    db: open.db,
    jobs: open.jobs,
    env: testEnv({ DATA_DIR: folder, PUBLIC_URL: ORIGIN }),
    dist: join(folder, 'dist'),
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
async function headAt(url: string) {
  const { body, statusCode } = await get(url);
  expect([url, statusCode]).toEqual([url, 200]);
  const content = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(body)?.[1];
  const blocks = [...body.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return {
    body,
    title: /<title>([^<]*)<\/title>/.exec(body)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(body)?.[1],
    content,
    data: blocks.map(([, text]) => JSON.parse(text!) as Record<string, unknown> & { '@type': string }),
  };
}

describe('a product', () => {
  it('is named, described, priced and led to from the whole catalogue', async () => {
    const { title, canonical, content, data } = await headAt(`/produkt/${plain.slug}?sponsorId=01000157`);
    const category = categories.find(({ id }) => id === plain.categoryId)!;
    const url = `${ORIGIN}/produkt/${plain.slug}`;
    expect([title, canonical]).toEqual([`${plain.title} — Росток`, url]);
    expect(content('description')).toContain(NOT_MEDICINE);
    expect(content('description')!.length).toBeLessThanOrEqual(200);
    expect([content('og:type'), content('og:url'), content('og:title')]).toEqual(['product', url, title]);
    expect(content('og:image')).toMatch(/^https:\/\/shop\.test\/pictures\/[0-9a-f]{16}\/studio-bad\.jpg$/);
    const [product, way] = data;
    expect(product).toMatchObject({
      '@type': 'Product',
      name: plain.title,
      sku: plain.code,
      category: category.title,
      offers: {
        '@type': 'Offer',
        url,
        price: '690.50',
        priceCurrency: 'RUB',
        availability: 'https://schema.org/InStock',
      },
    });
    expect(way).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Каталог', item: `${ORIGIN}/katalog` },
        { position: 2, name: category.title, item: `${ORIGIN}/katalog/${category.slug}` },
        { position: 3, name: plain.title, item: url },
      ],
    });
  });
  it('with a title made of tags stays text, in attributes and in data', async () => {
    const { body, content, data } = await headAt(`/produkt/${evil.slug}`);
    expect(body).not.toContain('alert("x")');
    expect(body.match(/<script/g)).toHaveLength(1 + data.length);
    expect(data[0]).toMatchObject({ name: EVIL, offers: { availability: 'https://schema.org/OutOfStock' } });
    expect(content('og:image')).toMatch(/\/studio\.jpg$/);
    expect(content('description')).toContain('Мягкий &amp; тёплый');
  });
  it('that is hidden is gone, says nothing of itself and is in no sitemap; after the next publish it is back', async () => {
    const answer = await get(`/produkt/${hidden.slug}`);
    expect([answer.statusCode, answer.body]).toEqual([410, INDEX]);
    expect((await app.inject('/sitemap.xml')).body).not.toContain(hidden.slug);
    await open.db.update(products).set({ published: true }).where(eq(products.id, hidden.id));
    expect((await get(`/produkt/${hidden.slug}`)).statusCode).toBe(200);
  });
  it('that was never shown is as unknown as any other', async () => {
    await open.db.insert(products).values({ code: '99001', slug: 'chernovik-99001', title: 'Черновик', categoryId: plain.categoryId, actualPrice: 1, actualConsPrice: 1, published: false }); // prettier-ignore
    expect((await get('/produkt/chernovik-99001')).statusCode).toBe(404);
    await open.db.update(products).set({ published: true }).where(eq(products.code, '99001'));
    await open.db.update(products).set({ published: false }).where(eq(products.code, '99001'));
    expect((await get('/produkt/chernovik-99001')).statusCode).toBe(410);
  });
  it('that is withdrawn after its head was read is gone with the next request', async () => {
    expect((await get(`/produkt/${gone.slug}`)).body).toContain('og:title');
    await open.db.update(products).set({ published: false }).where(eq(products.id, gone.id));
    await publishCatalogue(open, new Date());
    expect((await get(`/produkt/${gone.slug}`)).statusCode).toBe(410);
  });
});

describe('other pages', () => {
  it('a category shows its way, its size and a picture of its newest product', async () => {
    const category = categories[0]!;
    const { title, canonical, content, data } = await headAt(`/katalog/${category.slug}?sort=title-asc`);
    expect([title, canonical]).toEqual([`${category.title} — Росток`, `${ORIGIN}/katalog/${category.slug}`]);
    expect(content('og:image')).toMatch(/\/pictures\/[0-9a-f]{16}\/studio(-bad)?\.jpg$/);
    expect(data.map((block) => block['@type'])).toEqual(['BreadcrumbList']);
  });
  it('the front names the shop and its search; its second address says which one is meant', async () => {
    for (const url of ['/', '/eshop']) {
      const { canonical, content, data } = await headAt(url);
      expect([canonical, content('og:image')]).toEqual([`${ORIGIN}/eshop`, `${ORIGIN}/icons/share.png`]);
      expect(data.map((block) => block['@type'])).toEqual(['Organization', 'WebSite']);
    }
  });
  it('titles are those that the page itself gives, each with a description of its own', async () => {
    const told = Object.entries(STATIC_HEADS);
    expect(told.length).toBeGreaterThan(8);
    for (const [path, head] of told) {
      expect([path, head.title]).toEqual([path, ROUTE_TITLES[path as keyof typeof ROUTE_TITLES]]);
      expect((await headAt(path)).title).toBe(`${head.title} — Росток`);
    }
    expect(new Set(told.map(([, { description }]) => description)).size).toBe(told.length);
  });
  it('what is for people alone asks not to be listed', async () => {
    for (const url of ['/cart', '/user/orders', '/order/AbC', '/login']) {
      const { headers, body } = await get(url);
      expect([url, headers['x-robots-tag'], body]).toEqual([url, 'noindex', INDEX]);
    }
    expect((await get('/katalog')).headers['x-robots-tag']).toBeUndefined();
  });
  it('is compressed and confirmed like the shell', async () => {
    const ask = (more: Record<string, string> = {}) =>
      app.inject({ url: '/katalog', headers: { accept: 'text/html', 'accept-encoding': 'br', ...more } });
    const first = await ask();
    expect(first.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe((await get('/katalog')).body);
    expect((await ask({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
  });
  it('the sitemap dates products and lists by their changes, and legal texts by their version', async () => {
    const { body } = await app.inject('/sitemap.xml');
    const dateOf = (path: string) =>
      new RegExp(`<loc>${ORIGIN}${path}</loc><lastmod>([^<]+)</lastmod>`).exec(body)?.[1];
    for (const path of ['/katalog', `/produkt/${plain.slug}`, `/katalog/${categories[0]!.slug}`])
      expect([began, today()]).toContain(dateOf(path));
    expect(dateOf('/kompaniya/oferta')).toBe('2026-11-22');
    expect(body).toContain(`<loc>${ORIGIN}/punkty</loc></url>`);
  });
});

describe('descriptions', () => {
  it('are cut at a word and never longer than asked', () => {
    expect(cut('Один  два\nтри')).toBe('Один два три');
    expect(cut('Первое слово, второе слово', 15)).toBe('Первое слово…');
    expect(cut('ы'.repeat(300), 50)).toHaveLength(50);
  });
  it('know the tags and signs of the shop’s texts', () => {
    expect(plainText('<p>Чай&nbsp;&amp; мёд</p><ul><li>раз</li><li>два</li></ul>')).toBe('Чай & мёд раз два');
  });
});
