import type { AccountType } from '#contract/amount-to-pay.ts';
import { ACCOUNT_TYPES, PAYMENT_TYPES } from '#contract/tables.ts';
import { saleOf } from '#server/features/acquiring/sale.rules.ts';
import { filledUntil, moneyLeft, type PiecesBack } from '#server/features/order-changes/shares.rules.ts';
import type { OrderLine, OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { refundShares, type RefundShares } from '#server/features/payments/receipt.rules.ts';

/** Kopecks that go back the way they came, and onto each account. */
export type SplitPart = { sourceKop: number; accounts: Record<AccountType, number> };
export type Split = {
  /** In the order of the pieces that were asked for. */
  lines: (PiecesBack & SplitPart)[];
  delivery: SplitPart | null;
  total: SplitPart;
};
type Asked = { pieces: readonly PiecesBack[]; delivery: boolean; to: 'source' | 'ls' };

/**
 * Where the money of each line goes, before anything is done (docs/product/desk.md#refunds). Money in kopecks. Its total is what
 * `giveBack` moves; the accounts of a line are those that come next when the lines go back one after another.
 */
export function splitBack(order: OrderRecord, lines: readonly OrderLine[], { pieces, delivery, to }: Asked): Split {
  const sale = saleOf(order, lines);
  const sharesOf = (asked: Parameters<typeof refundShares>[1]) => refundShares(sale, asked, 'full_prepayment');
  const goesToLs = to === 'ls' || order.paymentType === PAYMENT_TYPES.personalAccount;
  const earlier = lines.filter((line) => line.returnedQuantity > 0);
  let spentKop = sharesOf({
    lines: earlier.map(({ id, returnedQuantity }) => ({ lineId: id, quantity: returnedQuantity, before: 0 })),
    delivery: false,
  }).spentKop;
  let room = moneyLeft(order);
  const within = ({ moneyKop, ...rest }: RefundShares): RefundShares => {
    const taken = Math.min(moneyKop, room);
    room -= taken;
    return { ...rest, moneyKop: taken };
  };
  const split = pieces.map((one) => {
    const before = lines.find(({ id }) => id === one.lineId)?.returnedQuantity ?? 0;
    const shares = sharesOf({ lines: [{ lineId: one.lineId, quantity: one.pieces, before }], delivery: false });
    const [from, until] = [filledUntil(order.spend, spentKop), filledUntil(order.spend, spentKop + shares.spentKop)];
    spentKop += shares.spentKop;
    return { ...one, ...partOf(within(shares), goesToLs, (type) => until[type] - from[type]) };
  });
  const ofDelivery = delivery
    ? partOf(within(sharesOf({ lines: [], delivery: true })), goesToLs, (type) => order.spend[type].delivery)
    : null;
  return { lines: split, delivery: ofDelivery, total: sumOf([...split, ...(ofDelivery ? [ofDelivery] : [])]) };
}

function partOf({ moneyKop }: RefundShares, goesToLs: boolean, backTo: (type: AccountType) => number): SplitPart {
  const { LS, KS, BS } = ACCOUNT_TYPES;
  return {
    sourceKop: goesToLs ? 0 : moneyKop,
    accounts: { [LS]: backTo(LS) + (goesToLs ? moneyKop : 0), [KS]: backTo(KS), [BS]: backTo(BS) },
  };
}
const sumOf = (parts: readonly SplitPart[]): SplitPart => {
  const sum = (of: (part: SplitPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  const { LS, KS, BS } = ACCOUNT_TYPES;
  const on = (type: AccountType) => sum((part) => part.accounts[type]);
  return { sourceKop: sum((part) => part.sourceKop), accounts: { [LS]: on(LS), [KS]: on(KS), [BS]: on(BS) } };
};
