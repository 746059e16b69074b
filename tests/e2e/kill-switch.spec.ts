import type { Page } from '@playwright/test';
import { add, heart, openShopOn } from '#tests/e2e/support/offline-lab-gestures.ts';
import { type LabProduct, productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { expectExactlyOnce, expectQueued, pendingOf } from '#tests/e2e/support/offline-lab-queue.ts';
import { expect, test } from '#tests/e2e/support/offline-lab.ts';
import { serveSlowWorker } from '#tests/e2e/support/slow-worker.ts';
import { warmUp } from '#tests/e2e/support/test.ts';

const workerOf = (page: Page) =>
  page.evaluate(async () => ({
    isRegistered: Boolean(await navigator.serviceWorker.getRegistration()),
    isMarked: await caches.has('no-worker'),
    hasPrecache: (await caches.keys()).some((name) => name.startsWith('workbox-precache')),
  }));
const GONE = { isRegistered: false, hasPrecache: false, isMarked: true };
/**
 * A request that reaches the old worker while it ends keeps it: for half a minute, under Playwright for five. Chromium looks
 * again whenever a page is opened, and then the same may happen (docs/decisions/185-nobody-waits-for-the-old-worker.md).
 */
async function openUntilGone(page: Page, next: Page): Promise<void> {
  await expect(async () => {
    await next.goto('/faq');
    await expect.poll(() => workerOf(page), { timeout: 5000 }).toMatchObject({ hasPrecache: false, isMarked: true });
  }).toPass({ timeout: 60_000 });
}
/** How often a document has started in this tab. */
const startsOf = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('starts')));

test(
  'KILL_WORKER=1 takes the worker away and leaves the queue; taken back, the worker is there again',
  { tag: ['@queue', '@long'] },
  async ({ page, context, lab }) => {
    await context.addInitScript(() => {
      if (location.protocol === 'http:')
        sessionStorage.setItem('starts', String(Number(sessionStorage.getItem('starts')) + 1));
    });
    const person = await lab.person('client');
    const [product, loved] = (await productsOnSale(lab.shop, 2)) as [LabProduct, LabProduct];
    await openShopOn(page, lab, person);
    const starts = await startsOf(page);

    await lab.offline();
    await add(page, product, 2);
    await heart(page, loved);
    await expectQueued(page, 2);

    // Nothing is sent while the worker goes.
    const dropped = lab.drop();
    await lab.deploy('first', { KILL_WORKER: '1' });
    await lab.online();
    await dropped.met();
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    await expect
      .poll(() => workerOf(page), { timeout: 20_000 })
      .toEqual(GONE)
      .catch(async () => openUntilGone(page, await context.newPage()));
    expect(await pendingOf(page)).toHaveLength(2);

    // The open page lives on: not reloaded, not asked, and what it has never opened comes from the network.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Реквизиты' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Реквизиты' })).toBeVisible();
    await expect(page.getByText('Доступна новая версия')).toBeHidden();
    expect(await startsOf(page)).toBe(starts);

    // Every start registers /sw.js and meets the switch again: it works, and does not start twice.
    const other = await context.newPage();
    const asked = lab.stall(0, { match: ({ path }) => path === '/sw.js' }).met();
    await other.goto('/katalog');
    await expect(other.getByRole('article').first()).toBeVisible();
    await asked;
    // Chromium keeps the registration of the killing worker as long as the tab it was taken from is open.
    await other.evaluate(() => navigator.serviceWorker.ready);
    expect(await workerOf(other)).toMatchObject({ hasPrecache: false });

    dropped.lift();
    await expectExactlyOnce(lab, page, [
      { by: [person.owner], product, pieces: 2 },
      { by: [person.owner], product: loved, heart: true },
    ]);
    expect(await startsOf(other)).toBe(1);
    expect(await startsOf(page)).toBe(starts);

    await lab.deploy('first');
    await other.reload();
    // Chromium may keep the killing worker for half a minute (docs/decisions/185-nobody-waits-for-the-old-worker.md).
    await expect
      .poll(() => workerOf(other), { timeout: 90_000 })
      .toEqual({ isRegistered: true, hasPrecache: true, isMarked: false });
    await warmUp(other);
    await lab.offline();
    await other.reload();
    await expect(other.getByRole('article').first()).toBeVisible();
    expect(await startsOf(other)).toBe(3);
    // The tab that was open through all of it has its worker back, and what was on its screen.
    await expect(page.getByRole('heading', { level: 1, name: 'Реквизиты' })).toBeVisible();
    expect(await startsOf(page)).toBe(starts);
  },
);

test(
  'a worker that the browser has forgotten to end goes when pages are opened',
  { tag: '@long' },
  async ({ page, context, lab }) => {
    await serveSlowWorker(lab, 8000);
    await openShopOn(page, lab);
    lab.proxy.liftAll();
    await lab.deploy('first', { KILL_WORKER: '1' });
    // The killing worker skips waiting while the old one is starting: Chrome asks that one never to end.
    await lab.killWorker();
    const isStarted = lab.dispatchSync('catalogue');
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    await isStarted;
    await page.waitForTimeout(5000);
    expect(await workerOf(page)).toEqual({ isRegistered: true, hasPrecache: true, isMarked: true });
    const next = await context.newPage();
    await openUntilGone(page, next);
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
  },
);
