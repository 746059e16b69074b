import type { Locator, Page } from '@playwright/test';
import { expect } from '#tests/e2e/support/test.ts';

// tabTo · press · scan: a screen as a person without a mouse works it.

/** As a person with a keyboard gets there: by Tab, and the focus can be seen where it stands. */
export async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  for (let steps = 0; steps < 80; steps += 1) {
    const isThere = await to.evaluate((box) => box === document.activeElement);
    if (isThere) {
      expect(await to.evaluate((box) => box.matches(':focus-visible'))).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${String(to)}`);
}
export async function press(page: Page, to: Locator): Promise<void> {
  await tabTo(page, to);
  await page.keyboard.press('Enter');
}
/** A scanner is a keyboard that ends with Enter. */
export async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
