import { ACCOUNT_TYPES } from '#contract/tables.ts';

// What an order costs and what may be taken from the person's accounts (docs/product/orders.md#amount-to-pay). Client and
// server count with it, so it loads no zod. All amounts are whole kopecks.

export type AccountType = (typeof ACCOUNT_TYPES)[keyof typeof ACCOUNT_TYPES];
/** From one account: for goods and for delivery. */
export type Spend = { order: number; delivery: number };
/** By account type, as on the wire of /cart/data. */
export type Spends = Record<AccountType, Spend>;
/** Of one account: what it holds, negative for a debt, and what of it is free to spend. */
export type Funds = { balance: number; available: number };
export type FundsByType = Record<AccountType, Funds>;

/** БС → КС → ЛС. */
export const SPEND_ORDER: readonly AccountType[] = [ACCOUNT_TYPES.BS, ACCOUNT_TYPES.KS, ACCOUNT_TYPES.LS];
/** The bonus account pays at most this share of the goods and never delivery. */
export const BS_PERCENT = 30;

export const noSpends = (): Spends => ({
  0: { order: 0, delivery: 0 },
  1: { order: 0, delivery: 0 },
  2: { order: 0, delivery: 0 },
});
export const noFunds = (): FundsByType => ({
  0: { balance: 0, available: 0 },
  1: { balance: 0, available: 0 },
  2: { balance: 0, available: 0 },
});
export const bonusLimit = (goods: number): number => Math.floor((goods * BS_PERCENT) / 100);
export const totalOf = (spends: Spends): number =>
  SPEND_ORDER.reduce<number>((sum, type) => sum + spends[type].order + spends[type].delivery, 0);
export const spentOf = ({ order, delivery }: Spend): number => order + delivery;

/**
 * What is really taken when this much is wished: every account in the order БС → КС → ЛС, goods before delivery, never more
 * than is free on it, than its limit and than is left to pay. A wish that fits stays as it is.
 */
export function fitSpends(
  wish: Spends,
  { goods, delivery, funds }: { goods: number; delivery: number; funds: FundsByType },
): Spends {
  const fitted = noSpends();
  let [goodsLeft, deliveryLeft] = [goods, delivery];
  for (const type of SPEND_ORDER) {
    const available = Math.max(0, funds[type].available);
    const limit = type === ACCOUNT_TYPES.BS ? bonusLimit(goods) : goods;
    const order = least(wish[type].order, available, limit, goodsLeft);
    const forDelivery = type === ACCOUNT_TYPES.BS ? 0 : least(wish[type].delivery, available - order, deliveryLeft);
    fitted[type] = { order, delivery: forDelivery };
    goodsLeft -= order;
    deliveryLeft -= forDelivery;
  }
  return fitted;
}
const least = (...amounts: number[]): number => Math.max(0, Math.min(...amounts));

/** Debts by account: what is missing on each account below zero, collected together with the order. */
export function debtsOf(funds: FundsByType, debitUse: boolean): Record<AccountType, number> {
  const debt = (type: AccountType) => (debitUse ? 0 : Math.max(0, -funds[type].balance));
  return { 0: debt(0), 1: debt(1), 2: debt(2) };
}

/**
 * The amount to pay: goods and delivery, less what the accounts pay, plus their debts unless the person leaves them for
 * later (`debitUse`). Never negative.
 */
export function amountToPay(order: {
  goods: number;
  delivery: number;
  spends: Spends;
  funds: FundsByType;
  debitUse: boolean;
}): number {
  const debts = debtsOf(order.funds, order.debitUse);
  return Math.max(0, order.goods + order.delivery - totalOf(order.spends) + debts[0] + debts[1] + debts[2]);
}
