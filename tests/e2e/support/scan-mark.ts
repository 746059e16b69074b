import type { Locator, Page } from '@playwright/test';

/** A code of «Честный знак» as a scanner types it: the separator is Ctrl and the key of «]». */
export async function scanMark(page: Page, field: Locator, serial: string): Promise<void> {
  await field.focus();
  await page.keyboard.type(`010460000000000821${serial}`);
  await page.keyboard.press('Control+]');
  await page.keyboard.type('93abcd');
  await page.keyboard.press('Enter');
}
