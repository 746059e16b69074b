import { noSpends, type Spends } from '#contract/amount-to-pay.ts';
import { quantityAfter } from '#contract/cart-arithmetic.ts';
import type { CartData, CartLine, CartResult, ChangeOutcome } from '#contract/cart.ts';
import { ballsFromHalf } from '#contract/money.ts';
import { type HelloBuyer, helloBonusOf } from '#server/features/cart/hello.rules.ts';
import { MESSAGES } from '#contract/messages.ts';
import { CART_TYPES } from '#contract/tables.ts';
import { type CardSource, maxQtyOf, toProductCard } from '#server/features/catalogue/catalogue.rules.ts';

// Contents: 1 what becomes of a change, 2 accepted prices, 3 the answer. Pieces are counted by contract/cart-arithmetic.ts.

export type PriceType = 0 | 1;
/** One line of one cart; `priceSeen` in kopecks of `priceType`. */
export type StoredLine = {
  orderItemId: number;
  cartType: number;
  quantity: number;
  priceSeen: number;
  priceType: PriceType;
};
export type LineWithProduct = { line: StoredLine; product: CardSource };

// ── 1 What becomes of a change (docs/product/offline.md#cart-arithmetic) ──────────────────────────────────────────────────
/** What becomes of one asked change. `code` is set when less than asked was applied, or when nothing could be. */
export function judgeChange(asked: {
  productId: number;
  delta: number;
  quantity: number;
  product: CardSource | undefined;
  /** Current price of one piece, told along. */
  price?: number | undefined;
}): ChangeOutcome {
  const { productId, delta, quantity, product, price } = asked;
  if (!product && delta > 0)
    return {
      product_id: productId,
      asked: delta,
      applied: 0,
      quantity,
      code: 'not_found',
      message: MESSAGES.productNotFound,
    };
  const maxQty = product ? maxQtyOf(product) : 0;
  const after = quantityAfter(quantity, delta, maxQty);
  const outcome = {
    product_id: productId,
    asked: delta,
    applied: after - quantity,
    quantity: after,
    ...(price === undefined ? {} : { price }),
  };
  if (delta < 0 || after - quantity === delta) return outcome;
  return maxQty === 0
    ? { ...outcome, code: 'out_of_stock', message: MESSAGES.outOfStock }
    : { ...outcome, code: 'qty_limit', message: MESSAGES.qtyLimit };
}

/** A request is refused as a whole only when no item of it could be carried out (docs/product/offline.md#cart-arithmetic). */
export function refusalOf(outcomes: readonly ChangeOutcome[]): ChangeOutcome | undefined {
  return outcomes.every((outcome) => outcome.code !== undefined && outcome.applied === 0) ? outcomes[0] : undefined;
}

// ── 2 Accepted prices, kopecks (docs/product/offline.md#prices) ───────────────────────────────────────────
export const priceOf = (product: Pick<CardSource, 'actualPrice' | 'actualConsPrice'>, type: PriceType): number =>
  type === 1 ? product.actualConsPrice : product.actualPrice;

/**
 * The price a line remembers after an increase: the lowest one that the person has not accepted a rise from. `seen` is
 * what stood on the screen at the gesture. A line of another price type starts anew: that change is told, never asked.
 */
export function priceSeenAfter(
  line: Pick<StoredLine, 'priceSeen' | 'priceType'> | undefined,
  current: number,
  type: PriceType,
  seen?: number,
): number {
  const known = line && line.priceType === type ? line.priceSeen : current;
  return Math.max(0, Math.min(known, seen ?? known, current));
}
/** «Оставить»: the accepted price, never above the current one; a newer rise leaves the line marked. */
export const priceSeenAccepted = (priceSeen: number, accepted: number, current: number): number =>
  Math.max(priceSeen, Math.min(accepted, current));

// ── 3 The answer of /cart/data ──────────────────────────────────────────────────────────────────
const TITLES: Readonly<Record<number, string>> = { [CART_TYPES.base]: 'Основная корзина' };

export function toCartLine({ line, product }: LineWithProduct, type: PriceType): CartLine {
  const price = priceOf(product, type);
  const maxQty = maxQtyOf(product);
  const isRaised = line.priceType === type && price > line.priceSeen;
  const note = noteOf(line.quantity, maxQty, product.published);
  return {
    order_item_id: line.orderItemId,
    product: toProductCard(product, type),
    quantity: line.quantity,
    price,
    sum: price * line.quantity,
    balls: type === 1 ? ballsFromHalf(product.ballsHalf * line.quantity) : null,
    weight: product.weightGrams * line.quantity,
    available: maxQty > 0,
    max_qty: maxQty,
    price_changed: isRaised ? { from: line.priceSeen, to: price } : null,
    ...(note ? { note } : {}),
  };
}

function noteOf(quantity: number, maxQty: number, published: boolean): string | undefined {
  if (!published) return 'Товара больше нет в каталоге';
  if (maxQty === 0) return MESSAGES.outOfStock;
  return quantity > maxQty ? `Осталось ${maxQty}\u00a0шт.` : undefined;
}

/** `spend` is what the person wishes to pay from the accounts, null for nothing. */
export type CartHead = {
  kind: 'retail' | 'wholesale';
  version: number;
  spend?: Spends | null;
  /** Who might earn the hello bonus with it. */
  hello: { buyer: HelloBuyer | null; hasOrdered: boolean; now: Date };
};

/** Totals leave out lines that cannot be bought; they stay in their group with a note (docs/decisions/070). */
export function toCartAnswer(
  head: CartHead,
  rows: readonly LineWithProduct[],
  type: PriceType,
): Omit<CartData, 'status'> {
  const byType = Map.groupBy(
    [...rows].sort((a, b) => a.line.orderItemId - b.line.orderItemId),
    (row) => row.line.cartType,
  );
  const groups = [...byType]
    .sort(([a], [b]) => a - b)
    .map(([cartType, members]) => {
      const items = members.map((row) => toCartLine(row, type));
      const { sum_amount, sum_balls } = totalsOf(items, type);
      return { cartType, title: TITLES[cartType] ?? 'Корзина', items, sum_amount, sum_balls };
    });
  const items = groups.flatMap((group) => group.items);
  const result = totalsOf(items, type);
  const isBaseCart = head.kind === 'retail' && groups.every(({ cartType }) => cartType === CART_TYPES.base);
  return {
    result,
    groups,
    stepGroups: [],
    single_sale: { type: null },
    assign: null,
    spend: head.spend ?? noSpends(),
    helloBonus: helloBonusOf({ ...head.hello, isBaseCart, sumKop: result.sum_amount }),
    warnings: items.flatMap(warningsOf),
    kind: head.kind,
    version: head.version,
  };
}

function totalsOf(items: readonly CartLine[], type: PriceType): CartResult {
  const bought = items.filter((item) => item.available);
  const sum = (of: (item: CartLine) => number) => bought.reduce((total, item) => total + of(item), 0);
  return {
    sum_weight: sum((item) => item.weight),
    sum_amount: sum((item) => item.sum),
    sum_balls: sum((item) => item.balls ?? 0),
    only_for_share_pv: false,
    count: sum((item) => item.quantity),
    price_type: type,
  };
}

function warningsOf(line: CartLine): CartData['warnings'] {
  const about = { order_item_id: line.order_item_id, product_id: line.product.id };
  const warnings: CartData['warnings'] = [];
  if (!line.available)
    warnings.push({ code: 'unavailable', ...about, message: `${line.product.title}: нет в наличии` });
  else if (line.quantity > line.max_qty)
    warnings.push({ code: 'qty_limit', ...about, message: `${line.product.title}: осталось ${line.max_qty}\u00a0шт.` });
  if (line.price_changed)
    warnings.push({ code: 'price_changed', ...about, message: `${line.product.title}: цена выросла` });
  return warnings;
}
