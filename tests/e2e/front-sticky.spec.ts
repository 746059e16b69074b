import type { Locator, Page } from '@playwright/test';
import { stepper, titles } from '#tests/e2e/support/pages.ts';
import { expect, test, warmUp } from '#tests/e2e/support/test.ts';

// What stays in sight while the rest is scrolled, and the number that is typed (docs/product/catalogue.md#front).

const PRODUCT = '/produkt/magnij-b6-tihij-vecher-10201';
const top = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().top);
async function scrollBy(page: Page, pixels: number): Promise<void> {
  await page.evaluate((by) => scrollTo({ top: by, behavior: 'instant' }), pixels);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test(
  'desktop: price and button stay beside the text of a product, the categories beside the goods',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(PRODUCT);
    const buy = page.getByRole('region', { name: 'О товаре' });
    await expect(buy.getByRole('button', { name: 'В корзину' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Доставка' })).toBeVisible();
    const header = await page.getByRole('banner').evaluate((one) => one.getBoundingClientRect().bottom);
    const room = await page.evaluate(() => {
      const column = document.querySelector('section[aria-label="О товаре"]')!;
      const { height } = column.getBoundingClientRect();
      return { column: column.parentElement!.getBoundingClientRect().height - height };
    });
    // The text is longer than the column: there is something to stay beside.
    expect(room.column).toBeGreaterThan(200);
    await scrollBy(page, Math.min(room.column, 400));
    await expect(buy.getByRole('button', { name: 'В корзину' })).toBeInViewport({ ratio: 1 });
    const held = await top(buy);
    expect(held).toBeGreaterThanOrEqual(header);
    await scrollBy(page, Math.min(room.column, 400) + 60);
    expect(await top(buy)).toBeCloseTo(held, 0);

    await page.goto('/katalog');
    await warmUp(page);
    await page.getByRole('button', { name: 'Окей' }).click();
    const rail = page.getByRole('complementary', { name: 'Категории' });
    await scrollBy(page, 3000);
    await expect(page.getByRole('heading', { level: 1, name: 'Каталог' })).not.toBeInViewport();
    await expect(rail.getByRole('link', { name: /^Все товары/ })).toBeInViewport();
    expect(await top(rail)).toBeGreaterThanOrEqual(header - 1);
    // Longer than the window: it has a scroll of its own, down to the last group, and the goods stay where they are.
    const at = await page.evaluate(() => scrollY);
    const last = rail.getByText('Без противопоказаний');
    await last.hover();
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(at);
  },
);

test(
  'phone: the bar with price and button stays below the product and covers it wholly',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(PRODUCT);
    // The last of the page: those of the cards stand before it.
    const button = page.getByRole('main').getByRole('button', { name: 'В корзину' }).last();
    for (const by of [0, 800, 2000]) {
      await scrollBy(page, by);
      await expect(button).toBeInViewport({ ratio: 1 });
      const bar = await button.evaluate((one) => {
        let box: HTMLElement = one as HTMLElement;
        while (getComputedStyle(box).position !== 'fixed') box = box.parentElement!;
        const { left, right, bottom } = box.getBoundingClientRect();
        return { left, right, bottom, paint: getComputedStyle(box).backgroundColor };
      });
      expect(bar).toMatchObject({ left: 0, right: 360, bottom: 780 });
      // Solid: nothing shows through.
      expect(bar.paint).not.toMatch(/rgba|transparent|\//);
    }
  },
);

test(
  'a number is typed into the stepper: kept, bounded by the stock, and zero takes the product out',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/katalog');
    await warmUp(page);
    const [title = ''] = await titles(page);
    const first = page.getByRole('article', { name: title, exact: true });
    await first.getByRole('button', { name: 'В корзину' }).click();
    const group = stepper(first);
    const type = async (text: string, key = 'Enter') => {
      await group.getByRole('button', { name: /ввести число/ }).click();
      const box = group.getByRole('textbox', { name: /Количество/ });
      await box.fill(text);
      await box.press(key);
    };
    await type('4');
    await expect(group).toContainText('4');
    await type('9', 'Escape');
    await expect(group).toContainText('4');
    await page.reload();
    await expect(stepper(page.getByRole('article', { name: title, exact: true }))).toContainText('4');
    await type('0');
    await expect(first.getByRole('button', { name: 'В корзину' })).toBeFocused();
  },
);
