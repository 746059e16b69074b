import { LIMITS } from '#contract/first-tables.ts';

// The only arithmetic of pieces in a cart: the shop, the screens and the oracles of the tests all count with it
// (docs/product/offline.md#cart-arithmetic, docs/decisions/135-cart-arithmetic.md). It loads no zod: the phone's engine may
// load it.

// ── 1 Pieces ────────────────────────────────────────────────────────────────────────────────────
/**
 * New quantity of a line: a decrease ends at zero and is never refused, an increase ends at `maxQty` but never takes
 * away pieces that were booked while there was more in stock.
 */
export function quantityAfter(quantity: number, delta: number, maxQty: number): number {
  return delta < 0 ? Math.max(0, quantity + delta) : Math.max(quantity, Math.min(quantity + delta, maxQty));
}

/**
 * What a screen shows of a line: the pieces that the shop last told of, then every change that waits, in the order of the
 * taps. No limit: what the stock allows only the shop knows, and its answer corrects the screen.
 */
export const quantityShown = (base: number, deltas: readonly number[]): number =>
  deltas.reduce((quantity, delta) => quantityAfter(quantity, delta, Infinity), base);

/** Quantity after a guest's line joins the account's. A product that ran out keeps its line: the person still sees it. */
export const quantityMerged = (account: number, guest: number, maxQty: number): number =>
  maxQty === 0 ? Math.max(account, guest) : quantityAfter(account, guest, maxQty);

// ── 2 Limits ────────────────────────────────────────────────────────────────────────────────────
/** Most pieces of one product in one line, by the pieces in stock. */
export const limitOf = (stockQty: number): number => Math.max(0, Math.min(stockQty, LIMITS.lineMax));

/** The published stock tells 0…9 exactly and this for «many» (docs/product/catalogue.md). */
export const MANY_IN_STOCK = 10;
/** Stock as it is published: a sale of the 57th of 60 pieces changes no shard. */
export const stockBucket = (stockQty: number): number => Math.max(0, Math.min(stockQty, MANY_IN_STOCK));
/** The phone's limit of a line whose cart has not been told yet, by the published stock. */
export const limitOfBucket = (bucket: number): number => (bucket < MANY_IN_STOCK ? bucket : LIMITS.lineMax);
