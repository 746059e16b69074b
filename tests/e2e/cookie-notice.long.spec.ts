import type { Locator } from '@playwright/test';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// The notice of cookies over the longest form and the longest menu: what the keyboard comes to stands clear of it.

for (const [width, height] of [
  [360, 780],
  [1440, 900],
] as const)
  test(`the notice of cookies hides nothing that the keyboard comes to at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/register');
    const notice = page.getByRole('region', { name: 'Уведомление о cookie' });
    await expect(notice).toBeVisible();
    for (const part of [
      page.getByRole('textbox', { name: 'Пароль' }),
      page.getByRole('checkbox', { name: 'согласие на обработку' }),
      page.getByRole('checkbox', { name: 'Показывать мой телефон' }),
      page.getByRole('button', { name: 'Получить код' }),
    ]) {
      await tabTo(page, part);
      await expectClear(part, notice);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectClear(page.getByRole('contentinfo').locator('p').last(), notice);
    await logIn(page, 'cons');
    await page.goto('/user');
    await expect(notice).toBeVisible();
    // What still comes would push the menu away from under the focus.
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
    const last = page.getByRole('link', { name: 'Оформление' }).filter({ visible: true }).first();
    await last.focus();
    await expectClear(last, notice);
  });

async function expectClear(part: Locator, notice: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  const [box, over] = [await part.boundingBox(), await notice.boundingBox()];
  const isClear =
    box!.y + box!.height <= over!.y ||
    over!.y + over!.height <= box!.y ||
    box!.x + box!.width <= over!.x ||
    over!.x + over!.width <= box!.x;
  expect(isClear, JSON.stringify({ box, over })).toBe(true);
}
