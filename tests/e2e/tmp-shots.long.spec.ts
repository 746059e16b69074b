import { expect, logIn, test } from '#tests/e2e/support/test.ts';
const D = '/tmp/w/shots-consents';
test('shots', async ({ page, shop }) => {
  await logIn(page, 'cons');
  await page.goto('/user/consents');
  await expect(page.getByRole('button', { name: 'Собрать мои данные' })).toBeVisible();
  await page.getByRole('button', { name: 'Собрать мои данные' }).click();
  await expect(page.getByRole('link', { name: 'Скачать архив' })).toBeVisible();
  const sizes = [
    [320, 720],
    [360, 780],
    [834, 1112],
    [1440, 900],
  ] as const;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [width, height] of sizes) {
      if (scheme === 'dark' && width === 320) continue;
      await page.setViewportSize({ width, height });
      await page.goto('/user/consents');
      await expect(page.getByRole('link', { name: 'Скачать архив' })).toBeVisible();
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${D}/list-${width}-${scheme}.png`, fullPage: true });
      await page.getByRole('button', { name: 'Дать' }).first().click();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${D}/give-${width}-${scheme}.png` });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Удалить аккаунт' }).click();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${D}/end-${width}-${scheme}.png` });
      await page.keyboard.press('Escape');
      await page.goto('/kompaniya/soglasie/2026-11-01');
      await expect(page.getByText('прежняя редакция')).toBeVisible();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${D}/old-${width}-${scheme}.png`, fullPage: width === 360 });
    }
  }
  await shop.sql(`update users set delete_at = now() + interval '30 days' where email = 'cons@rostok.test'`);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.goto('/user/consents');
    await expect(page.getByRole('button', { name: 'Отменить удаление' })).toBeVisible();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${D}/leaving-${width}.png`, fullPage: true });
  }
});
