/** A line of a client's order: pieces, and kopecks of one piece. */
export type RetailLine = { quantity: number; paidKop: number; consPriceKop: number };

/**
 * Retail income of an order: what was paid above the consultant price, line by line and never below zero, in kopecks. A bonus
 * account counts as paid. It belongs to whoever got the points (docs/product/plan.md#retail-difference).
 */
export const retailDifference = (lines: readonly RetailLine[]): number =>
  lines.reduce((sum, { quantity, paidKop, consPriceKop }) => sum + quantity * Math.max(0, paidKop - consPriceKop), 0);
