import { spentOf } from '#contract/amount-to-pay.ts';
import { codesFor, coversDue, isPaymentCode, type Payer, type PaymentCode } from '#contract/payment-methods.ts';
import { ACCOUNT_TYPES, PAYMENT_TYPES } from '#contract/tables.ts';
import type { PaymentGate } from '#server/gates/payments/port.ts';
import { isServed } from '#server/features/payments/served.rules.ts';
import type { Draft } from '#server/features/checkout/placing.rules.ts';

/** Who of the payment gate stands behind the codes. */
type Served = Pick<PaymentGate, 'providerOf' | 'requisites'>;

/**
 * How the due is paid: by the code that was chosen, of those that this person may choose and that somebody serves. Nothing due is
 * paid from the accounts at once, whatever was chosen. Null: the code is none of theirs.
 */
export function methodOf(code: number, payer: Payer, { due, gate }: { due: number; gate: Served }): PaymentCode | null {
  if (due === 0) return PAYMENT_TYPES.personalAccount;
  return isPaymentCode(code) && codesFor(payer).includes(code) && isServed(code, gate) ? code : null;
}

/** ЛС pays the due as a whole, beside what it spends on goods and delivery already. */
export function isCoveredBy(method: PaymentCode, { money, funds }: Pick<Draft, 'money' | 'funds'>): boolean {
  if (method !== PAYMENT_TYPES.personalAccount || money.due === 0) return true;
  const { LS } = ACCOUNT_TYPES;
  return coversDue(funds[LS].available - spentOf(money.spends[LS]), money.due);
}
