import { PAYMENT_METHODS, type PaymentCode } from '#contract/payment-methods.ts';
import type { PaymentGate } from '#server/gates/payments/port.ts';

/** Whether the shop, as it is set up, can take money by this code: what is not served is neither offered nor accepted. */
export function isServed(code: PaymentCode, gate: Pick<PaymentGate, 'providerOf' | 'requisites'>): boolean {
  const { way } = PAYMENT_METHODS[code];
  if (way === 'link') return gate.providerOf(code) !== null;
  return way === 'account' || gate.requisites !== null;
}
