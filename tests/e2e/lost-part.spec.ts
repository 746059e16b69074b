import { expect, test } from '#tests/e2e/support/test.ts';

test.use({ serviceWorkers: 'block' });

test('a page whose code does not come says so once, and comes with the next attempt', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported|Service Worker/);
  let asked = 0;
  await page.goto('/katalog');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.route(/\/assets\/texts-[^/]+\.js$/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Реквизиты' }).click();
  await expect(page.getByRole('heading', { name: 'Эта страница не загрузилась' })).toBeVisible();
  const before = asked;
  await page.waitForTimeout(500);
  expect(asked).toBe(before);
  await page.unroute(/\/assets\/texts-[^/]+\.js$/);
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(page.getByRole('heading', { name: 'Реквизиты', level: 1 })).toBeVisible();
});
