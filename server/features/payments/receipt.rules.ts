import { splitPieces, spread } from '#server/features/payments/spread.rules.ts';
import type { ReceiptItem } from '#contract/receipts.ts';

// Receipts of 54-ФЗ (docs/product/payments.md#receipts): they equal the money taken online to the kopeck.
// Contents: 1 what is sold, 2 what of it is paid in money, 3 the receipts, 4 refunds by line

// ── 1 What is sold ──────────────────────────────────────────────────────────────────────────────
/** An order as it stood when it was placed. `sumKop` is after promotions and discounts and before spends. */
export type Sale = {
  lines: readonly SaleLine[];
  /** Null, or 0 kopecks, when nothing is charged for it. */
  delivery: { name: string; costKop: number; vat: number | null } | null;
  /** Taken from ЛС, КС and БС for the goods and for the delivery. */
  spentKop: number;
  spentDeliveryKop: number;
  /** Debt of ЛС and КС that is collected with this order. */
  debtKop: number;
};
export type SaleLine = {
  id: number;
  name: string;
  quantity: number;
  sumKop: number;
  /** Percent at the day of placing; null is «без НДС». */
  vat: number | null;
  marked: boolean;
};

// ── 2 What of it is paid in money ───────────────────────────────────────────────────────────────
export type MoneyShares = {
  /** Of each line, in the order of the lines: paid in money, and by accounts. */
  lines: { id: number; moneyKop: number; spentKop: number }[];
  deliveryKop: number;
  debtKop: number;
  /** The due: what an attempt asks for. */
  totalKop: number;
};

/** Spends lower the lines by largest remainder. @throws RangeError when more is spent than there is. */
export function moneyShares(sale: Sale): MoneyShares {
  const spent = spread(
    sale.spentKop,
    sale.lines.map((line) => line.sumKop),
  );
  const lines = sale.lines.map(({ id, sumKop }, at) => ({
    id,
    moneyKop: sumKop - spent[at]!, // One part for each line.
    spentKop: spent[at]!,
  }));
  const deliveryKop = (sale.delivery?.costKop ?? 0) - sale.spentDeliveryKop;
  if (deliveryKop < 0) throw new RangeError('more is spent on the delivery than it costs');
  const goods = lines.reduce((sum, line) => sum + line.moneyKop, 0);
  return { lines, deliveryKop, debtKop: sale.debtKop, totalKop: goods + deliveryKop + sale.debtKop };
}

// ── 3 The receipts ──────────────────────────────────────────────────────────────────────────────
/**
 * What is printed when money is taken (`full_prepayment`) and, on delivery, once more as the settlement (`full_payment`),
 * which leaves out the debt: that was no prepayment.
 */
export function receiptItems(sale: Sale, mode: 'full_prepayment' | 'full_payment'): ReceiptItem[] {
  const shares = moneyShares(sale);
  const goods = sale.lines.flatMap((line, at) => piecesOf(line, line.quantity, shares.lines[at]!.moneyKop, mode));
  return [
    ...goods,
    ...deliveryItem(sale, shares.deliveryKop, mode),
    ...(mode === 'full_prepayment' ? debtItem(shares.debtKop) : []),
  ];
}
export const itemsSum = (items: readonly ReceiptItem[]): number => items.reduce((sum, item) => sum + item.sumKop, 0);

function piecesOf(line: SaleLine, pieces: number, sumKop: number, mode: ReceiptItem['mode']): ReceiptItem[] {
  return splitPieces(sumKop, pieces).map(({ quantity, priceKop }) => ({
    name: nameOf(line.name),
    quantity,
    priceKop,
    sumKop: quantity * priceKop,
    vat: line.vat,
    subject: 'commodity',
    mode,
    marked: line.marked,
  }));
}
function deliveryItem({ delivery }: Sale, sumKop: number, mode: ReceiptItem['mode']): ReceiptItem[] {
  if (!delivery || sumKop === 0) return [];
  const money = { quantity: 1, priceKop: sumKop, sumKop };
  return [{ name: nameOf(delivery.name), ...money, vat: delivery.vat, subject: 'service', mode, marked: false }];
}
function debtItem(sumKop: number): ReceiptItem[] {
  if (sumKop === 0) return [];
  const money = { quantity: 1, priceKop: sumKop, sumKop };
  const name = 'Погашение задолженности по счёту';
  return [{ name, ...money, vat: null, subject: 'payment', mode: 'credit_payment', marked: false }];
}

/** Longer names are refused by providers. */
const NAME_MAX = 128;
const nameOf = (name: string): string => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name);

// ── 4 Refunds by line ───────────────────────────────────────────────────────────────────────────
/** `quantity` pieces of a line go back, after `before` pieces of it did earlier. `marks`: codes of «Честный знак» of some of them. */
export type RefundLine = { lineId: number; quantity: number; before: number; marks?: readonly string[] };
export type RefundAsked = { lines: readonly RefundLine[]; delivery: boolean };
/** What goes back in money, with its receipt, and what of the accounts' spends. */
export type RefundShares = { items: ReceiptItem[]; moneyKop: number; spentKop: number; spentDeliveryKop: number };

/** Everything but the debt, which was paid off and stays so. */
export const wholeRefund = (sale: Sale): RefundAsked => ({
  lines: sale.lines.map(({ id, quantity }) => ({ lineId: id, quantity, before: 0 })),
  delivery: true,
});

/**
 * The same pieces give the same money in whatever order they go back, and all of them give all of it: the first n pieces of a
 * line are worth ⌊money × n ÷ quantity⌋. @throws RangeError for a line that is not there or pieces it does not have.
 */
export function refundShares(sale: Sale, asked: RefundAsked, mode: ReceiptItem['mode']): RefundShares {
  const shares = moneyShares(sale);
  const parts = asked.lines.map(({ lineId, quantity, before, marks = [] }) => {
    const at = sale.lines.findIndex((line) => line.id === lineId);
    const line = sale.lines[at];
    const share = shares.lines[at];
    if (!line || !share || quantity < 1 || before < 0 || before + quantity > line.quantity)
      throw new RangeError('the line does not have these pieces');
    const worth = (kop: number) => worthOf(kop, before + quantity, line.quantity) - worthOf(kop, before, line.quantity);
    const moneyKop = worth(share.moneyKop);
    return { items: withMarks(piecesOf(line, quantity, moneyKop, mode), marks), spentKop: worth(share.spentKop) };
  });
  const items = [
    ...parts.flatMap((part) => part.items),
    ...(asked.delivery ? deliveryItem(sale, shares.deliveryKop, mode) : []),
  ];
  return {
    items,
    moneyKop: itemsSum(items),
    spentKop: parts.reduce((sum, part) => sum + part.spentKop, 0),
    spentDeliveryKop: asked.delivery ? sale.spentDeliveryKop : 0,
  };
}

/** Units with a code stand one by one. A line that accounts paid wholly is on no receipt; its codes leave the books by the shop's own report. */
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
const worthOf = (kop: number, pieces: number, of: number): number =>
  Number((BigInt(kop) * BigInt(pieces)) / BigInt(of));
