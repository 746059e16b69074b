import type { Page } from '@playwright/test';
import { nav } from '#tests/e2e/support/pages.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

// What floats for five seconds covers no sum (docs/product/look.md#feel).
const WIDTHS = [780, 834, 959, 960, 1024, 1440];
// Low: the totals reach down to where a toast stands.
const HEIGHT = 620;

for (const hasNotice of [false, true])
  // With the notice of cookies the toast stands above it: the same rule with one more height.
  test(
    `a toast stands beside the totals at every width${hasNotice ? ', with the notice of cookies' : ''}`,
    { tag: hasNotice ? '@long' : [] },
    async ({ page, baseURL }) => {
      if (!hasNotice)
        await page.context().addCookies([{ name: 'is_cookies_accepted', value: '1', url: baseURL ?? '' }]);
      await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT });
      await page.goto('/katalog');
      for (const i of [0, 1]) {
        const card = page.getByRole('main').getByRole('article').nth(i);
        await card.getByRole('button', { name: 'В корзину' }).click();
        await expect(card.getByRole('group', { name: 'Количество' })).toBeVisible();
      }
      await nav(page)
        .getByRole('link', { name: /Корзина/ })
        .click();
      await expect(page.getByRole('complementary', { name: 'Итог' })).toBeVisible();
      if (hasNotice) await expect(page.getByRole('region', { name: 'Уведомление о cookie' })).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.getByRole('button', { name: 'Удалить' }).first().click();
        await expectBeside(page, width);
        // The next width finds the same cart, and no toast of this one.
        await page.getByRole('button', { name: 'Вернуть' }).click();
        await expect(page.getByRole('button', { name: 'Вернуть' })).toBeHidden();
        await expect(page.getByRole('button', { name: 'Удалить' })).toHaveCount(2);
      }
    },
  );

async function expectBeside(page: Page, width: number): Promise<void> {
  const totals = page.getByRole('complementary', { name: 'Итог' });
  const toast = page.getByRole('button', { name: 'Вернуть' }).locator('..');
  await expect(toast).toBeVisible();
  for (const edge of ['bottom', 'top'] as const) {
    // The sums where the toast is, and where they start.
    await totals.evaluate((box, where) => box.scrollIntoView({ block: where === 'bottom' ? 'end' : 'start' }), edge);
    const [sums, told] = [await totals.boundingBox(), await toast.boundingBox()];
    const isBeside =
      told!.x + told!.width <= sums!.x ||
      sums!.x + sums!.width <= told!.x ||
      told!.y + told!.height <= sums!.y ||
      sums!.y + sums!.height <= told!.y;
    expect(isBeside, `${width} px, ${edge}: ${JSON.stringify({ sums, told })}`).toBe(true);
  }
}
