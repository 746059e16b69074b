import { type AccountType, SPEND_ORDER, type Spends, spentOf } from '#contract/amount-to-pay.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';

/** What is set aside on each account: its spends, and on ЛС the due that it pays as a whole. Kopecks. */
export function holdParts(spends: Spends, dueFromLs: number): { type: AccountType; amountKop: number }[] {
  const amountOf = (type: AccountType) => spentOf(spends[type]) + (type === ACCOUNT_TYPES.LS ? dueFromLs : 0);
  return SPEND_ORDER.map((type) => ({ type, amountKop: amountOf(type) })).filter(({ amountKop }) => amountKop > 0);
}
