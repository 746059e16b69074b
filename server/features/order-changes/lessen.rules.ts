import { fitSpends, type FundsByType, type Spends, spentOf, totalOf } from '#contract/amount-to-pay.ts';
import { ballsFromHalf } from '#contract/money.ts';
import type { LinesChange } from '#contract/orders.ts';
import { backOf, type Back, moneyLeft, type PiecesBack } from '#server/features/order-changes/shares.rules.ts';
import type { OrderLine, OrderRecord } from '#server/features/orders/order-rows.queries.ts';

// An order with fewer pieces (docs/product/orders.md#changing-until-packing). Money in kopecks, points in half-points.
// Contents: 1 which pieces go, 2 the order afterwards, 3 its money in words of the wire

// ── 1 Which pieces go ───────────────────────────────────────────────────────────────────────────
export type WantedLine = { line_id: number; quantity: number };
export type Lessened = { ok: true; pieces: PiecesBack[] } | { ok: false; why: 'unknown' | 'more' | 'same' | 'nothing' };
const keptOf = (line: OrderLine): number => line.quantity - line.returnedQuantity;

/** The pieces that are dropped. A line that is not named stays; more of something is a new order. */
export function lessen(lines: readonly OrderLine[], wanted: readonly WantedLine[]): Lessened {
  const known = new Map(lines.map((line) => [line.id, line]));
  const quantities = new Map(wanted.map(({ line_id: id, quantity }) => [id, quantity]));
  for (const [id, quantity] of quantities) {
    const line = known.get(id);
    if (!line) return { ok: false, why: 'unknown' };
    if (quantity > keptOf(line)) return { ok: false, why: 'more' };
  }
  const pieces = lines.map((line) => ({
    lineId: line.id,
    pieces: keptOf(line) - (quantities.get(line.id) ?? keptOf(line)),
  }));
  if (pieces.every((one) => one.pieces === 0)) return { ok: false, why: 'same' };
  if (lines.every((line, at) => keptOf(line) === pieces[at]?.pieces)) return { ok: false, why: 'nothing' };
  return { ok: true, pieces: pieces.filter((one) => one.pieces > 0) };
}

// ── 2 The order afterwards ──────────────────────────────────────────────────────────────────────
export type Smaller = {
  pieces: PiecesBack[];
  goodsKop: number;
  itemsCount: number;
  weightGrams: number;
  ballsHalf: number;
  /** What the accounts pay of it. */
  spend: Spends;
  /** What was paid from outside and stays, or is still to be paid. */
  dueKop: number;
  /** Of a paid order: what goes back. */
  back: Back | null;
};

export function smallerOrder(order: OrderRecord, lines: readonly OrderLine[], pieces: PiecesBack[]): Smaller {
  const dropped = (of: (line: OrderLine) => number) =>
    pieces.reduce((sum, { lineId, pieces: count }) => {
      const line = lines.find(({ id }) => id === lineId);
      return sum + (line ? of(line) * count : 0);
    }, 0);
  const goodsKop = order.goodsKop - dropped((line) => line.priceKop);
  const rest = {
    pieces,
    goodsKop,
    itemsCount: order.itemsCount - dropped(() => 1),
    weightGrams: order.weightGrams - dropped((line) => line.weightGrams),
    ballsHalf: order.ballsHalf - dropped((line) => line.ballsHalf),
  };
  if (order.paidAt !== null) {
    const back = backOf(order, lines, { pieces, delivery: false });
    return { ...rest, spend: order.spend, dueKop: moneyLeft(order) - back.moneyKop, back };
  }
  const spend = fitSpends(order.spend, { goods: goodsKop, delivery: order.deliveryKop, funds: heldFunds(order.spend) });
  const debts = order.debts[0] + order.debts[1] + order.debts[2];
  return { ...rest, spend, dueKop: goodsKop + order.deliveryKop - totalOf(spend) + debts, back: null };
}
/** A wish is held already: the account has it. */
const heldFunds = (spend: Spends): FundsByType => {
  const one = (type: 0 | 1 | 2) => ({ balance: 0, available: spentOf(spend[type]) });
  return { 0: one(0), 1: one(1), 2: one(2) };
};

// ── 3 Its money on the wire ─────────────────────────────────────────────────────────────────────
export function toLinesChange(order: OrderRecord, smaller: Smaller): LinesChange {
  const after = smaller.back ? lessSpends(order.spend, smaller.back) : smaller.spend;
  return {
    version: order.version,
    sum_amount: { from: order.goodsKop, to: smaller.goodsKop },
    spend: { from: order.spend, to: after },
    due: { from: smaller.back ? moneyLeft(order) : order.dueKop, to: smaller.dueKop },
    refund: smaller.back?.moneyKop ?? 0,
    returned: totalOf(order.spend) - totalOf(after),
    sum_balls:
      order.priceType === 1 ? { from: ballsFromHalf(order.ballsHalf), to: ballsFromHalf(smaller.ballsHalf) } : null,
  };
}
function lessSpends(spend: Spends, { parts }: Back): Spends {
  const backTo = (type: 0 | 1 | 2) => parts.find((part) => part.type === type)?.amountKop ?? 0;
  const one = (type: 0 | 1 | 2) => ({ ...spend[type], order: spend[type].order - backTo(type) });
  return { 0: one(0), 1: one(1), 2: one(2) };
}
