import * as z from 'zod/mini';

/** Integer kopecks: the only money unit in code, database and on the wire (docs/product/prices.md#units). */
export const Kopecks = z.int();
export type Kopecks = z.infer<typeof Kopecks>;
/** Points on the wire: a number in steps of 0.5; stored as integer half-points. */
export const Balls = z.number().check(z.multipleOf(0.5));
export type Balls = z.infer<typeof Balls>;

/**
 * Points of a product, in half-points, from its consultant price in kopecks: one half-point for every 25 ₽, rounded half up
 * (docs/product/prices.md#points).
 */
export function ballsHalfOf(consKopecks: number): number {
  return Math.floor((4 * consKopecks + 5000) / 10000);
}
export const ballsFromHalf = (half: number): number => half / 2;
