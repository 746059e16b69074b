import { expect, test } from '#tests/e2e/support/test.ts';
import { searchBox } from '#tests/e2e/support/pages.ts';

test('what is typed before the code has come stays, with the cursor, and filters the list', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/katalog', { waitUntil: 'commit' });
  await searchBox(page).click();
  await page.keyboard.type('маг');
  release();
  await expect(page.locator('.k-find')).toHaveCount(0);
  await page.keyboard.type('ний');
  await expect(searchBox(page)).toHaveValue('магний');
  await expect(searchBox(page)).toBeFocused();
  await expect(page).toHaveURL(/\?q=/);
  await expect(page.getByRole('article').first()).toContainText(/магни/i);
  await page.getByRole('button', { name: 'Очистить поиск' }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(searchBox(page)).toBeFocused();
  await expect(page).not.toHaveURL(/\?q=/);
});
