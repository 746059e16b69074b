import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#tests/e2e/support/test.ts';

// The deterministic rows (★) of experience.md §6: bytes and counts, never times.

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const KB = 1000;

test('first load: JavaScript, bytes and requests until the 24th card', async ({ browser, shop }) => {
  const context = await browser.newContext({
    baseURL: shop.url,
    serviceWorkers: 'block',
    viewport: { width: 360, height: 780 },
    extraHTTPHeaders: {},
  });
  const page = await context.newPage();
  const seen: { path: string; type: string; br: number; gz: number }[] = [];
  let isOpen = true;
  const reads: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!isOpen) return;
    reads.push(
      response.body().then(
        (body) => {
          seen.push({
            path: new URL(response.url()).pathname,
            type: response.request().resourceType(),
            br: brotliCompressSync(body).length,
            gz: gzipSync(body, { level: 9 }).length,
          });
        },
        () => {},
      ),
    );
  });
  await page.goto('/katalog', { waitUntil: 'commit' });
  // The window renders what is near the screen; the 24th card is complete when its data are.
  await page.waitForFunction(() => performance.getEntriesByName('cards-24').length > 0);
  isOpen = false;
  await Promise.all(reads);
  // Counted: what had to be here for the 24th card; what was merely under way by then was not, a second request for the same
  // path included.
  const needed = await page.evaluate(() => {
    const shown = performance.getEntriesByName('cards-24')[0]?.startTime ?? 0;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return ['/katalog', ...files.filter((one) => one.responseEnd <= shown).map((one) => new URL(one.name).pathname)];
  });
  const loaded = seen.filter((one) => {
    const at = needed.indexOf(one.path);
    if (at >= 0) needed.splice(at, 1);
    return at >= 0;
  });
  const code = loaded.filter((one) => one.path.endsWith('.js'));
  const counted = loaded.filter((one) => !/\.(woff2|avif|webp|png)$/.test(one.path));
  const sum = (rows: typeof seen, key: 'br' | 'gz') => rows.reduce((total, row) => total + row[key], 0);
  console.log(counted.map((one) => `${one.path} br ${one.br} gz ${one.gz}`).join('\n'));
  expect(sum(code, 'gz'), 'JS gz').toBeLessThanOrEqual(90 * KB);
  expect(sum(code, 'br'), 'JS br').toBeLessThanOrEqual(80 * KB);
  expect(sum(counted, 'br'), 'bytes br').toBeLessThanOrEqual(95 * KB);
  expect(counted.length, 'requests').toBeLessThanOrEqual(8);
  await context.close();
});

test('built files: fonts, worker, precache, lazy routes, absent libraries', () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !/\.(br|gz)$/.test(file) && statSync(`${DIST}${file}`).isFile(),
  );
  const bytes = (file: string) => readFileSync(`${DIST}${file}`);
  const fonts = files.filter((file) => file.endsWith('.woff2'));
  expect(fonts).toHaveLength(3);
  expect(fonts.reduce((sum, file) => sum + bytes(file).length, 0)).toBeLessThanOrEqual(62 * KB);
  expect(gzipSync(bytes('sw.js'), { level: 9 }).length, 'worker').toBeLessThanOrEqual(20 * KB);
  const precached = [
    ...bytes('sw.js')
      .toString()
      .matchAll(/["']?url["']?:["'`]([^"'`]+)["'`]/g),
  ].map((match) => match[1] ?? '');
  expect(precached.length).toBeGreaterThan(10);
  const weight = precached.reduce(
    (sum, file) => sum + (file.endsWith('.woff2') ? bytes(file).length : brotliCompressSync(bytes(file)).length),
    0,
  );
  expect(weight, 'precache').toBeLessThanOrEqual(400 * KB);

  const html = bytes('index.html').toString();
  const entries = [...html.matchAll(/<script type="module"[^>]*src="\/([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(entries.length).toBeGreaterThan(0);
  const chunks = files.filter((file) => file.endsWith('.js') && file.startsWith('assets/'));
  for (const chunk of chunks)
    if (!entries.includes(chunk))
      expect(gzipSync(bytes(chunk), { level: 9 }).length, chunk).toBeLessThanOrEqual(
        20 * KB + (/zod|api|schema|imask|spring/.test(chunk) ? 20 * KB : 0),
      );
  const first = [
    ...entries,
    ...[...html.matchAll(/modulepreload[^>]*href="\/([^"]+)"/g)].map((match) => match[1] ?? ''),
  ]
    .map((file) => bytes(file).toString())
    .join('\n');
  for (const [library, trace] of [
    ['zod classic', 'ZodError'],
    ['react-imask', 'imask'],
    ['react-spring', 'SpringValue'],
    ['ky', 'KyError'],
    ['workbox-window', 'workbox-window'],
  ] as const) {
    expect(first.includes(trace), `${library} is not in the first chunk`).toBe(false);
  }
  expect(
    files.map((file) => bytes(file).toString('latin1')).some((text) => text.includes('$ZodRegistry.ZodString=')),
  ).toBe(false);
});

const ROUTES = [
  '/katalog',
  '/katalog/vitaminy',
  '/produkt/magnij-b6-tihij-vecher-10201',
  '/eshop',
  '/cart',
  '/user/favorites',
  '/login',
  '/cookie',
  '/kompaniya/privacy-policy',
  '/kompaniya/soglasie',
  '/kompaniya/rekvizity',
  '/user/form-style',
  '/net-takoy',
];

for (const [name, width, height] of [
  ['phone', 360, 780],
  ['tablet', 834, 1112],
  ['desktop', 1440, 900],
] as const) {
  test(`nothing jumps on any route: ${name}`, async ({ page, consoleGuard }) => {
    consoleGuard.allow(/404/);
    await page.setViewportSize({ width, height });
    for (const route of ROUTES) {
      await page.goto(route, { waitUntil: 'load' });
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForTimeout(1600);
      const shift = await page.evaluate(
        () =>
          new Promise<{ sum: number; what: string }>((done) => {
            new PerformanceObserver((list) => {
              let sum = 0;
              const what: string[] = [];
              for (const entry of list.getEntries() as (PerformanceEntry & {
                value: number;
                hadRecentInput: boolean;
                sources: { node: Element | null }[];
              })[]) {
                if (entry.hadRecentInput) continue;
                sum += entry.value;
                what.push(
                  ...entry.sources.map(
                    (source) => `${source.node?.nodeName}.${(source.node as Element | null)?.className}`,
                  ),
                );
              }
              done({ sum, what: what.join(' ') });
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => done({ sum: 0, what: '' }), 200);
          }),
      );
      expect(shift.sum, `${route} shifted: ${shift.what}`).toBeLessThanOrEqual(0.01);
    }
  });
}
