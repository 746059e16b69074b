import { quantityShown } from '#contract/cart-arithmetic.ts';
import { LIMITS } from '#contract/tables.ts';
import { defineMutation, isId, isInt, isObject, type JsonObject, type Write } from '#src/offline/outbox/mutation.ts';
import type { Face } from '#src/offline/outbox/face.ts';
import { cartLane, entryOf, laneOf, type Line } from '#src/features/cart/lane.ts';

// cartChange · cartPrice: pieces more or fewer, and a raised price that was agreed to. One line, two lanes.

export type CartChange = Line & {
  /** Signed pieces, never 0. */
  delta: number;
  /** Kopecks: what the line was agreed to cost. */
  seenPrice?: number;
};
/** `price` in kopecks. */
export type CartPrice = Line & { price: number };
const SCOPES = ['cart:retail', 'cart:wholesale'] as const;
const isLine = (value: JsonObject): boolean =>
  isInt(value.cartType) &&
  value.cartType >= 0 &&
  (value.kind === 'retail' || value.kind === 'wholesale') &&
  isId(value.productId);
const targetOf = ({ kind, ...line }: Line) => ({ scope: `cart:${kind}`, entry: entryOf(line) }) as const;
/** The first builds knew one cart type. */
const isOfPromotion = ({ cartType }: Line): boolean => cartType !== 0;
const post = (path: string, body: JsonObject) => ({ method: 'POST', path, body: JSON.stringify(body) }) as const;

type Group = { cartType?: unknown; items?: { product?: { id?: unknown } }[] };
/** The line as the answer's own cart draws it: the screens know it before the next snapshot. */
function lineIn({ groups }: JsonObject, { cartType, productId }: Line): unknown {
  if (!Array.isArray(groups)) return undefined;
  const mine = (groups as Group[]).filter((group) => (group?.cartType ?? 0) === cartType);
  return mine.flatMap((group) => group.items ?? []).find((item) => item?.product?.id === productId);
}

export const cartChange = defineMutation({
  kind: 'cart.change',
  v: 1,
  newer: isOfPromotion,
  merge: 'add',
  who: 'anyone',
  scopes: SCOPES,
  isPayload: (value): value is CartChange =>
    isObject(value) &&
    isLine(value) &&
    isInt(value.delta) &&
    value.delta !== 0 &&
    Math.abs(value.delta) <= LIMITS.deltaMax,
  lane: cartLane,
  target: targetOf,
  request({ kind, cartType, productId, delta, seenPrice }) {
    const item = { product_id: productId, delta, ...(seenPrice === undefined ? {} : { seen_price: seenPrice }) };
    return post(kind === 'retail' ? '/cart/change' : '/optovik/cart/change', { cartType, items: [item] });
  },
  readAnswer: readChange,
  /** What the stock allows only the server knows. */
  view: {
    of: (base, entry): number => base?.values[entry] ?? 0,
    fold: (quantity, { delta }) => quantityShown(quantity, [delta]),
  },
  amount: { of: ({ delta }) => delta, with: (payload, delta) => ({ ...payload, delta }) },
  collapse(tail, next) {
    const delta = tail.delta + next.delta;
    if (delta === 0) return 'cancel';
    if (Math.abs(delta) > LIMITS.deltaMax) return 'append';
    return { ...tail, ...next, delta, ...lowestSeen(tail, next) };
  },
  afterReject: ({ delta }) => (delta > 0 ? [{ do: 'shortage', pieces: delta }] : []),
  /** An accepted price of the line goes with it. */
  related: (line) => [laneOf('price', line)],
});

/** The line was never agreed to cost more than the lowest price the person saw. */
function lowestSeen(a: CartChange, b: CartChange): { seenPrice?: number } {
  const seen = [a.seenPrice, b.seenPrice].filter((price) => price !== undefined);
  return seen.length === 0 ? {} : { seenPrice: Math.min(...seen) };
}

function readChange(change: CartChange, json: JsonObject): Write[] | null {
  const { productId, delta } = change;
  const { items, version } = json;
  if (!Array.isArray(items) || !isInt(version)) return null;
  const own: unknown = items.find((one: { product_id?: unknown }) => one?.product_id === productId);
  if (!isObject(own) || !isInt(own.applied) || !isInt(own.quantity)) return null;
  const line: Write = { do: 'entry', value: own.quantity, version, data: lineIn(json, change) };
  const pieces = delta > 0 ? Math.max(0, delta - own.applied) : 0;
  if (pieces === 0) return [line];
  const code = typeof own.code === 'string' ? own.code : 'qty_limit';
  const message = typeof own.message === 'string' ? { message: own.message } : {};
  return [line, { do: 'shortage', pieces }, { do: 'tell', code, asked: delta, applied: own.applied, ...message }];
}

export const cartPrice = defineMutation({
  kind: 'cart.price',
  v: 1,
  newer: isOfPromotion,
  merge: 'set',
  who: 'anyone',
  scopes: SCOPES,
  isPayload: (value): value is CartPrice => isObject(value) && isLine(value) && isInt(value.price),
  lane: (line) => laneOf('price', line),
  target: targetOf,
  /** It names no cart kind: the shop takes the cart of the session. */
  request: ({ cartType, productId, price }) =>
    post('/api/cart/accept-price', { cartType, product_id: productId, price }),
  /** The price that is now taken; the pieces are the business of changes, which have a lane of their own. */
  readAnswer: (line, json) => [{ do: 'entry', data: lineIn(json, line) }],
});

export const cartChangeFace: Face<CartChange> = {
  words({ kind, delta }) {
    const pieces = `${Math.abs(delta)}\u00a0шт.`;
    if (delta > 0) return `${pieces} в\u00a0${kind === 'wholesale' ? 'оптовую корзину' : 'корзину'}`;
    return `убавить на\u00a0${pieces}${kind === 'wholesale' ? ' в\u00a0оптовой корзине' : ''}`;
  },
  done: ({ delta }) => `${Math.abs(delta)}\u00a0шт.`,
  group: ({ delta }) => (delta > 0 ? 'added' : 'removed'),
  about: ({ productId }) => ({ product: productId }),
  isReplaceable: ({ delta }) => delta > 0,
  changed: (_line, { message = '' }, quantity) => `теперь ${quantity}\u00a0шт. ${message}`,
};
export const cartPriceFace: Face<CartPrice> = {
  words: ({ price }, money) => `оставить по\u00a0новой цене ${money(price)}`,
  done: () => 'новая цена принята',
  group: () => 'sent',
  about: ({ productId }) => ({ product: productId }),
};
