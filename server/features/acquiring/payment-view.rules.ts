import { isUnpaid } from '#contract/order-statuses.ts';
import { isPaymentCode, PAYMENT_METHODS, paymentName } from '#contract/payment-methods.ts';
import type { OrderPayment, PaymentState } from '#contract/payments.ts';
import { isActive } from '#server/features/payments/payment-states.rules.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import type { Payment } from '#server/features/payments/payments.queries.ts';

type Paid = Pick<OrderRecord, 'status' | 'paidAt' | 'paymentType' | 'dueKop' | 'isAgreed'>;
type Attempt = Pick<Payment, 'status' | 'expiresAt'>;

/** An order's payment as its owner sees it. `attempts`: the latest first. */
export function paymentView(order: Paid, attempts: readonly Attempt[], now: Date): OrderPayment {
  const state = stateOf(order, attempts, now);
  const live = attempts.find(({ status }) => status === 'pending');
  const isOnline = isPaymentCode(order.paymentType) && PAYMENT_METHODS[order.paymentType].way === 'link';
  return {
    type: order.paymentType,
    name: paymentName(order.paymentType),
    state,
    paid: order.paidAt !== null,
    can_pay:
      isOnline &&
      order.isAgreed &&
      isUnpaid(order.status) &&
      order.paidAt === null &&
      order.dueKop > 0 &&
      state !== 'review',
    expires_at: state === 'waiting' && live ? live.expiresAt.toISOString() : null,
  };
}

function stateOf({ paidAt }: Paid, attempts: readonly Attempt[], now: Date): PaymentState {
  if (attempts.some(({ status }) => status === 'needs_review')) return 'review';
  if (paidAt !== null)
    return attempts.some(({ status }) => status === 'succeeded') || !wentBack(attempts) ? 'paid' : 'refunded';
  const [latest] = attempts;
  if (!latest) return 'none';
  if (isActive(latest.status)) return latest.status === 'pending' && latest.expiresAt <= now ? 'expired' : 'waiting';
  if (latest.status === 'refunded' || latest.status === 'succeeded') return 'refunded';
  return latest.status === 'expired' ? 'expired' : 'failed';
}
const wentBack = (attempts: readonly Attempt[]): boolean => attempts.some(({ status }) => status === 'refunded');
