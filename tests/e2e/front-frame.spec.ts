import { searchBox } from '#tests/e2e/support/pages.ts';
import { expect, test, warmUp } from '#tests/e2e/support/test.ts';

// Names of cards, and where the links of the frame lead, on the front of the shop (docs/product/catalogue.md#front).

for (const [width, height] of [
  [360, 4000],
  [1440, 4000],
] as const)
  test(
    `a name in «ёлочки» that fits on a line of its card is on one line: ${width}`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/katalog');
      await warmUp(page);
      // Letters that have not come within a blink stay out of a first visit (font-display), and the ones instead of them are wider.
      await page.reload();
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBeGreaterThan(16);
      const names = await page.locator('main article h2').evaluateAll((all) =>
        all.flatMap((title) => {
          const words = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
          const found: { name: string; lines: number; fits: boolean }[] = [];
          for (let node = words.nextNode(); node; node = words.nextNode())
            for (const { 0: name, index } of (node.textContent ?? '').matchAll(/«[^»]*»/g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + name.length);
              const rects = [...range.getClientRects()];
              const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
              // A space that ends a line has no width of its own there.
              const spaces = (lines - 1) * parseFloat(getComputedStyle(title).fontSize) * 0.3;
              const whole = rects.reduce((sum, one) => sum + one.width, spaces);
              found.push({ name, lines, fits: whole <= title.clientWidth });
            }
          return found;
        }),
      );
      expect(names.length).toBeGreaterThan(12);
      expect(names.filter(({ lines, fits }) => fits && lines > 1)).toEqual([]);
    },
  );

test('by keyboard past categories and filters to the first card', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/katalog');
  await warmUp(page);
  const skip = page.getByRole('link', { name: 'К товарам' });
  await page.getByRole('link', { name: 'К содержанию' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = page.getByRole('main').getByRole('article').first();
  await expect(first.locator(':focus')).toHaveCount(1);
  await expect(searchBox(page)).not.toBeFocused();
});

test(
  'every link of header and footer leads to a page that stands, from the shop and by its address',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    await warmUp(page);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toBeVisible();
    const hrefs = await page
      .locator('header a[href^="/"], footer a[href^="/"]')
      .evaluateAll((links) => [...new Set(links.map((one) => one.getAttribute('href')!))]);
    expect(hrefs.length).toBeGreaterThanOrEqual(16);
    for (const href of hrefs) {
      const answer = await page.goto(href);
      expect(answer!.status(), href).toBe(200);
      const heading = page.getByRole('heading', { level: 1 }).first();
      await expect(heading, href).toBeAttached();
      expect(await heading.textContent(), href).not.toMatch(/не найдена|Недостаточно прав|Что-то пошло не так/);
    }
    // Without a load too: the words of the link are those of its page, or lead there.
    await page.goto('/');
    for (const [words, title] of [
      ['Доставка и оплата', 'Доставка и оплата'],
      ['Пункты выдачи', 'Пункты выдачи'],
      ['Возврат', 'Возврат'],
      ['Контакты', 'Контакты'],
      ['Файлы куки', 'Файлы куки'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name: words, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
  },
);
