import type { ListRow } from '#contract/catalogue.ts';
import type { CartData, CartLine } from '#contract/cart.ts';
import type { LineAsked, LineInCart } from '#src/features/cart/lane.ts';

export type CartKind = 'retail' | 'wholesale';

/** The cart as the server last told it, whole; it stands in the queue's own store, beside the records. */
export type StoredCart = {
  data: CartData;
  /** When the server said so, ISO. */
  at: string;
};

/** Changes of a line that the server has not confirmed yet, in order; the raised price that was agreed to. */
export type Pending = { deltas: readonly number[]; price?: number };
/** By `entryOf`. */
export type PendingChanges = ReadonlyMap<string, Pending>;

/** A line of the screen: what the server holds with the person's own gestures on top. */
export type ViewLine = LineInCart & {
  orderItemId: number | null;
  title: string;
  code: string;
  slug: string;
  pack: string;
  image: string | null;
  quantity: number;
  /** Kopecks per piece in the shown price type; null while the price is unknown on this phone. */
  price: number | null;
  sum: number;
  /** Points of the line; null in client prices. */
  points: number | null;
  weight: number;
  maxQty: number;
  available: boolean;
  priceChanged: CartLine['price_changed'];
  note: string | undefined;
  isPending: boolean;
};
export type CartTotals = {
  count: number;
  clientSum: number;
  discount: number;
  sum: number;
  weight: number;
  points: number | null;
};
export type CartView = {
  lines: readonly ViewLine[];
  totals: CartTotals;
  at: string | null;
  status: 'reading' | 'ready';
};
/**
 * `added`: shown as «Товар в корзине» once the phone holds the change. `key`: minted already, where a page that is left may have
 * written the gesture down.
 */
export type Change = LineAsked & { delta: number; added?: ListRow; key?: string };
/** What became of a code that was typed in: `queued` is on the phone only; a failure has words for under the field. */
export type Added = { kind: 'added' | 'queued' } | { kind: 'failed'; text: string };
