import { CART_TYPES } from '#contract/first-tables.ts';

// Apart from the definitions: a card in the first chunk asks what waits in its line's lane, and what its base holds.

export type Line = {
  kind: 'retail' | 'wholesale';
  /** 0 is the cart itself; promotions have others (`CART_TYPES` of the contract). */
  cartType: number;
  productId: number;
};
/** A line where the cart is known: a product may stand in several cart types of it at once. */
export type LineInCart = Pick<Line, 'cartType' | 'productId'>;
/** A gesture that names no cart type means the cart itself. */
export type LineAsked = { productId: number; cartType?: number | undefined };
export const lineAsked = ({ productId, cartType = CART_TYPES.base }: LineAsked): LineInCart => ({
  cartType,
  productId,
});
/** FIFO inside, independent outside; stored on phones, never renamed. */
export const laneOf = (what: 'cart' | 'price', { kind, cartType, productId }: Line): string =>
  `${what}:${kind}:${cartType}:${productId}`;
export const cartLane = (line: Line): string => laneOf('cart', line);

/** A line inside the base of its cart: `4711` in the cart itself, `1:4711` among those of cart type 1. */
export const entryOf = ({ cartType, productId }: LineInCart): string =>
  cartType === CART_TYPES.base ? String(productId) : `${cartType}:${productId}`;
export function lineOfEntry(entry: string): LineInCart {
  const at = entry.indexOf(':');
  return { cartType: at < 0 ? CART_TYPES.base : Number(entry.slice(0, at)), productId: Number(entry.slice(at + 1)) };
}
