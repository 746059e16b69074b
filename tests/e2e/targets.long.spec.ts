import type { Page } from '@playwright/test';
import { smallTargets } from '#tests/e2e/support/small-targets.ts';
import { expect, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// A finger hits every control of the shop's front (docs/product/look.md#look), at each width, also where a mouse has denser rows.

const PAGES = [
  '/',
  '/katalog',
  '/katalog/vitaminy',
  '/katalog?q=магний',
  '/produkt/magnij-b6-tihij-vecher-10201',
  '/cart',
  '/kompaniya/dokumenty',
];
const CONSULTANT = ['/user', '/user/education', '/user/education/course/1', '/user/education/lesson/101'];

for (const [width, height] of [
  [360, 780],
  [834, 1112],
  [1194, 834],
] as const)
  test(`44 pixels for a finger at ${width}`, async ({ browser, shop }) => {
    test.setTimeout(240_000);
    const context = await browser.newContext({
      baseURL: shop.url,
      viewport: { width, height },
      hasTouch: true,
      locale: 'ru-RU',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const found: Record<string, string[]> = {};
    const look = async (place: string) => {
      await rested(page);
      const faults = await smallTargets(page);
      if (faults.length > 0) found[place] = faults;
    };
    await page.goto('/katalog');
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    await warmUp(page);
    await page.getByRole('button', { name: 'Окей' }).tap();
    await page.getByRole('article').first().getByRole('button', { name: 'В корзину' }).tap();
    for (const path of PAGES) {
      await page.goto(path);
      await look(path);
    }
    await page.goto('/katalog');
    if (width < 960) {
      await page.getByRole('button', { name: /^Фильтры/ }).tap();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look('filters');
      await page.keyboard.press('Escape');
    }
    await logIn(page, 'cons');
    for (const path of CONSULTANT) {
      await page.goto(path);
      await look(path);
    }
    expect(found).toEqual({});
    await context.close();
  });

async function rested(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
}
