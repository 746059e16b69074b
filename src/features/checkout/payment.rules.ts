import { codesFor, coversDue, type Payer, PAYMENT_METHODS } from '#contract/payment-methods.ts';
import type { OfferedMethod } from '#contract/payments.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';

/** What the person may choose from; without the shop's word the list that every phone carries. */
export function offered(known: readonly OfferedMethod[] | null, payer: Payer): readonly OfferedMethod[] {
  if (known) return known;
  return codesFor(payer).map((code) => {
    const { name, way, isFirst, hint } = PAYMENT_METHODS[code];
    return { code, name, way, is_first: isFirst, hint: hint ?? null, is_test: false };
  });
}

/** ЛС pays the whole or is not offered; everything else waits only for a choice. */
export const isCoverable = (method: OfferedMethod, { due, available }: { due: number; available: number }): boolean =>
  method.way !== 'account' || coversDue(available, due);

/** Nothing left to pay: the accounts have paid it all, which the shop calls the personal account (docs/product/orders.md). */
export const paymentWayOf = (chosen: number | null, due: number): number =>
  due === 0 ? PAYMENT_TYPES.personalAccount : (chosen ?? PAYMENT_TYPES.none);
