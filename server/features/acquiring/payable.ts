import { isUnpaid, ORDER_STATUSES } from '#contract/order-statuses.ts';
import { MESSAGES } from '#contract/messages.ts';
import { isPaymentCode, PAYMENT_METHODS, type PaymentCode } from '#contract/payment-methods.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import type { Payment } from '#server/features/payments/payments.queries.ts';
import { refuse, RefusedError } from '#server/platform/refuse.ts';

/** Why no money is taken for an order now; undefined when it may be. */
export function notPayable(order: Pick<OrderRecord, 'status' | 'paidAt'>): RefusedError | undefined {
  if (order.status === ORDER_STATUSES.cancelled) return new RefusedError('order_cancelled', MESSAGES.orderCancelled);
  if (order.paidAt !== null || !isUnpaid(order.status)) return new RefusedError('order_paid', MESSAGES.orderPaid);
  return undefined;
}

/** @throws order_cancelled, order_paid; payment_unavailable while a person looks at money that came wrong. */
export function assertPayable(order: OrderRecord, attempts: readonly Payment[]): void {
  const refused = notPayable(order);
  if (refused) throw refused;
  if (attempts.some(({ status }) => status === 'needs_review')) refuse('payment_unavailable', MESSAGES.paymentInReview);
}

/** An order of the desk is paid by whoever has agreed to it. @throws consent_required. */
export function assertAgreed({ isAgreed }: Pick<OrderRecord, 'isAgreed'>): void {
  if (!isAgreed) refuse('consent_required', 'Сначала отметьте согласия на странице заказа');
}

/** The code of a page to go to. @throws method_not_online. */
export function assertOnline(code: number): PaymentCode {
  if (!isPaymentCode(code) || PAYMENT_METHODS[code].way !== 'link')
    throw new RefusedError('method_not_online', MESSAGES.methodNotOnline);
  return code;
}
