import type { LineInCart } from '#src/features/cart/line.rules.ts';

// Apart from the definitions: a card in the first chunk asks what waits in its line's lane.

export type Line = LineInCart & { kind: 'retail' | 'wholesale' };
/** FIFO inside, independent outside; stored on phones, never renamed. */
export const laneOf = (what: 'cart' | 'price', { kind, cartType, productId }: Line): string =>
  `${what}:${kind}:${cartType}:${productId}`;
export const cartLane = (line: Line): string => laneOf('cart', line);
