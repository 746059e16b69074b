import type { Page } from '@playwright/test';
import { card, nav, stepper, titles } from '#tests/e2e/support/pages.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

// The rendered page before, while and after the code takes it over (docs/decisions/250 and 285).

/** These pages are rendered and kept by now: the first visitor after a start, on a busy machine, may get the empty page. */
async function whenRendered(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths)
    await expect
      .poll(async () => (await page.request.get(path, { headers: { accept: 'text/html' } })).text(), {
        timeout: 60_000,
      })
      .toContain('<html data-rendered');
}

/** The code of every page opened from here on waits until `come` is called. */
async function holdCode(page: Page): Promise<{ come(): void }> {
  let come!: () => void;
  const whenCome = new Promise<void>((done) => (come = done));
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await whenCome;
    // Of a page that has been left since.
    await route.continue().catch(() => {});
  });
  return { come };
}
const inCart = (page: Page) => nav(page).getByRole('link', { name: /Корзина/ });
const toCart = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'В корзину' });
const heart = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'В избранное' });

test('without scripts: home, a category and a product are read, and lead to each other', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await whenRendered(page, '/', '/katalog', '/katalog/vitaminy');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/katalog');
  expect(await titles(page)).toHaveLength(24);
  await page.goto('/katalog/vitaminy');
  const product = page.getByRole('article').first();
  const title = (await product.getByRole('heading').textContent()) ?? '';
  await whenRendered(page, (await product.getByRole('link', { name: title }).first().getAttribute('href')) ?? '');
  await product.getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(/\/produkt\//);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('₽');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Витамины' })).toBeVisible();
  await context.close();
});

test('taps before the code are done once each, and the page is taken over as it stands', async ({ page }) => {
  await whenRendered(page, '/katalog');
  const code = await holdCode(page);
  await page.goto('/katalog', { waitUntil: 'commit' });
  await expect(page.getByRole('article')).toHaveCount(24);
  const [first = '', second = '', third = ''] = await titles(page);
  await toCart(page, first).click();
  await heart(page, second).click();
  await heart(page, third).click();
  await heart(page, third).click();
  const node = await card(page, first).elementHandle();
  code.come();
  await expect(stepper(card(page, first))).toBeVisible();
  await expect(heart(page, second)).toHaveAttribute('aria-pressed', 'true');
  await expect(heart(page, third)).toHaveAttribute('aria-pressed', 'false');
  expect(await node?.evaluate((one) => one.isConnected)).toBe(true);
  await expect(inCart(page)).toContainText('1');
  await page.reload();
  await expect(stepper(card(page, first))).toContainText('1');
  await expect(inCart(page)).toContainText('1');
});

test('a page left at once after a tap loses nothing: before its code, and with it', async ({ page, context }) => {
  await whenRendered(page, '/katalog');
  const code = await holdCode(page);
  await page.goto('/katalog', { waitUntil: 'commit' });
  await expect(page.getByRole('article')).toHaveCount(24);
  const [first = '', second = ''] = await titles(page);
  await toCart(page, first).click();
  await heart(page, second).click();
  // No code yet: the link is the browser's own.
  await card(page, second).getByRole('link', { name: second }).first().click();
  await expect(page).toHaveURL(/\/produkt\//);
  code.come();
  await expect(page.getByRole('button', { name: 'В избранное' }).first()).toHaveAttribute('aria-pressed', 'true');
  await expect(inCart(page)).toContainText('1');

  // A deep link in a tab of its own; the tap and the reload are one and the same task.
  const other = await context.newPage();
  await other.goto(page.url());
  const add = other.getByRole('main').getByRole('button', { name: 'В корзину' }).first();
  await expect(add).toBeEnabled();
  await expect(inCart(other)).toContainText('1');
  await Promise.all([
    other.waitForEvent('load'),
    add.evaluate((button: HTMLElement) => {
      button.click();
      location.reload();
    }),
  ]);
  await expect(stepper(other.getByRole('main')).first()).toBeVisible();
  await expect(inCart(other)).toContainText('2');
  await other.goto('/cart');
  for (const title of [first, second])
    await expect(card(other, title).getByRole('textbox', { name: /Количество/ })).toHaveValue('1');
});

test('taps at any moment of the take-over, on a slow phone, are done once each', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await whenRendered(page, '/katalog');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const code = await holdCode(page);
  await page.goto('/katalog', { waitUntil: 'commit' });
  await expect(page.getByRole('article')).toHaveCount(24);
  const seen = (await titles(page)).slice(0, 4);
  // From the moment when the code is here: a tap whenever React lets go of the thread.
  await page.evaluate(() => {
    const taps = [...document.querySelectorAll<HTMLElement>('[data-tap]')].slice(0, 8);
    const tap = (): void => {
      if (performance.getEntriesByType('resource').some(({ name }) => /\/index-[^/]*\.js$/.test(name)))
        taps.shift()?.click();
      if (taps.length > 0) requestAnimationFrame(() => setTimeout(tap));
    };
    tap();
  });
  code.come();
  for (const title of seen) {
    await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true');
    await expect(stepper(card(page, title))).toContainText('1');
  }
  await expect(inCart(page)).toContainText('4');
});

test('a publish between the rendering and the take-over: a withdrawn product goes, a new price comes', async ({
  page,
  shop,
}) => {
  await whenRendered(page, '/katalog');
  const code = await holdCode(page);
  await page.goto('/katalog', { waitUntil: 'commit' });
  await expect(page.getByRole('article')).toHaveCount(24);
  const [gone = '', dearer = ''] = await titles(page);
  const codeOf = async (title: string) => {
    const link = card(page, title).getByRole('link', { name: title }).first();
    const slug = (await link.getAttribute('href'))!.split('/').at(-1);
    const [row] = await shop.sql<{ code: string; price: number }>(
      'select code, actual_price as price from products where slug = $1',
      [slug],
    );
    return row!;
  };
  const [withdrawn, changed] = [await codeOf(gone), await codeOf(dearer)];
  await shop.product(withdrawn.code, ['--hide']);
  await shop.product(changed.code, ['--price', '98765']);
  try {
    code.come();
    await expect(card(page, dearer)).toContainText('98 765');
    await expect(card(page, gone)).toHaveCount(0);
  } finally {
    await shop.product(withdrawn.code, ['--show']);
    await shop.product(changed.code, ['--price', String(changed.price / 100)]);
  }
});

test('a page that another build has rendered is drawn anew, and what was tapped on it is done', async ({ page }) => {
  await whenRendered(page, '/katalog');
  await page.route('**/katalog', async (route) => {
    const answer = await route.fetch();
    const earlier = (await answer.text())
      .replace(/"build":"[^"]*"/, '"build":"earlier"')
      .replace(/(<h1[^>]*>)Каталог/, '$1Прежний каталог');
    const { 'content-encoding': _coded, 'content-length': _long, ...headers } = answer.headers();
    await route.fulfill({ status: answer.status(), headers, body: earlier });
  });
  const code = await holdCode(page);
  await page.goto('/katalog', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Прежний каталог' })).toBeVisible();
  const [first = '', second = ''] = await titles(page);
  await toCart(page, first).click();
  await heart(page, second).click();
  code.come();
  await expect(page.getByRole('heading', { level: 1, name: 'Каталог', exact: true })).toBeVisible();
  await expect(stepper(card(page, first))).toBeVisible();
  await expect(heart(page, second)).toHaveAttribute('aria-pressed', 'true');
  await expect(inCart(page)).toContainText('1');
});

test('on a slow line neither letters nor pictures below the screen come before the code', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await whenRendered(page, '/katalog');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const line = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', line);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const code = await holdCode(page);
  await page.goto('/katalog', { waitUntil: 'commit' });
  await expect.poll(() => asked.some((path) => /index-[^/]*\.js$/.test(path))).toBe(true);
  // The picture of the last card in sight is drawn: the layout that asks for pictures is over.
  const fourth = page.getByRole('article').nth(3).locator('img');
  await expect.poll(() => fourth.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
  expect(asked.filter((path) => path.startsWith('/pictures/'))).toHaveLength(4);
  expect(asked.filter((path) => path.endsWith('.woff2'))).toEqual([]);
  code.come();
  await expect.poll(() => asked.filter((path) => path.endsWith('.woff2')).length).toBeGreaterThanOrEqual(3);
  await expect
    .poll(() => page.evaluate(() => document.fonts.check("1em 'Golos Text Variable'", 'Каталог 1')))
    .toBe(true);
  await expect(page.locator('html')).not.toHaveAttribute('data-code');
});
