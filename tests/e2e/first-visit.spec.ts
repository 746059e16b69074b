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
