import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/support/test.ts';

/** The rooms of consultants are on this phone, every file of their list (docs/decisions/390). */
export const expectRoomsKept = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const cache = await caches.open('surface-consultant');
        const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
        const [list] = kept.filter((path) => path.endsWith('.json'));
        const files = list ? ((await (await cache.match(list))?.json()) as { url: string }[]) : [];
        return files.length > 0 && files.every(({ url }) => kept.includes(`/${url}`));
      }),
    )
    .toBe(true);
