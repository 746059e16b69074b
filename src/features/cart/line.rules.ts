import { CART_TYPES } from '#contract/tables.ts';

// A line inside one cart (docs/decisions/137-lines-of-several-carts.md): `4711` in the cart itself, `1:4711` among those of cart
// type 1. Screens of the first chunk and the definitions of the queue name lines by it alike.

/** A line where the cart is known: a product may stand in several cart types of it at once. */
export type LineInCart = {
  /** 0 is the cart itself; promotions have others (`CART_TYPES` of the contract). */
  cartType: number;
  productId: number;
};
/** A gesture that names no cart type means the cart itself. */
export type LineAsked = { productId: number; cartType?: number | undefined };
export const lineAsked = ({ productId, cartType = CART_TYPES.base }: LineAsked): LineInCart => ({
  cartType,
  productId,
});

/** The key of a line inside the base of its cart; as stored on phones. */
export const entryOf = ({ cartType, productId }: LineInCart): string =>
  cartType === CART_TYPES.base ? String(productId) : `${cartType}:${productId}`;
/** The line of a key that `entryOf` made. */
export function lineOfEntry(entry: string): LineInCart {
  const at = entry.indexOf(':');
  return { cartType: at < 0 ? CART_TYPES.base : Number(entry.slice(0, at)), productId: Number(entry.slice(at + 1)) };
}
