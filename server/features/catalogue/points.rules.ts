import { ballsHalfOf } from '#contract/money.ts';

/** Top categories with points of their own (docs/product/network.md#points). */
const SETS = 8;
const MATERIALS = 9;

/**
 * Points of a product in half-points, from its consultant price in kopecks: sets earn nine tenths, rounded down to half a
 * point, printed matter, samples and equipment nothing (docs/product/network.md#points). `branch`: the product's category
 * and everything above it.
 */
export function ballsHalfIn(branch: readonly number[], consKopecks: number): number {
  if (branch.includes(MATERIALS)) return 0;
  const full = ballsHalfOf(consKopecks);
  return branch.includes(SETS) ? Math.floor((full * 9) / 10) : full;
}
