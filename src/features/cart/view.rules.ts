import { limitOfBucket, quantityShown } from '#contract/cart-arithmetic.ts';
import type { CartLine, CartResult } from '#contract/cart.ts';
import type { ListRow } from '#contract/catalogue.ts';
import { LIMITS } from '#contract/tables.ts';
import { type LineInCart, lineOfEntry } from '#src/features/cart/lane.ts';
import type { Seen } from '#src/offline/outbox/record.ts';
import type { CartTotals, Pending, PendingChanges, ViewLine } from '#src/features/cart/cart.types.ts';

export type ViewSources = {
  /** The lines of this one are shown; the sources, by `entryOf`, hold those of all. */
  cartType: number;
  /** As the server drew them, in its order. */
  drawn: ReadonlyMap<string, CartLine>;
  /** The price type those lines are in. */
  realType: 0 | 1;
  /** Pieces as the server last said; single answers are newer than the snapshot's lines. */
  quantities: Readonly<Record<string, number>>;
  pending: PendingChanges;
  /** 1 = consultant prices are on the screen. */
  shownType: 0 | 1;
  rowOf: (id: number) => ListRow | undefined;
  /** What stood on the screen at the gesture: for a product that this phone's catalogue does not hold. */
  seenOf: (id: number) => Seen | undefined;
  priceOf: (
    id: number,
  ) => { price: number; consPrice: number | null; points: number | null; stock: number } | undefined;
};
type Piece = { own: number | null; client: number | null; points: number | null; weight: number };
type Drawn = { line: ViewLine; piece: Piece };

/** What the server holds with the person's own gestures on top; a line taken to zero leaves at once. Totals are of the lines shown. */
export function toView({ cartType, drawn, realType, quantities, pending, shownType, ...known }: ViewSources): {
  lines: ViewLine[];
  totals: CartTotals;
} {
  const pieces = (entry: string) => quantityShown(quantities[entry] ?? 0, pending.get(entry)?.deltas ?? []);
  const isShown = (entry: string) => lineOfEntry(entry).cartType === cartType;
  const held = [...drawn]
    .filter(([entry]) => isShown(entry))
    .map(([entry, item]) => drawHeld({ cartType, item }, pieces(entry), pending.get(entry), shownType, realType));
  const fresh = [...new Set([...Object.keys(quantities), ...pending.keys()])]
    .filter((entry) => isShown(entry) && !drawn.has(entry) && pieces(entry) > 0)
    .map((entry) => drawNew(lineOfEntry(entry), pieces(entry), pending.has(entry), shownType, known));
  const lines = [...held, ...fresh].filter((one): one is Drawn => one !== undefined && one.line.quantity > 0);
  return { lines: lines.map((one) => one.line), totals: totalsOf(lines, shownType) };
}

function drawHeld(
  { cartType, item }: { cartType: number; item: CartLine },
  quantity: number,
  change: Pending | undefined,
  shownType: 0 | 1,
  realType: CartResult['price_type'],
): Drawn {
  const { product } = item;
  const isOwn = shownType === 1 && realType === 1;
  const piece = {
    own: isOwn ? item.price : product.actual_price,
    client: product.actual_price,
    points: isOwn ? product.balls : null,
    weight: product.weight,
  };
  const line = {
    cartType,
    productId: product.id,
    orderItemId: item.order_item_id,
    title: product.title,
    code: product.code,
    slug: product.slug,
    pack: product.pack,
    image: product.image,
    quantity,
    maxQty: item.max_qty,
    available: item.available,
    note: item.note,
    isPending: change !== undefined,
    // A rise is told in the prices it happened in, until it has been agreed to.
    priceChanged: shownType === realType && item.price_changed?.to !== change?.price ? item.price_changed : null,
  };
  return { piece, line: { ...line, ...amountsOf(piece, quantity) } };
}

type Drawable = Pick<ListRow, 'title' | 'code' | 'slug' | 'pack' | 'image'>;
const rowFrom = (seen: Seen | undefined): Drawable | undefined =>
  seen && { title: seen.title || 'Товар', code: '', slug: '', pack: '', image: seen.image ?? null };

/** Added a moment ago: the catalogue on the phone knows it, the server has not answered yet. */
function drawNew(
  { cartType, productId }: LineInCart,
  quantity: number,
  isPending: boolean,
  shownType: 0 | 1,
  { rowOf, seenOf, priceOf }: Pick<ViewSources, 'rowOf' | 'seenOf' | 'priceOf'>,
): Drawn | undefined {
  const row = rowOf(productId) ?? rowFrom(seenOf(productId));
  const price = priceOf(productId);
  if (!row) return undefined;
  const own = (shownType === 1 ? price?.consPrice : null) ?? price?.price ?? null;
  const piece = {
    own,
    client: price?.price ?? null,
    points: shownType === 1 ? (price?.points ?? null) : null,
    weight: 0,
  };
  const line = {
    cartType,
    productId,
    orderItemId: null,
    title: row.title,
    code: row.code,
    slug: row.slug,
    pack: row.pack,
    image: row.image,
    quantity,
    maxQty: price ? limitOfBucket(price.stock) : LIMITS.lineMax,
    available: price?.stock !== 0,
    note: undefined,
    isPending,
    priceChanged: null,
  };
  return { piece, line: { ...line, ...amountsOf(piece, quantity) } };
}

const amountsOf = (piece: Piece, quantity: number) => ({
  price: piece.own,
  sum: (piece.own ?? 0) * quantity,
  points: piece.points === null ? null : piece.points * quantity,
  weight: piece.weight * quantity,
});

/** Lines that cannot be bought stand apart from every total, as on the server (docs/decisions/070). */
function totalsOf(drawn: readonly Drawn[], shownType: 0 | 1): CartTotals {
  const bought = drawn.filter(({ line }) => line.available);
  const add = (of: (one: Drawn) => number) => bought.reduce((total, one) => total + of(one), 0);
  const sum = add(({ line }) => line.sum);
  const clientSum = add(({ line, piece }) => (piece.client ?? 0) * line.quantity);
  return {
    count: add(({ line }) => line.quantity),
    clientSum,
    discount: shownType === 1 ? clientSum - sum : 0,
    sum,
    weight: add(({ line }) => line.weight),
    points: shownType === 1 ? add(({ line }) => line.points ?? 0) : null,
  };
}

/** What a typed number means for a line: the difference, or nothing for what is no number. */
export const typedDelta = (quantity: number, typed: number): number =>
  Number.isInteger(typed) && typed >= 0 && typed <= 999 ? typed - quantity : 0;
