import type { AccountType } from '#contract/amount-to-pay.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';

// The numbers of docs/product/money.md that server and page share, beside contract/amount-to-pay.ts. No library in here. Sums
// are whole kopecks.

/** In the order of the screen. */
export const ACCOUNT_LIST: readonly AccountType[] = [ACCOUNT_TYPES.LS, ACCOUNT_TYPES.KS, ACCOUNT_TYPES.BS];
export const ACCOUNT_NAMES: Readonly<Record<AccountType, string>> = {
  [ACCOUNT_TYPES.LS]: 'ЛС — личный счёт',
  [ACCOUNT_TYPES.KS]: 'КС — комиссионный счёт',
  [ACCOUNT_TYPES.BS]: 'БС — бонусный счёт',
};
/** How far below zero ЛС may go for whoever the desk has given `account.debit`. */
export const CREDIT_LIMIT_KOP = 500_000;
/** A gift burns after so many days. */
export const GRANT_DAYS = 90;
/** What comes back to a gift that is burning, or has burnt meanwhile, lives at least so long. */
export const RETURN_DAYS = 14;
