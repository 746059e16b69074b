/** Apart from the definition: a heart in the first chunk asks what waits in its lane. Stored on phones, never renamed. */
export const favLane = (productId: number): string => `fav:${productId}`;
