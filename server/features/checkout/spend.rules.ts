import { type AccountType, bonusLimit, type FundsByType, SPEND_ORDER, type Spends } from '#contract/amount-to-pay.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';

export type SpendOrder = { goods: number; delivery: number; funds: FundsByType };

/** The most that each account could be wished to pay, beside what the others are wished to. Kopecks. */
export function spendLimits(wish: Spends, { goods, delivery, funds }: SpendOrder): Spends {
  const limitOf = (type: AccountType) => {
    const others = SPEND_ORDER.filter((other) => other !== type);
    const left = (total: number, part: 'order' | 'delivery') =>
      Math.max(0, total - others.reduce<number>((sum, other) => sum + wish[other][part], 0));
    const free = (part: 'order' | 'delivery') => Math.max(0, funds[type].available - wish[type][part]);
    const isBonus = type === ACCOUNT_TYPES.BS;
    return {
      order: Math.min(left(goods, 'order'), free('delivery'), isBonus ? bonusLimit(goods) : goods),
      delivery: isBonus ? 0 : Math.min(left(delivery, 'delivery'), free('order')),
    };
  };
  return { 0: limitOf(0), 1: limitOf(1), 2: limitOf(2) };
}

export type SpendFault = {
  code: 'limit_exceeded' | 'insufficient_funds';
  most: number;
  why: 'bonus' | 'delivery' | 'funds';
};
/** What is wrong with a wish for one account, or null. What is more than there is to pay is cut when the order is placed. */
export function spendFault(
  wish: Spends,
  { type, category }: { type: AccountType; category: 'order' | 'delivery' },
  { goods, funds }: SpendOrder,
): SpendFault | null {
  const { order, delivery } = wish[type];
  const isBonus = type === ACCOUNT_TYPES.BS;
  if (isBonus && delivery > 0) return { code: 'limit_exceeded', most: 0, why: 'delivery' };
  if (isBonus && order > bonusLimit(goods)) return { code: 'limit_exceeded', most: bonusLimit(goods), why: 'bonus' };
  const free = funds[type].available - (category === 'order' ? delivery : order);
  return wish[type][category] > free ? { code: 'insufficient_funds', most: Math.max(0, free), why: 'funds' } : null;
}
