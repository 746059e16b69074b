import type { ReceiptItem } from '#contract/receipts.ts';
import { itemsSum } from '#server/features/payments/receipt.rules.ts';
import { splitPieces, spread } from '#server/features/payments/spread.rules.ts';

/** What is left of an attempt by which money came. */
export type Refundable = { paymentId: number; leftKop: number };
export type RefundPart = { paymentId: number; amountKop: number; items: ReceiptItem[] };

/**
 * Parts of one refund by the payments that the money came by, the latest first, each with its own receipt.
 * @throws RangeError when they do not hold so much: nobody gets back more than was taken.
 */
export function refundParts(items: readonly ReceiptItem[], payments: readonly Refundable[]): RefundPart[] {
  const parts: RefundPart[] = [];
  let rest = items.filter((item) => item.sumKop > 0);
  for (const { paymentId, leftKop } of payments.toSorted((a, b) => b.paymentId - a.paymentId)) {
    if (rest.length === 0 || leftKop <= 0) continue;
    const { taken, left } = takeItems(rest, leftKop);
    parts.push({ paymentId, amountKop: taken.reduce((sum, item) => sum + item.sumKop, 0), items: taken });
    rest = left;
  }
  if (rest.length > 0) throw new RangeError('less was paid than is to go back');
  return parts;
}

/** Lines worth exactly `amountKop` of a receipt; of one worth less, all of it. */
export const itemsWorth = (items: readonly ReceiptItem[], amountKop: number): ReceiptItem[] =>
  takeItems(items, amountKop).taken;

/**
 * A lower price for all that is on a receipt: the lines of what goes back, and the lines as they are afterwards. Nothing comes back with it, so
 * what goes back has no codes of units, and each unit keeps its own. @throws RangeError when they are not worth so much.
 */
export function lowerItems(
  items: readonly ReceiptItem[],
  amountKop: number,
): { back: ReceiptItem[]; left: ReceiptItem[] } {
  const parts = spread(
    amountKop,
    items.map(({ sumKop }) => sumKop),
  );
  const priced = (item: ReceiptItem, sumKop: number): ReceiptItem[] =>
    splitPieces(sumKop, item.quantity).flatMap(({ quantity, priceKop }) => worth(item, quantity, priceKop));
  return {
    // One part for each line.
    back: items.flatMap((item, at) => priced(unmarked(item), parts[at]!)),
    left: items.flatMap((item, at) => priced(item, item.sumKop - parts[at]!)),
  };
}
const unmarked = ({ name, quantity, priceKop, sumKop, vat, subject, mode }: ReceiptItem): ReceiptItem => ({
  name,
  quantity,
  priceKop,
  sumKop,
  vat,
  subject,
  mode,
  marked: false,
});
/** The lines of a receipt for so much money in all, each at its share of what is left. */
export const itemsLoweredTo = (items: readonly ReceiptItem[], sumKop: number): ReceiptItem[] =>
  lowerItems(items, itemsSum(items) - Math.min(sumKop, itemsSum(items))).left;

/**
 * Takes lines worth at most `amountKop` off a receipt: whole lines, then whole pieces, then a part of one piece. A unit of «Честный знак» that is
 * divided so comes back once: its code goes with the part that is taken, the rest of its price has none (docs/decisions/551).
 */
function takeItems(items: readonly ReceiptItem[], amountKop: number): { taken: ReceiptItem[]; left: ReceiptItem[] } {
  const taken: ReceiptItem[] = [];
  const left: ReceiptItem[] = [];
  let room = amountKop;
  for (const item of items) {
    const pieces = Math.min(item.quantity, Math.floor(room / item.priceKop));
    room -= pieces * item.priceKop;
    // A part of a piece fills the room exactly, so that nothing is left behind in a payment.
    const part = pieces < item.quantity ? room : 0;
    room -= part;
    taken.push(...worth(item, pieces, item.priceKop), ...worth(item, 1, part));
    const whole = item.quantity - pieces - (part > 0 ? 1 : 0);
    const rest = item.mark === undefined ? item : unmarked(item);
    left.push(...worth(rest, 1, part > 0 ? item.priceKop - part : 0), ...worth(item, whole, item.priceKop));
  }
  return { taken, left };
}
const worth = (item: ReceiptItem, quantity: number, priceKop: number): ReceiptItem[] =>
  quantity === 0 || priceKop === 0 ? [] : [{ ...item, quantity, priceKop, sumKop: quantity * priceKop }];
