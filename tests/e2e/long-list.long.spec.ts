import type { Page } from '@playwright/test';
import { openShopProcess, type ShopProcess } from '#tests/e2e/support/shop-process.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('a list of 10,000 products keeps at most 800 nodes at any depth', async ({ page }) => {
  // A shop of its own: the other tests live with the demo's 200 products.
  const shop = await openShopProcess();
  try {
    await look(page, shop);
  } finally {
    // Its sync may still be under way.
    await page.close();
    await shop.close();
  }
});

async function look(page: Page, shop: ShopProcess): Promise<void> {
  await shop.sql(
    `insert into products (code, slug, title, category_id, actual_price, actual_cons_price, form, pack, stock_qty, created_at)
    select (600000 + n)::text, 'tovar-' || n, 'Товар для длинного списка № ' || n, 60, 10000 + n * 10, 7700 + n * 7, 'капсулы', '60 капсул', 5, now() - n * interval '1 minute'
    from generate_series(1, 9800) n`.replace(' 60,', " (select id from categories where slug = 'uborka'),"),
  );
  await shop.publish();
  await page.goto(`${shop.url}/katalog`);
  await expect(page.getByText(/10\s?000/).first()).toBeVisible({ timeout: 30_000 });
  for (const share of [0, 0.3, 0.7, 1]) {
    await page.evaluate((part) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * part), share);
    await page.waitForTimeout(400);
    await expect(page.getByRole('article').filter({ visible: true }).first()).toBeVisible();
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    expect(nodes, `at ${share}`).toBeLessThanOrEqual(800);
  }
  const cdp = await page.context().newCDPSession(page);
  // What is held, not what the next collection would take: the sync's buffers may still be on their way out.
  await expect
    .poll(
      async () => {
        await cdp.send('HeapProfiler.collectGarbage');
        return (await cdp.send('Runtime.getHeapUsage')).usedSize;
      },
      { message: 'heap with 10,000 products' },
    )
    .toBeLessThanOrEqual(15e6);
}
