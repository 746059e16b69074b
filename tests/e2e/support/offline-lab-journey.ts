import { test } from '#tests/e2e/support/offline-lab.ts';
import { VARIANTS, type Variant } from '#tests/e2e/support/offline-lab-variants.ts';

export type JourneyOptions = {
  /** Only in `npm run test:all`. */
  isLong?: boolean;
  /** Runs in every variant of `npm test`; the others do so in `npm run test:all` (and `npm run test:variants`). */
  inVariants?: boolean;
  /** Variants in which it makes no sense, e.g. the worker's own flush without a worker. */
  not?: readonly Variant[];
};
type Body = Parameters<typeof test>[2];

/** A test of the queue, tagged @queue, once for an ordinary browser and once for each variant it runs in. */
export function journey(
  title: string,
  body: Body,
  { inVariants = false, not = [], isLong: isSlow = false }: JourneyOptions = {},
): void {
  for (const variant of VARIANTS) {
    if (not.includes(variant)) continue;
    const isLong = isSlow || (variant !== 'plain' && !inVariants);
    test.describe(variant, { tag: isLong ? ['@queue', '@long'] : '@queue' }, () => {
      test.use({ variant, ...(variant === 'no service worker' ? { serviceWorkers: 'block' as const } : {}) });
      test(title, body);
    });
  }
}
