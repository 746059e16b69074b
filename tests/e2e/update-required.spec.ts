import type { Page } from '@playwright/test';
import { add, heart, openShopOn } from '#tests/e2e/support/offline-lab-gestures.ts';
import { type LabProduct, productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { executionsOf, expectExactlyOnce, expectQueued } from '#tests/e2e/support/offline-lab-queue.ts';
import { expect, type OfflineLab, test } from '#tests/e2e/support/offline-lab.ts';
import { card, nav } from '#tests/e2e/support/pages.ts';

// The shop asks for build 2, this tab is build 1 (docs/product/offline.md#updates).

const cover = (page: Page) => page.getByRole('heading', { level: 1, name: 'Нужна новая версия приложения' });
const update = (page: Page) => page.getByRole('button', { name: 'Обновить' });
/** Which build this page runs: the name of its first chunk. */
const entryOf = (page: Page) => page.evaluate(() => document.querySelector('script[src]')?.getAttribute('src'));

/** The build that this device knows to be the least: heard at once, kept with the list of its manifest. */
const heldMinBuild = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number | undefined>((done) => {
        const opening = indexedDB.open('pub');
        opening.addEventListener('success', () => {
          const read = opening.result.transaction('kv').objectStore('kv').get('cat:ptr');
          read.addEventListener('success', () => {
            opening.result.close();
            done((read.result as { manifest?: { minBuild?: number } } | undefined)?.manifest?.minBuild);
          });
        });
      }),
  );

/** The manifest is asked for again: a check within a minute of the last one is no check. */
async function comeBack(page: Page, lab: OfflineLab): Promise<void> {
  await lab.skew(61_000);
  await lab.online();
  await expect(cover(page)).toBeVisible();
  await expect(nav(page)).toBeHidden();
}

test(
  'a build that is too old says so, keeps the queue, and the new build sends it',
  { tag: '@queue' },
  async ({ page, context, lab }) => {
    const person = await lab.person('client');
    const [product, loved] = (await productsOnSale(lab.shop, 2)) as [LabProduct, LabProduct];
    await openShopOn(page, lab, person);
    const entry = await entryOf(page);

    await lab.offline();
    await add(page, product, 2);
    await heart(page, loved);
    await expectQueued(page, 2);
    const dropped = lab.drop();
    // The phone hears that it is too old before it gets hold of the newer build.
    const withheld = lab.drop({ match: ({ path }) => path.startsWith('/sw.js') });
    await lab.deploy('second', { MIN_BUILD: '2' });
    await comeBack(page, lab);
    await expect(page.getByText('Ждёт отправки: 2')).toBeVisible();

    // A cold start without a signal: the device itself knows, and the button says what is missing.
    await expect.poll(() => heldMinBuild(page)).toBe(2);
    await lab.offline();
    await page.reload();
    await expect(cover(page)).toBeVisible();
    await update(page).click();
    await expect(page.getByText('нужен интернет')).toBeVisible();

    // The network is back and nothing is in the way: neither this page nor its worker sends what is not theirs to send.
    dropped.lift();
    withheld.lift();
    const builds: string[] = [];
    context.on('request', (request) => {
      const { 'idempotency-key': key, 'x-client-build': build } = request.headers();
      if (key) builds.push(build ?? '');
    });
    await lab.online();
    await lab.dispatchSync('outbox', { lastChance: true });
    await update(page).click();
    await expect.poll(() => entryOf(page).catch(() => entry)).not.toBe(entry);
    await expect(cover(page)).toBeHidden();
    await expectExactlyOnce(lab, page, [
      { by: [person.owner], product, pieces: 2 },
      { by: [person.owner], product: loved, heart: true },
    ]);
    expect((await executionsOf(lab)).length).toBe(2);
    expect(new Set(builds)).toEqual(new Set(['second']));
  },
);

test.describe('no service worker', () => {
  test.use({ serviceWorkers: 'block', variant: 'no service worker' });

  test(
    'a part that has left the shop brings the new build by one reload, never under an open form; «Обновить» is a plain reload',
    { tag: '@long' },
    async ({ page, lab, consoleGuard }) => {
      consoleGuard.allow(/status of 404|imported module|preload CSS/);
      await page.addInitScript(() => {
        if (location.protocol === 'http:')
          sessionStorage.setItem('starts', String(Number(sessionStorage.getItem('starts')) + 1));
      });
      const starts = () => page.evaluate(() => Number(sessionStorage.getItem('starts')));
      const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
      const [gone] = await lab.shop.sql<{ title: string; code: string }>(
        'select title, code from products where stock_qty = 0 and published order by id limit 1',
      );
      await page.goto(`/katalog?q=${gone?.code}`);
      await card(page, gone?.title ?? '')
        .getByRole('button', { name: 'Сообщить о поступлении' })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      const first = await entryOf(page);
      await lab.deploy('second');

      // A forecast of the next screen fails while a form is open.
      await Promise.all([
        page.evaluate(() =>
          new Promise((done) => addEventListener('vite:preloadError', done, { once: true })).then(() => {}),
        ),
        link('Реквизиты').dispatchEvent('pointerover'),
      ]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      expect(await starts()).toBe(1);

      await link('Реквизиты').click();
      await expect.poll(() => entryOf(page).catch(() => first)).not.toBe(first);
      await expect(page.getByRole('heading', { level: 1, name: 'Реквизиты' })).toBeVisible();
      expect(await starts()).toBe(2);
      const second = await entryOf(page);

      // Again within the minute: in words, no second reload.
      await page.waitForLoadState('networkidle');
      await lab.deploy('third', { MIN_BUILD: '3' });
      // Rooms that a link of the page leads to are fetched as soon as it is idle; nothing here leads to this one.
      await page.evaluate(() => history.pushState(null, '', '/checkout'));
      await expect(page.getByRole('heading', { name: 'Эта страница не загрузилась' })).toBeVisible();
      expect(await starts()).toBe(2);

      await lab.offline();
      await comeBack(page, lab);
      await update(page).click();
      await expect.poll(() => entryOf(page).catch(() => second)).not.toBe(second);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Эта страница не загрузилась' })).toBeHidden();
      await expect(cover(page)).toBeHidden();
    },
  );

  test('a part that cannot come without a signal does not take the page away, whatever `onLine` says', async ({
    page,
    lab,
    consoleGuard,
  }) => {
    consoleGuard.allow(/imported module|preload CSS/);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }));
    await page.goto('/katalog');
    // The network may be idle while a slow processor has not asked for the rest of the frame yet.
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await lab.offline();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Реквизиты', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Эта страница не загрузилась' })).toBeVisible();
    await lab.online();
    await page.getByRole('button', { name: /Повторить|Попробовать/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Реквизиты' })).toBeVisible();
  });
});
