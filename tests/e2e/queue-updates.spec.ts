import { add, heart, openShopOn } from '#tests/e2e/support/offline-lab-gestures.ts';
import { journey } from '#tests/e2e/support/offline-lab-journey.ts';
import { expectDrained, expectExactlyOnce, expectQueued } from '#tests/e2e/support/offline-lab-queue.ts';
import { productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { expect } from '#tests/e2e/support/offline-lab.ts';
import { nav } from '#tests/e2e/support/pages.ts';

// New builds under an open tab with a queue (docs/product/offline.md#updates).

journey(
  'two deployments under an open tab: it works on, its queue arrives once, «Обновить» keeps what waits',
  async ({ page, lab }) => {
    const [first, second, third] = await productsOnSale(lab.shop, 3);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.offline();
    await add(page, first, 2);
    await expectQueued(page, 1);
    await lab.deploy('second');
    await lab.deploy('third');
    await lab.online();
    await expectDrained(page);

    // Screens this tab has never opened: no chunk is missing.
    for (const name of [/Избранное/, /Корзина/, /Кабинет/, /Каталог/]) {
      await nav(page).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const notice = page.getByRole('status').filter({ hasText: 'Доступна новая версия' });
    await expect(notice).toBeVisible({ timeout: 30_000 });
    // What waits goes over into the new build.
    const dropped = lab.drop();
    await add(page, second);
    await heart(page, third);
    await dropped.met(2);
    const before = await entryOf(page);
    await notice.getByRole('button', { name: 'Обновить' }).click();
    // Chrome lets what the old worker still does end first.
    await expect.poll(() => entryOf(page).catch(() => before), { timeout: 60_000 }).not.toBe(before);
    dropped.lift();
    await page.reload();
    const by = [person.owner];
    await expectExactlyOnce(lab, page, [
      { by, product: first, pieces: 2 },
      { by, product: second, pieces: 1 },
      { by, product: third, heart: true },
    ]);
  },
  { isLong: true, not: ['no service worker'] },
);

journey(
  'a network that answers nobody does not hold the new build back: «Обновить» ends what the old worker still asks',
  async ({ page, lab }) => {
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.deploy('second');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const notice = page.getByRole('status').filter({ hasText: 'Доступна новая версия' });
    await expect(notice).toBeVisible({ timeout: 30_000 });
    const held = lab.holdServer({ match: ({ path }) => path.startsWith('/api/catalog') || path.endsWith('.webp') });
    await page.evaluate(
      (uid) => navigator.serviceWorker.controller?.postMessage({ type: 'session', uid, priceType: 1 }),
      person.owner,
    );
    await held.met();
    const before = await entryOf(page);
    await notice.getByRole('button', { name: 'Обновить' }).click();
    await expect.poll(() => entryOf(page).catch(() => before), { timeout: 60_000 }).not.toBe(before);
    held.lift();
    lab.releaseServer();
  },
  { not: ['no service worker'] },
);

/** The first chunk of the build this page runs. */
function entryOf(page: Parameters<typeof openShopOn>[0]): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '');
}
