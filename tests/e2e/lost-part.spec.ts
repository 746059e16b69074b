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

test('the rest of the frame comes when the signal is back, also when it went in the first second', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported|Service Worker|preload CSS/);
  let lost = 0;
  await page.route(/\/assets\/frame-[^/]+\.js$/, (route) => {
    lost += 1;
    return route.abort('internetdisconnected');
  });
  // The shop does not answer either, to the end: a reload would bring what is missing, and take this page away meanwhile.
  await page.route('**/healthz', (route) => route.abort('internetdisconnected'));
  await page.goto('/katalog');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => lost).toBeGreaterThan(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.unroute(/\/assets\/frame-[^/]+\.js$/);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('contentinfo')).toBeVisible();
});
