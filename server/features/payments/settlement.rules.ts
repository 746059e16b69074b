import type { ReceiptItem } from '#contract/receipts.ts';
import { refundShares, type Sale } from '#server/features/payments/receipt.rules.ts';

type Handed = {
  /** Pieces of a line that have gone back before. */
  returned: (lineId: number) => number;
  /** Codes of «Честный знак» of a line, at most one for each of its units. */
  marksOf: (lineId: number) => readonly string[];
};

/**
 * Lines of the second receipt of 54-ФЗ, `full_payment`: what is handed over, worth what is left of the money that was taken. What went back is
 * not on it, so prepayment = settlement + refunds to the kopeck. Units with a code stand one by one.
 */
export function settlementItems(sale: Sale, { returned, marksOf }: Handed): ReceiptItem[] {
  const goods = sale.lines.flatMap(({ id, quantity }) => {
    const before = returned(id);
    if (before >= quantity) return [];
    const asked = { lines: [{ lineId: id, quantity: quantity - before, before, marks: marksOf(id) }], delivery: false };
    return refundShares(sale, asked, 'full_payment').items;
  });
  // All that was ordered went back, and nothing was handed over; a shipment has nothing but its road.
  if (goods.length === 0 && sale.lines.length > 0) return [];
  return [...goods, ...refundShares(sale, { lines: [], delivery: true }, 'full_payment').items];
}
