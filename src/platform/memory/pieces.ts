const KEY = 'pieces';

/**
 * Pieces in the cart as this phone last showed them to that person. Only for the badge until the cart has been read: its code comes
 * after the first cards, on a slow phone by seconds. Null: another's, or unknown.
 */
export function rememberedPieces(uid: string): number | null {
  try {
    const [owner, count] = JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown[];
    return owner === uid && typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : null;
  } catch {
    return null;
  }
}
export function rememberPieces(uid: string, count: number): void {
  try {
    if (count === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify([uid, count]));
  } catch {
    // Storage is forbidden: the badge comes with the cart.
  }
}
