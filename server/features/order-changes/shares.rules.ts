import { type AccountType, SPEND_ORDER, type Spends } from '#contract/amount-to-pay.ts';
import type { OrderLine, OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { vatPercent } from '#server/features/orders/vat.rules.ts';
import { refundShares, type RefundShares, type Sale } from '#server/features/payments/receipt.rules.ts';

// What goes back when pieces of a paid order do (docs/product/orders.md#changing-until-packing). Money in kopecks.
// Contents: 1 what was sold, 2 what goes back, 3 to which accounts

// ── 1 What was sold ─────────────────────────────────────────────────────────────────────────────
/** The order as it was paid: pieces that went back since are counted apart (`returnedQuantity`), so each piece keeps its worth. */
export function paidSale(order: OrderRecord, lines: readonly OrderLine[]): Sale {
  const { spend, debts } = order;
  return {
    lines: lines
      .filter((line) => line.quantity > 0)
      .map(({ id, title, quantity, priceKop, vatPercent: vat, marked }) => ({
        id,
        name: title,
        quantity,
        sumKop: priceKop * quantity,
        vat: vat === 0 ? null : vat,
        marked,
      })),
    delivery: {
      name: `Доставка: ${order.delivery.name}`,
      costKop: order.deliveryKop,
      vat: vatPercent('standard', order.createdAt),
    },
    spentKop: spend[0].order + spend[1].order + spend[2].order,
    spentDeliveryKop: spend[0].delivery + spend[1].delivery + spend[2].delivery,
    debtKop: debts[0] + debts[1] + debts[2],
  };
}

// ── 2 What goes back ────────────────────────────────────────────────────────────────────────────
export type PiecesBack = { lineId: number; pieces: number };
export type Back = RefundShares & { parts: AccountPart[] };
export type AccountPart = { type: AccountType; amountKop: number };

/** Money with its receipt, and what of the accounts. The same pieces are worth the same in whatever order they go back. */
export function backOf(
  order: OrderRecord,
  lines: readonly OrderLine[],
  { pieces, delivery }: { pieces: readonly PiecesBack[]; delivery: boolean },
): Back {
  const sale = paidSale(order, lines);
  const asked = pieces.filter((one) => one.pieces > 0);
  const beforeOf = (lineId: number) => lines.find((line) => line.id === lineId)?.returnedQuantity ?? 0;
  const shares = refundShares(
    sale,
    { lines: asked.map(({ lineId, pieces: quantity }) => ({ lineId, quantity, before: beforeOf(lineId) })), delivery },
    'full_prepayment',
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
  return { ...shares, parts: partsOf(order.spend, { before, now: shares.spentKop, delivery }) };
}
/** All that has not gone back yet. */
export const everythingLeft = (lines: readonly OrderLine[]): PiecesBack[] =>
  lines.map(({ id, quantity, returnedQuantity }) => ({ lineId: id, pieces: quantity - returnedQuantity }));

// ── 3 To which accounts ─────────────────────────────────────────────────────────────────────────
/** БС is filled first, so that what stays of it keeps to its share of the goods; then КС, then ЛС. */
function partsOf(spend: Spends, { before, now, delivery }: { before: number; now: number; delivery: boolean }) {
  const until = (total: number): Record<AccountType, number> => {
    const filled: Record<AccountType, number> = { 0: 0, 1: 0, 2: 0 };
    let left = total;
    for (const type of SPEND_ORDER) {
      filled[type] = Math.min(left, spend[type].order);
      left -= filled[type];
    }
    return filled;
  };
  const [first, last] = [until(before), until(before + now)];
  return SPEND_ORDER.map((type) => ({
    type,
    amountKop: last[type] - first[type] + (delivery ? spend[type].delivery : 0),
  })).filter(({ amountKop }) => amountKop > 0);
}
