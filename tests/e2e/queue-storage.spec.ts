import type { Page } from '@playwright/test';
import { add, openCart, enqueuedOf, find, openShopOn, saved } from '#tests/e2e/support/offline-lab-gestures.ts';
import { journey } from '#tests/e2e/support/offline-lab-journey.ts';
import { executionsOf, expectExactlyOnce, expectQueued, pendingOf } from '#tests/e2e/support/offline-lab-queue.ts';
import { firstOnScreen, type LabProduct, productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { expect } from '#tests/e2e/support/offline-lab.ts';
import { card, nav, popupCart } from '#tests/e2e/support/pages.ts';
import { warmUp } from '#tests/e2e/support/test.ts';

// A full disk, a cleared memory, a portal where the app should have come from (docs/product/offline.md#promises).

journey('a full disk: what cannot be saved is called not saved, and saved is only what is', async ({ page, lab }) => {
  const products = await productsOnSale(lab.shop, 12);
  const person = await lab.person('client');
  await lab.quota(30_000_000);
  await openShopOn(page, lab, person);
  await lab.offline();
  const giveBack = await lab.fillDisk();
  // Pictures and ballast are given up first; then there is nothing left.
  const kept: LabProduct[] = [];
  const refused = page.getByText('Не сохранено: на телефоне нет места');
  for (const product of products) {
    const before = await enqueuedOf(page);
    await (await find(page, product)).getByRole('button', { name: 'В корзину' }).click();
    await expect
      .poll(async () =>
        (await refused.isVisible()) ? 'refused' : (await enqueuedOf(page)) > before ? 'kept' : 'unknown',
      )
      .not.toBe('unknown');
    if (await refused.isVisible()) break;
    kept.push(product);
    if (kept.length % 3 === 0) await lab.fillDisk();
  }
  expect(kept.length).toBeLessThan(products.length);
  await expect(refused).toBeVisible();
  // Nothing on the screen says that it is in the cart.
  const lost = products.at(kept.length) ?? products[0];
  await expect((await find(page, lost)).getByRole('button', { name: 'В корзину' })).toBeVisible();
  await expectQueued(page, kept.length);
  await giveBack();
  await add(page, lost);
  await lab.online();
  await expectExactlyOnce(
    lab,
    page,
    [...kept, lost].map((product) => ({ by: [person.owner], product, pieces: 1 })),
  );
});

journey(
  '200 kB for everything: the shop opens, and what is called saved arrives',
  async ({ page, lab, consoleGuard }) => {
    consoleGuard.allow(/Quota|quota|bad-precaching|storage|when fetching the script/);
    // A catalogue that does not fit is its first cards.
    const [product] = (await firstOnScreen(lab.shop)) as [LabProduct];
    const person = await lab.person('client');
    await lab.quota(200_000);
    await lab.switchUser(person);
    await page.goto('/katalog');
    await expect(page.getByRole('link', { name: 'Кабинет' }).first()).toBeVisible();
    const box = card(page, product.title);
    await expect(box).toBeVisible();
    await lab.offline();
    await box.getByRole('button', { name: 'В корзину' }).click();
    // How much room the browser's own bookkeeping leaves is not ours to say: one of the two, never both.
    const kept = popupCart(page);
    const refused = page.getByText('Не сохранено: на телефоне нет места');
    await expect(kept.or(refused).first()).toBeVisible();
    const isSaved = await kept.isVisible();
    expect(await refused.isVisible()).toBe(!isSaved);
    await expectQueued(page, isSaved ? 1 : 0);
    // With room again a refused one is repeated, and arrives.
    await lab.quota(null);
    await lab.online();
    if (!isSaved) await saved(page, 1, () => box.getByRole('button', { name: 'В корзину' }).click());
    await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
  },
  { isLong: true },
);

journey(
  'the browser has cleared everything: the phone says how much had not been sent',
  async ({ page, lab }) => {
    const [first, second] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    const dropped = lab.drop();
    await add(page, first);
    await add(page, second);
    await dropped.met(2);
    // The shop hears of the queue with every other request.
    await page.reload();
    await openCart(page);
    await expect
      .poll(() => lab.shop.sql('select pending from sessions where user_id = $1', [person.id]))
      .toEqual([{ pending: 2 }]);
    await page.goto('about:blank');
    await lab.evict('databases');
    dropped.lift();
    await page.goto('/katalog');
    await expect(page.getByText(/не\s+было\s+отправлено:\s+2/)).toBeVisible({ timeout: 30_000 });
    expect(await executionsOf(lab)).toEqual([]);
    // The phone works on.
    await add(page, first, 3);
    await expectExactlyOnce(lab, page, [{ by: [person.owner], product: first, pieces: 3 }]);
  },
  { isLong: true },
);

journey(
  'a captive portal while the app installs itself: nothing of it stays, and the next visit installs',
  async ({ page, lab, consoleGuard }) => {
    consoleGuard.allow(/./);
    const [product] = await productsOnSale(lab.shop, 1);
    const person = await lab.person('client');
    await lab.switchUser(person);
    // The page itself has come; what the worker fetches for its shell is the portal's.
    const portal = lab.portal({ match: ({ path }) => path.startsWith('/assets/'), times: 1000 });
    const shell = lab.portal({ match: ({ path }) => path.startsWith('/index.html') });
    portal.lift();
    await page.goto('/katalog');
    await expect(page.getByRole('article').first()).toBeVisible();
    await shell.met();
    await expect.poll(() => cachedHtml(page)).toEqual([]);
    shell.lift();
    await page.reload();
    await warmUp(page);
    await lab.offline();
    await page.reload();
    await add(page, product);
    await expectQueued(page, 1);
    await lab.online();
    await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
  },
  { not: ['no service worker'] },
);

journey(
  'a captive portal instead of a shard: the catalogue stays as it was, the queue too',
  async ({ page, lab }) => {
    const [product] = await productsOnSale(lab.shop, 1);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.offline();
    await add(page, product);
    const portal = lab.portal();
    await lab.online();
    await portal.met(3);
    await expectQueued(page, 1);
    expect(await executionsOf(lab)).toEqual([]);
    await expect(await find(page, product)).toBeVisible();
    portal.lift();
    await saved(page, 1, async () => {
      await (await find(page, product)).getByRole('button', { name: 'Добавить' }).click();
    });
    await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 2 }]);
    expect(await pendingOf(page)).toEqual([]);
    await expect(nav(page).getByRole('link', { name: /Корзина/ })).toContainText('2');
  },
  { isLong: true },
);

/** Whatever of the portal has got into a cache. */
function cachedHtml(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const answer = await (await caches.open(name)).match(request);
        if ((await answer?.text())?.includes('Вход в сеть')) found.push(request.url);
      }
    return found;
  });
}
