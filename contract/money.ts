import * as z from 'zod/mini';

/** Integer kopecks: the only money unit in code, database and on the wire (docs/product/prices.md). */
export const Kopecks = z.int();
export type Kopecks = z.infer<typeof Kopecks>;
/** Points on the wire: a number in steps of 0.5; stored as integer half-points. */
export const Balls = z.number().check(z.multipleOf(0.5));
export type Balls = z.infer<typeof Balls>;

/**
 * Points of a product, in half-points, from its consultant price in kopecks: round(cons/50·2)/2 points
 * (docs/product/demo.md), that is one half-point for every 25 ₽, rounded half up. Not the factor 2 of docs/product/prices.md, which
 * gives half of every example there and in the mock-ups (docs/decisions/021).
 */
export function ballsHalfOf(consKopecks: number): number {
  return Math.floor((4 * consKopecks + 5000) / 10000);
}
export const ballsFromHalf = (half: number): number => half / 2;
