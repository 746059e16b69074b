import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { renderPage } from '#src/entry-server.tsx';
import type { PageData } from '#src/features/catalogue/catalogue.types.ts';
import { openCatalogueShop } from '#tests/catalogue/server-shop.ts';
import type { TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// Two hundred rendered products beside what the database holds: a page is written from the published files alone.

const TEMPLATE = readFileSync(fileURLToPath(new URL('../../index.html', import.meta.url)), 'utf8');
type Row = { id: number; slug: string; title: string; code: string; price: number; quantity: number };
let shop: TestShop;
let rows: Row[];
let manifest: string;
const asked = new Map<string, Promise<string>>();

beforeAll(async () => {
  // As on the server: nothing of a browser may be read while a page is drawn.
  for (const name of ['window', 'document', 'localStorage', 'location', 'navigator']) vi.stubGlobal(name, undefined);
  shop = await openCatalogueShop(200);
  const answer = await shop.pool.query<Row>(
    `select id, slug, title, code, actual_price as price, stock_qty as quantity from products
     where published order by created_at desc, id`,
  );
  rows = answer.rows;
  manifest = (await shop.app.inject('/api/catalog/manifest')).body;
  // Parts that come by themselves are compiled by the first page that wants them.
  for (const path of ['/', '/katalog', `/produkt/${rows[0]!.slug}`]) await until(() => render(path));
});
afterAll(async () => {
  await shop.close();
  vi.unstubAllGlobals();
});

const file = (sha256: string): Promise<string> => {
  const known = asked.get(sha256) ?? shop.app.inject(`/api/catalog/s/${sha256}.json`).then(({ body }) => body);
  asked.set(sha256, known);
  return known;
};
const render = (path: string) => renderPage({ path, manifest, file, template: TEMPLATE, styles: [], footerStyles: [] });
async function read(path: string): Promise<{ text: string; h1: string; html: string; page: PageData }> {
  const html = (await render(path)) ?? '';
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  const data = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(html)?.[1] ?? 'null';
  return {
    html,
    h1: words(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(main)?.[1] ?? ''),
    text: words(main),
    page: JSON.parse(data) as PageData,
  };
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const words = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
const roubles = (kopecks: number): string =>
  `${(kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: kopecks % 100 ? 2 : 0 })} ₽`.replace(/\s/g, ' ');

it('every product: its title, code, public price and stock, and nobody else’s price', async () => {
  expect(rows.length).toBeGreaterThanOrEqual(190);
  const shown = new Set(rows.map(({ price }) => price));
  for (const row of rows) {
    const { h1, text, html, page } = await read(`/produkt/${row.slug}`);
    expect([row.slug, h1]).toEqual([row.slug, row.title]);
    expect(text).toContain(row.code);
    expect(text).toContain(roubles(row.price));
    // Its own button comes before those of products like it.
    const button = /В корзину|Сообщить о поступлении/.exec(text)?.[0];
    expect([row.slug, button]).toEqual([row.slug, row.quantity > 0 ? 'В корзину' : 'Сообщить о поступлении']);
    expect(page.rows.find(({ id }) => id === row.id)).toMatchObject({ title: row.title, slug: row.slug });
    expect(html).not.toMatch(/cons_?price/i);
    expect(page.prices.priceType).toBe(0);
    expect(page.prices.price.filter((price) => !shown.has(price))).toEqual([]);
  }
});

it('the list: the first 24 in the order of the shop, each under its own address', async () => {
  const { html } = await read('/katalog');
  const first = rows.slice(0, 24);
  const linked = [...html.matchAll(/<h2[^>]*>[\s\S]*?href="\/produkt\/([^"]+)"/g)].map(([, slug]) => slug);
  expect(linked).toEqual(first.map(({ slug }) => slug));
});

it('without script the page ends as every page does: the seller, the papers and the warning', async () => {
  const { html } = await read('/katalog');
  const foot = /<noscript><footer[\s\S]*<\/footer><\/noscript>/.exec(html)?.[0] ?? '';
  for (const path of ['/kompaniya/oferta', '/kompaniya/privacy-policy', '/kompaniya/vozvrat', '/contacts'])
    expect(foot).toContain(`href="${path}"`);
  expect(words(foot)).toContain('Не являются лекарственными средствами');
  expect(foot).not.toContain('<button');
});

it('an address that the revision does not have is no page; a search is left to the script', async () => {
  expect(await render('/produkt/net-takogo-00000')).toBeNull();
  expect(await render('/katalog/net-takoy')).toBeNull();
});
