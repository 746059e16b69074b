import { chromium, type BrowserContext } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keep } from '#tests/e2e/support/offline-lab-queue.ts';
import { popupCart, card, nav, searchBox, sortBox } from '#tests/e2e/support/pages.ts';
import config from '#tests/e2e/playwright.config.ts';
import { expect, logIn, type Role, test, warmUp } from '#tests/e2e/support/test.ts';

const MAGNESIUM = 'Магний B6 «Тихий вечер»';

/** A phone that is switched off and on again: a profile on disk, a new browser process. */
async function withPhone(run: (start: () => Promise<BrowserContext>) => Promise<void>, baseURL: string): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'rostok-phone-'));
  let open: BrowserContext | null = null;
  const start = async () => {
    await open?.close();
    open = await chromium.launchPersistentContext(profile, {
      ...config.use?.launchOptions,
      baseURL,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: { width: 360, height: 780 },
    });
    return open;
  };
  try {
    await run(start);
  } finally {
    await (open as BrowserContext | null)?.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

for (const role of ['guest', 'client', 'cons', 'optovik'] as const) {
  // A consultant reads everything that a guest does, and more.
  const tag = role === 'cons' ? [] : '@long';
  test(`${role}: everything read once opens from a cold start without a network`, { tag }, async ({ shop }) => {
    await withPhone(async (start) => {
      let phone = await start();
      let page = await phone.newPage();
      if (role !== 'guest') await logIn(page, role as Role);
      await page.goto('/katalog?q=10201');
      const adding = card(page, MAGNESIUM)
        .getByRole('button', { name: /В корзину|Добавить/ })
        .first();
      await keep(page, () => adding.click());
      await page.waitForLoadState('networkidle');
      const heart = card(page, MAGNESIUM).getByRole('button', { name: 'В избранное' });
      // What this person's hearts are arrives a moment after the page: pressed and answered, whatever it was before.
      await expect(async () => {
        if ((await heart.getAttribute('aria-pressed')) !== 'true') await heart.click();
        await page.waitForTimeout(700);
        expect(await heart.getAttribute('aria-pressed')).toBe('true');
      }).toPass();
      await page.goto(role === 'optovik' ? '/optovik/cart' : '/cart');
      await expect(card(page, MAGNESIUM)).toBeVisible();
      await warmUp(page);

      phone = await start();
      await phone.setOffline(true);
      page = await phone.newPage();
      for (const suffix of ['', '?sponsorId=01000157', '/', '#support-form']) {
        await page.goto(`/katalog${suffix}`);
        await expect(page.getByRole('heading', { level: 1, name: 'Каталог' }), suffix).toBeVisible();
        await expect(page.getByRole('article').first(), suffix).toBeVisible();
      }
      await expect(
        page.getByRole('status', { name: 'Состояние синхронизации' }).filter({ visible: true }),
      ).toContainText(/сохранённое\s+от\s+\d\d:\d\d/);
      await sortBox(page).selectOption('actual_price-asc');
      await searchBox(page).fill('магний');
      await searchBox(page).press('Enter');
      await expect(card(page, MAGNESIUM)).toBeVisible();
      if (role === 'cons') await expect(card(page, MAGNESIUM)).toContainText('530');

      for (const [path, text] of [
        ['/produkt/magnij-b6-tihij-vecher-10201', MAGNESIUM],
        ['/katalog/vitaminy', 'Витамины'],
        ['/user/favorites', 'Избранное'],
        ['/eshop', /Росток|Магазин/],
        ['/', /Росток|Магазин/],
        ['/kompaniya/privacy-policy', /Политика/],
        ['/kompaniya/soglasie', /Согласие/],
        ['/cookie', /.+/],
        ['/net-takoy-stranicy', /не найден/i],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: text }), path).toBeVisible();
      }
      await page.goto('/produkt/magnij-b6-tihij-vecher-10201');
      await expect(page.getByRole('main')).toContainText('БАД. Не является лекарственным средством.');
      await page.goto('/user/favorites');
      await expect(card(page, MAGNESIUM)).toBeVisible();
      await page.goto(role === 'optovik' ? '/optovik/cart' : '/cart');
      await expect(card(page, MAGNESIUM)).toBeVisible();
      if (role !== 'guest') {
        await page.goto('/user');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page).toHaveURL(/\/user(\?sponsorId=\d+)?$/);
      } else {
        await page.goto('/login');
        await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeDisabled();
      }
      const [product] = await shop.sql<{ id: number }>("select id from products where code = '10201'");
      await page.goto(`/product/${product?.id}`);
      await expect(page).toHaveURL(/\/produkt\/magnij-b6-tihij-vecher-10201/);
    }, shop.url);
  });
}

test('what is put in the cart without a network waits on the phone and arrives once', async ({
  page,
  context,
  shop,
}) => {
  await page.goto('/katalog?q=10201');
  await expect(card(page, MAGNESIUM)).toBeVisible();
  await warmUp(page);
  await context.setOffline(true);
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await expect(nav(page).getByRole('link', { name: /Корзина/ })).toContainText('1');
  // Said of what the phone holds.
  await expect(popupCart(page)).toBeVisible();
  await page.reload();
  await expect(nav(page).getByRole('link', { name: /Корзина/ })).toContainText('1');
  await context.setOffline(false);
  await expect
    .poll(() =>
      shop.sql<{ quantity: number }>(
        "select i.quantity from cart_items i join products p on p.id = i.product_id join carts c on c.id = i.cart_id where c.user_id is null and p.code = '10201' order by c.id desc limit 1",
      ),
    )
    .toEqual([{ quantity: 1 }]);
});

test('a picture seen once stays; an unseen one is a blur with the name, not a broken icon', async ({
  page,
  context,
}) => {
  await page.goto('/katalog');
  await expect(page.getByRole('article').first()).toBeVisible();
  await warmUp(page);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  const firstPicture = page.getByRole('article').first().locator('img');
  await expect
    .poll(() => firstPicture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  const address = await firstPicture.evaluate((img: HTMLImageElement) => img.currentSrc);
  await expect.poll(() => page.evaluate(async (url) => Boolean(await caches.match(url)), address)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect
    .poll(() => firstPicture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  const cached = await page.evaluate(async () => {
    const out: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const answer = await (await caches.open(name)).match(request);
        out.push(`${answer?.type} ${new URL(request.url).pathname}`);
      }
    return out;
  });
  // The cart asks for another size than the list did: the same picture is better than a blur.
  const [seen = ''] = cached.flatMap((one) => / (\/pictures\/.*)\b(?:240|480)\.\w+$/.exec(one)?.[1] ?? []);
  const other = await page.evaluate(async (stem) => {
    const answers = await Promise.all(['240.avif', '480.webp', '960.avif'].map((file) => fetch(stem + file)));
    return answers.map(({ status, headers }) => `${status} ${headers.get('content-type')?.split('/')[0]}`);
  }, seen);
  expect(other).toEqual(['200 image', '200 image', '200 image']);
  expect(
    cached.filter((one) => !/^(basic|default) \/(assets|pictures|index\.html|manifest\.webmanifest)/.test(one)),
    'only the shell and pictures are cached',
  ).toEqual([]);
});

test('a captive portal during a refresh changes nothing that is stored', async ({ page, context }) => {
  await page.goto('/katalog');
  await warmUp(page);
  const pointer = () =>
    page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((done) => {
        const open = indexedDB.open('pub');
        open.addEventListener('success', () => done(open.result));
      });
      const read = db.transaction('kv').objectStore('kv').get('cat:ptr');
      const value = await new Promise((done) => read.addEventListener('success', () => done(read.result)));
      db.close();
      return JSON.stringify(value);
    });
  const before = JSON.parse(await pointer()) as { rev?: string };
  await context.route('**/api/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Войдите в сеть</html>' }),
  );
  await context.route('**/user/data', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Войдите в сеть</html>' }),
  );
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForTimeout(1000);
  expect((JSON.parse(await pointer()) as { rev?: string }).rev).toBe(before.rev);
  await expect(
    card(page, (await page.getByRole('article').first().getByRole('heading').textContent()) ?? ''),
  ).toBeVisible();
});

test('a price changed on the server reaches the phone by itself', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto('/katalog?q=60101');
  const gel = card(page, 'Гель для стирки «Чистая слобода»');
  await expect(gel).toContainText('590');
  await warmUp(page);
  await shop.product('60101', ['--price', '612']);
  await page.reload();
  await expect(gel).toContainText('612');
});

test('without a service worker the shop still opens, sells and keeps the catalogue', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block', locale: 'ru-RU' });
  const page = await context.newPage();
  await page.goto('/katalog?q=10201');
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await expect(nav(page).getByRole('link', { name: /Корзина/ })).toContainText('1');
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name)))
    .toContain('pub');
  await context.close();
});
