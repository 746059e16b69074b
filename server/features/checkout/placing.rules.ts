import {
  amountToPay,
  debtsOf,
  fitSpends,
  type FundsByType,
  SPEND_ORDER,
  type Spends,
  spentOf,
} from '#contract/amount-to-pay.ts';
import type { PlacingChange } from '#contract/checkout.ts';
import type { RefusalCode } from '#contract/reply.ts';
import { limitOf } from '#contract/cart-arithmetic.ts';
import type { FrozenDelivery } from '#server/db/tables/orders.ts';
import type { VatKind } from '#server/features/orders/vat.rules.ts';

// What a cart becomes when it is ordered, and what of it is not as the person last saw it. Money in kopecks, points in
// half-points, weights in grams. Contents: 1 the draft, 2 what has changed, 3 which refusal that is

// ── 1 The draft ─────────────────────────────────────────────────────────────────────────────────
export type PlacingLine = {
  orderItemId: number;
  cartType: number;
  quantity: number;
  priceSeen: number;
  priceType: 0 | 1;
  product: {
    id: number;
    code: string;
    title: string;
    published: boolean;
    stockQty: number;
    actualPrice: number;
    actualConsPrice: number;
    ballsHalf: number;
    weightGrams: number;
    isBad: boolean;
    marked: boolean;
    vatKind: VatKind;
  };
};
/** A line with the pieces and the price it is ordered at; `pieces` 0 stays in the cart. */
export type DraftLine = PlacingLine & { pieces: number; price: number };
export type Goods = { lines: DraftLine[]; sum: number; weight: number; ballsHalf: number; count: number };

/** What can be ordered of a cart now, at the current prices of this price type. */
export function goodsOf(rows: readonly PlacingLine[], priceType: 0 | 1): Goods {
  const lines = rows.map((row) => {
    const { product } = row;
    const most = product.published ? limitOf(product.stockQty) : 0;
    const price = priceType === 1 ? product.actualConsPrice : product.actualPrice;
    return { ...row, price, pieces: Math.min(row.quantity, most) };
  });
  const sum = (of: (line: DraftLine) => number) => lines.reduce((total, line) => total + of(line) * line.pieces, 0);
  return {
    lines,
    sum: sum((line) => line.price),
    weight: sum((line) => line.product.weightGrams),
    ballsHalf: sum((line) => line.product.ballsHalf),
    count: sum(() => 1),
  };
}
export const orderedLines = (goods: Goods): DraftLine[] => goods.lines.filter((line) => line.pieces > 0);

export type Money = { spends: Spends; debts: Record<0 | 1 | 2, number>; due: number };
/** What the accounts pay of it and what is left to pay, when this much was wished. */
export function moneyOf(
  wish: Spends,
  order: { goods: number; delivery: number; funds: FundsByType; debitUse: boolean },
): Money {
  const spends = fitSpends(wish, order);
  return { spends, debts: debtsOf(order.funds, order.debitUse), due: amountToPay({ ...order, spends }) };
}

// ── 2 What has changed ──────────────────────────────────────────────────────────────────────────
/** An order as it would be now. */
export type Draft = {
  cart: { id: number; version: number };
  goods: Goods;
  priceType: 0 | 1;
  delivery: FrozenDelivery;
  funds: FundsByType;
  debitUse: boolean;
  wish: Spends;
  money: Money;
};
/** What stood on the person's screen. */
type SeenAmounts = { expected_due: number; expected_delivery?: number | undefined };

/** Everything that is worse than the person last saw it, in the order of the screen. */
export function changesOf(draft: Draft, seen: SeenAmounts): PlacingChange[] {
  return [
    ...draft.goods.lines.flatMap((line) => lineChanges(line, draft, seen)),
    ...deliveryChange(draft, seen),
    ...spendChanges(draft),
  ];
}

function lineChanges(line: DraftLine, { priceType, money }: Draft, seen: SeenAmounts): PlacingChange[] {
  const { product, quantity, pieces, price } = line;
  const about = { product_id: product.id, title: product.title };
  // The cart leaves out what is sold out, so a person whose total fits has seen that the line is.
  const isTold = pieces === 0 && money.due === seen.expected_due;
  const stock: PlacingChange[] =
    pieces < quantity && !isTold ? [{ kind: 'stock', ...about, price, from: quantity, to: pieces }] : [];
  const isRaised = line.priceType === priceType && price > line.priceSeen && pieces > 0;
  return isRaised ? [...stock, { kind: 'price', ...about, quantity: pieces, from: line.priceSeen, to: price }] : stock;
}

function deliveryChange({ delivery }: Draft, { expected_delivery: expected }: SeenAmounts): PlacingChange[] {
  const { name, costKop } = delivery;
  return expected !== undefined && costKop > expected ? [{ kind: 'delivery', name, from: expected, to: costKop }] : [];
}

/** The account holds less than the person counted on. A wish that is cut by a cheaper cart is no news. */
function spendChanges({ wish, money, goods, delivery, funds }: Draft): PlacingChange[] {
  const rich = { balance: 0, available: Number.MAX_SAFE_INTEGER };
  const wanted = fitSpends(wish, {
    goods: goods.sum,
    delivery: delivery.costKop,
    funds: { 0: rich, 1: rich, 2: rich },
  });
  return SPEND_ORDER.flatMap((type): PlacingChange[] => {
    const [from, to] = [spentOf(wanted[type]), spentOf(money.spends[type])];
    return to < from && funds[type].available < from ? [{ kind: 'spend', account_type: type, from, to }] : [];
  });
}

// ── 3 Which refusal that is ─────────────────────────────────────────────────────────────────────
/** A change is accepted only with the new value that was shown. */
export function isAccepted(change: PlacingChange, accepted: readonly PlacingChange[]): boolean {
  return accepted.some((one) => {
    if (one.kind !== change.kind || one.to !== change.to) return false;
    if (one.kind === 'spend') return change.kind === 'spend' && one.account_type === change.account_type;
    if (one.kind === 'delivery') return true;
    return 'product_id' in change && one.product_id === change.product_id;
  });
}

/** The code that says most about these changes; `price_changed` when only the amount itself is higher. */
export function codeOf(changes: readonly PlacingChange[]): RefusalCode {
  const has = (kind: PlacingChange['kind']) => changes.some((change) => change.kind === kind);
  if (has('stock')) return 'out_of_stock';
  if (has('price')) return 'price_changed';
  if (has('delivery')) return 'delivery_changed';
  return has('spend') ? 'insufficient_funds' : 'price_changed';
}
