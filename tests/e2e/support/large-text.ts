import { type Browser, chromium } from '@playwright/test';
import { test } from '#tests/e2e/support/test.ts';

/** What a person chooses in the settings of the browser: it cannot be told by a page. */
export function withText(px: number): Promise<Browser> {
  const { executablePath, args } = test.info().project.use.launchOptions ?? {};
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...(args ?? []), `--blink-settings=defaultFontSize=${px}`],
  });
}
