import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { type AccountType, SPEND_ORDER, type Spends } from '#contract/amount-to-pay.ts';
import { saleOf } from '#server/features/acquiring/sale.rules.ts';
import type { OrderLine, OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import type { ReceiptItem } from '#contract/receipts.ts';
import { refundShares, type RefundShares } from '#server/features/payments/receipt.rules.ts';
import { itemsWorth } from '#server/features/payments/refund.rules.ts';

// What goes back when pieces of a paid order do (docs/product/orders.md#changing-until-packing). Money in kopecks.
// The order counts as it was paid: pieces that went back since are counted apart (`returnedQuantity`), so each piece keeps its worth.
// Contents: 1 what goes back, 2 to which accounts

// ── 1 What goes back ────────────────────────────────────────────────────────────────────────────
/** `marks`: codes of «Честный знак» of the units that have come back. */
export type PiecesBack = { lineId: number; pieces: number; marks?: readonly string[] };
/** `goodwillKop`: of the pieces' worth, what their buyer has already had as goodwill; it is not in `moneyKop`. */
export type Back = RefundShares & { parts: AccountPart[]; goodwillKop: number };
export type AccountPart = { type: AccountType; amountKop: number };

/** Money with its receipt, and what of the accounts. The same pieces are worth the same in whatever order they go back. */
export function backOf(
  order: OrderRecord,
  lines: readonly OrderLine[],
  { pieces, delivery }: { pieces: readonly PiecesBack[]; delivery: boolean },
): Back {
  // What was handed over was settled in full; what was not is a prepayment that goes back (docs/product/payments.md#receipts).
  const mode: ReceiptItem['mode'] = order.status === ORDER_STATUSES.received ? 'full_payment' : 'full_prepayment';
  const sale = saleOf(order, lines);
  const asked = pieces.filter((one) => one.pieces > 0);
  const beforeOf = (lineId: number) => lines.find((line) => line.id === lineId)?.returnedQuantity ?? 0;
  const shares = refundShares(
    sale,
    {
      lines: asked.map(({ lineId, pieces: quantity, marks = [] }) => ({
        lineId,
        quantity,
        before: beforeOf(lineId),
        marks,
      })),
      delivery,
    },
    mode,
  );
  const earlier = lines.filter((line) => line.returnedQuantity > 0);
  const before = refundShares(
    sale,
    {
      lines: earlier.map((line) => ({ lineId: line.id, quantity: line.returnedQuantity, before: 0 })),
      delivery: false,
    },
    'full_prepayment',
  ).spentKop;
  const moneyKop = Math.min(shares.moneyKop, moneyLeft(order));
  const goodwillKop = shares.moneyKop - moneyKop;
  const items = goodwillKop > 0 ? itemsWorth(shares.items, moneyKop) : shares.items;
  return {
    ...shares,
    items,
    moneyKop,
    goodwillKop,
    parts: partsOf(order.spend, { before, now: shares.spentKop, delivery }),
  };
}
/** What came from outside for a paid order and has not gone back. Goodwill to a guest comes off it too, so the last pieces give less. */
export const moneyLeft = ({ dueKop, refundedKop }: Pick<OrderRecord, 'dueKop' | 'refundedKop'>): number =>
  dueKop - refundedKop;
/** All that has not gone back yet. */
export const everythingLeft = (lines: readonly OrderLine[]): PiecesBack[] =>
  lines.map(({ id, quantity, returnedQuantity }) => ({ lineId: id, pieces: quantity - returnedQuantity }));

// ── 2 To which accounts ─────────────────────────────────────────────────────────────────────────
/** БС is filled first, so that what stays of it keeps to its share of the goods; then КС, then ЛС. */
function partsOf(spend: Spends, { before, now, delivery }: { before: number; now: number; delivery: boolean }) {
  const [first, last] = [filledUntil(spend, before), filledUntil(spend, before + now)];
  return SPEND_ORDER.map((type) => ({
    type,
    amountKop: last[type] - first[type] + (delivery ? spend[type].delivery : 0),
  })).filter(({ amountKop }) => amountKop > 0);
}
/** To which accounts the first so many kopecks of what they had paid for goods go back. */
export function filledUntil(spend: Spends, totalKop: number): Record<AccountType, number> {
  const filled: Record<AccountType, number> = { 0: 0, 1: 0, 2: 0 };
  let left = totalKop;
  for (const type of SPEND_ORDER) {
    filled[type] = Math.min(left, spend[type].order);
    left -= filled[type];
  }
  return filled;
}
