import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test, warmUp } from '#tests/e2e/support/test.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SECOND = '.tmp/dist-second';

/** Another build of the same sources: every chunk that names the build gets another hash. */
function secondBuild(): string {
  if (!existsSync(`${ROOT}${SECOND}/index.html`)) {
    execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
      cwd: ROOT,
      env: { ...process.env, BUILD_ID: `second-${Date.now()}`, BUILD_OUT: SECOND },
      stdio: 'ignore',
    });
  }
  return SECOND;
}

/** Which build this page runs: the names of its first chunks. */
const scripts = (page: Page): Promise<string> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLScriptElement>('script[src]'), (one) => one.src).join(' '),
  );

test.describe.configure({ mode: 'serial' });

test('a new build asks while a tab is open, the old tab keeps working, «Обновить» takes it', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(120_000);
  const second = secondBuild();
  await page.goto('/katalog');
  await warmUp(page);
  const oldEntry = await scripts(page);
  await shop.deploy(second);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const notice = page.getByRole('status').filter({ hasText: 'Доступна новая версия' });
  await expect(notice).toBeVisible();

  // The old tab visits routes it has never opened, online and offline: no chunk is missing.
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.goBack();
  await page
    .getByRole('link', { name: /Корзина/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible();
  await context.setOffline(false);

  await notice.getByRole('button', { name: 'Обновить' }).click();
  await expect.poll(() => scripts(page).catch(() => oldEntry)).not.toBe(oldEntry);
  await expect(notice).toBeHidden();
  await shop.deploy('dist');
});

test('a waiting build is taken at a cold start when no other tab is open', async ({ browser, shop }) => {
  test.setTimeout(120_000);
  const second = secondBuild();
  const context = await browser.newContext({ baseURL: shop.url });
  let page = await context.newPage();
  await page.goto('/katalog');
  await warmUp(page);
  const oldEntry = await scripts(page);
  await shop.deploy(second);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('Доступна новая версия')).toBeVisible();
  await page.close();
  page = await context.newPage();
  await page.goto('/katalog');
  await expect.poll(() => scripts(page).catch(() => oldEntry)).not.toBe(oldEntry);
  await expect(page.getByRole('article').first()).toBeVisible();
  await context.close();
  await shop.deploy('dist');
});

test('the browser finds the app installable', async ({ page, context }) => {
  await page.goto('/katalog');
  await warmUp(page);
  const cdp = await context.newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter((one) => one.errorId !== 'in-incognito')).toEqual([]);
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ start_url: '/katalog', display: 'standalone', lang: 'ru' });
  expect(manifest.shortcuts.map((one: { name: string }) => one.name)).toEqual(['Каталог', 'Корзина', 'Избранное']);
  for (const one of [...manifest.icons, ...manifest.screenshots])
    expect((await page.request.get(one.src)).status(), one.src).toBe(200);
});

test('what was broken on the phone is repaired: a precached chunk that vanished comes back', async ({
  page,
  context,
}) => {
  await page.goto('/katalog');
  await warmUp(page);
  await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((one) => one.includes('precache'));
    const cache = await caches.open(name ?? '');
    for (const request of await cache.keys()) if (request.url.includes('.js')) await cache.delete(request);
  });
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForTimeout(500);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
});
