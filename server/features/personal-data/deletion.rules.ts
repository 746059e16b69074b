import type { AccountType } from '#contract/amount-to-pay.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { ACCOUNT_TYPES, HOUSE_CONS_ID } from '#contract/tables.ts';

/** docs/product/law.md#deletion */
export const RETURN_MS = 30 * 86_400_000;
/** What stands where a name was. */
export const NO_NAME = 'Удалённый аккаунт';
/** Orders that are over: nothing of them is carried out any more. */
export const ENDED_ORDERS: readonly number[] = [
  ORDER_STATUSES.received,
  ORDER_STATUSES.cancelled,
  ORDER_STATUSES.returned,
];
/** What becomes of money that is there on the day. */
export const BECOMES: Readonly<Record<AccountType, string>> = {
  [ACCOUNT_TYPES.LS]: 'вернём',
  [ACCOUNT_TYPES.KS]: 'по договору',
  [ACCOUNT_TYPES.BS]: 'сгорит',
};

/** Why an account cannot be ended by its person; null: it can. */
export function refusalOf({ role, consId }: { role: string; consId: number | null }): string | null {
  if (role === 'staff') return 'Аккаунт сотрудника закрывает администратор магазина';
  if (consId === HOUSE_CONS_ID) return 'Аккаунт компании не удаляется';
  return null;
}
/** ЛС, КС or a debt to settle, an order on its way: the account stays until that is over. */
export const isUnsettled = (balancesKop: Readonly<Record<AccountType, number>>, openOrders: number): boolean =>
  openOrders > 0 || balancesKop[ACCOUNT_TYPES.LS] !== 0 || balancesKop[ACCOUNT_TYPES.KS] !== 0;
