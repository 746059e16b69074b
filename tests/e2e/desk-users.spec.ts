import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// People and rights at the desk, by keyboard alone (docs/product/rights.md).

const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** Tabs until the part has the focus. */
async function tabTo(page: Page, part: ReturnType<Page['locator']>): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if (await part.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}
/** Ticks or unticks a right on the open card, and saves it with a reason. */
async function turnRight(page: Page, right: string, reason: string): Promise<void> {
  await tabTo(page, page.getByRole('checkbox', { name: right }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Сохранить права' }));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /^Права:/ });
  await tabTo(page, sheet.getByRole('textbox', { name: 'Причина' }));
  await page.keyboard.type(reason);
  await tabTo(page, sheet.getByRole('button', { name: 'Сохранить права' }));
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
}

test(
  'a right is given and taken away: the other person’s open page follows both',
  { tag: '@long' },
  async ({ page, browser, shop }) => {
    const theirs = await browser.newPage({ baseURL: shop.url });
    await logIn(theirs, 'cons');
    await theirs.goto('/desk/orders');
    await expect(h1(theirs, 'Недостаточно прав')).toBeVisible();

    await logIn(page, 'admin');
    await page.goto('/desk/users');
    const find = page.getByRole('searchbox', { name: 'Найти' });
    await expect(page.getByRole('table', { name: 'Люди' })).toBeVisible();
    await tabTo(page, find);
    await page.keyboard.type('01000157');
    const row = page.getByRole('table', { name: 'Люди' }).getByRole('link');
    await expect(row).toHaveCount(1);
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Роль и права' })).toBeVisible();
    await turnRight(page, 'Вести заказы', 'Помогает с заказами');
    await expect(page.getByRole('region', { name: 'История' })).toContainText('Помогает с заказами');
    expect(await violationsOn(page)).toEqual([]);

    // The page that was refused asks again when it is looked at.
    await theirs.reload();
    await expect(h1(theirs, 'Заказы')).toBeVisible();
    await expect(theirs.getByRole('table', { name: 'Заказы' })).toBeVisible();

    await turnRight(page, 'Вести заказы', 'Больше не помогает');
    await theirs.getByRole('searchbox', { name: 'Найти' }).fill('Соколова');
    await expect(h1(theirs, 'Недостаточно прав')).toBeVisible();
    await theirs.close();

    await page.goto('/desk/audit');
    await expect(page.getByText('Больше не помогает')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Мария Соколова' }).first()).toBeVisible();
  },
);
