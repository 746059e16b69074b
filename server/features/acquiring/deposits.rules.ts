import type { DepositState } from '#contract/deposits.ts';
import type { ReceiptItem } from '#contract/receipts.ts';
import { vatPercent } from '#server/features/orders/vat.rules.ts';
import type { Payment } from '#server/features/payments/payments.queries.ts';

/** The line of a deposit's receipt: an advance, for no goods are named yet (docs/product/payments.md#receipts). */
export function depositItem(amountKop: number, at: Date): ReceiptItem {
  return {
    name: 'Пополнение личного счёта',
    quantity: 1,
    priceKop: amountKop,
    sumKop: amountKop,
    vat: vatPercent('standard', at),
    subject: 'payment',
    mode: 'advance',
    marked: false,
  };
}

/** What the person is told of their deposit. */
export function depositState({ status, expiresAt }: Pick<Payment, 'status' | 'expiresAt'>, now: Date): DepositState {
  if (status === 'succeeded' || status === 'refunded') return 'paid';
  if (status === 'needs_review') return 'review';
  if (status === 'canceled') return 'failed';
  return status === 'expired' || expiresAt <= now ? 'expired' : 'waiting';
}
