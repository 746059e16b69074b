import type { Page } from '@playwright/test';
import { withText } from '#tests/e2e/support/large-text.ts';
import { textFaults } from '#tests/e2e/support/text-faults.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// On the narrowest phone no larger text breaks a word or cuts one off: the browser's own at 200 %, the largest of «Оформление»,
// and both at once (docs/decisions/143).
const GUEST = [
  '/katalog',
  '/eshop',
  '/produkt/magnij-b6-tihij-vecher-10201',
  '/cart',
  '/user/favorites',
  '/login',
  '/register',
  '/password/reset',
  '/user/sync',
  `/user/notify#${'A'.repeat(43)}`,
  '/user/settings',
  '/user/form-style',
  '/kompaniya/soglasie',
  '/net-takoy',
];
const CONSULTANT = [
  '/user/register',
  '/user/consultants',
  '/user/profile',
  '/user/profile?edit=email',
  '/katalog',
  '/produkt/magnij-b6-tihij-vecher-10201',
  '/cart',
  '/user',
  '/user/reports/activity',
  '/user/business/structure',
  '/user/favorites',
  '/user/account',
  '/user/orders',
  '/checkout',
  '/user/education',
  '/user/education/course/1',
  '/user/education/lesson/101',
  '/user/education/lesson/101/quiz',
];
const PHONE = { viewport: { width: 360, height: 780 }, locale: 'ru-RU', timezoneId: 'Europe/Moscow' };

for (const [name, browserPx, choice] of [
  ['the browser’s text at 200 %', 32, null],
  ['the largest text of «Оформление»', 16, 'huge'],
  ['both at once', 32, 'huge'],
] as const)
  test(`words stay whole: ${name}`, { tag: '@long' }, async ({ shop }) => {
    const browser = await withText(browserPx);
    const page = await browser.newPage({ ...PHONE, baseURL: shop.url });
    if (choice) await page.addInitScript((value) => localStorage.setItem('text', value), choice);
    const found: Record<string, string[]> = {};
    const look = async (screen: string) => {
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await page.waitForTimeout(300);
      const faults = await textFaults(page);
      if (faults.length > 0) found[screen] = faults;
    };
    await page.goto('/produkt/magnij-b6-tihij-vecher-10201');
    expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBeGreaterThan(
      19,
    );
    const added = page.waitForResponse((answer) => answer.url().endsWith('/cart/change'));
    await page.getByRole('main').getByRole('button', { name: 'В корзину' }).first().click();
    // A page that is left within the same moment has not stored it yet.
    await added;
    for (const route of GUEST) {
      await page.goto(route);
      await look(route);
    }
    await lookAtSheet(page, () => look('«Пока вы были офлайн»'));
    await logIn(page, 'cons');
    for (const route of CONSULTANT) {
      await page.goto(route);
      await look(`consultant ${route}`);
    }
    await page.goto('/user/orders');
    // Whatever has become of it: the shop cancels what nobody pays for.
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Заказ/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Заказ/ })).toBeVisible();
    await look('consultant an order');
    await page.goto('/user/education/course/1');
    await expect(page.getByRole('heading', { name: 'Уроки' })).toBeAttached();
    // What was passed is dated once the shop has told it.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await expect(page.getByRole('main')).toContainText(/минут\S* · сохранено /);
    await look('consultant /user/education/course/1 offline');
    await page.context().setOffline(false);
    // Out of stock and long words: the last cards of the list are drawn only near the screen.
    await page.goto('/user/favorites');
    await page.getByRole('button', { name: 'Сообщить о поступлении' }).first().scrollIntoViewIfNeeded();
    await look('consultant /user/favorites below');
    expect(found).toEqual({});
    await browser.close();
  });

test(
  '«не лекарство» is whole on a desk, in our typeface and in the one until it comes',
  { tag: '@long' },
  async ({ page }) => {
    // A long title ends in «…» within its line on purpose: here only what is cut below counts.
    const below = async () => (await textFaults(page)).filter((fault) => /below|half/.test(fault));
    await logIn(page, 'cons');
    for (const hasFonts of [true, false]) {
      if (!hasFonts) await page.route(/\.woff2/, (route) => route.abort());
      for (const width of [960, 1200, 1366, 1440, 1600]) {
        await page.setViewportSize({ width, height: 2400 });
        await page.goto('/katalog');
        const cards = page.getByRole('region', { name: 'Товары' }).getByRole('article');
        await expect(cards.filter({ hasText: 'вам' }).first()).toBeVisible();
        expect(await below(), `${width} ${hasFonts}`).toEqual([]);
        await page.mouse.wheel(0, 2200);
        await page.waitForTimeout(300);
        expect(await below(), `${width} ${hasFonts}, below`).toEqual([]);
      }
    }
  },
);

/** The sheet of news: a change that waited for a signal has arrived. */
async function lookAtSheet(page: Page, look: () => Promise<void>): Promise<void> {
  await page.goto('/cart');
  await expect(page.getByRole('group', { name: 'Количество' }).first()).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Добавить', exact: true }).first().click();
  await expect(page.getByRole('status', { name: 'Состояние синхронизации' })).toContainText(/в очереди|нет сети/i);
  await look();
  // What is answered within ten seconds is told on the spot and not in the sheet.
  await page.waitForTimeout(10_500);
  await page.context().setOffline(false);
  const sheet = page.getByRole('dialog', { name: 'Пока вы были офлайн' });
  await expect(sheet).toBeVisible({ timeout: 20_000 });
  await look();
  await sheet.getByRole('button', { name: 'Готово' }).click();
}
