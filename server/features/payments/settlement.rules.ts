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
    const asked = { lines: [{ lineId: id, quantity: quantity - before, before }], delivery: false };
    return withMarks(refundShares(sale, asked, 'full_payment').items, marksOf(id));
  });
  if (goods.length === 0) return [];
  return [...goods, ...refundShares(sale, { lines: [], delivery: true }, 'full_payment').items];
}

/** A line that accounts paid wholly is on no receipt; its codes leave the books by the shop's own report. */
function withMarks(items: readonly ReceiptItem[], marks: readonly string[]): ReceiptItem[] {
  if (marks.length === 0) return [...items];
  const units = items.flatMap((item) =>
    Array.from({ length: item.quantity }, () => ({ ...item, quantity: 1, sumKop: item.priceKop })),
  );
  return units.map((unit, at) => {
    const mark = marks[at];
    return mark === undefined ? unit : { ...unit, mark };
  });
}
