// Apart from the definitions: a card in the first chunk asks what waits in its line's lane, and what its base holds.

export type Line = {
  kind: 'retail' | 'wholesale';
  /** 0 is the cart itself; promotions have others (`CART_TYPES` of the contract). */
  cartType: number;
  productId: number;
};
/** FIFO inside, independent outside; stored on phones, never renamed. */
export const laneOf = (what: 'cart' | 'price', { kind, cartType, productId }: Line): string =>
  `${what}:${kind}:${cartType}:${productId}`;
export const cartLane = (line: Line): string => laneOf('cart', line);

/** A line inside the base of its cart: `4711` in the cart itself, `1:4711` among those of cart type 1. */
export const entryOf = ({ cartType, productId }: Pick<Line, 'cartType' | 'productId'>): string =>
  cartType === 0 ? String(productId) : `${cartType}:${productId}`;
export const isOfCart = (entry: string): boolean => !entry.includes(':');
