import { SPEND_ORDER, spentOf, type Spends } from '#contract/amount-to-pay.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { PaymentCode } from '#contract/payment-methods.ts';
import { ACCOUNT_TYPES, PAYMENT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { holdFunds } from '#server/features/accounts/accounts.commands.ts';
import type { NewOrder } from '#server/features/checkout/write-order.queries.ts';
import { orderPaid } from '#server/features/orders/orders.commands.ts';
import { createPayment } from '#server/features/payments/payments.commands.ts';

export type NewlyPlaced = { id: number; order: NewOrder; method: PaymentCode };

/** What is set aside on each account: its spends, and on ЛС the due that it pays as a whole. Kopecks. */
export function holdParts(spends: Spends, dueFromLs: number): { type: AccountType; amountKop: number }[] {
  const amountOf = (type: AccountType) => spentOf(spends[type]) + (type === ACCOUNT_TYPES.LS ? dueFromLs : 0);
  return SPEND_ORDER.map((type) => ({ type, amountKop: amountOf(type) })).filter(({ amountKop }) => amountKop > 0);
}

/**
 * Sets the accounts' money aside and begins the payment. An order with nothing due, or whose due ЛС pays, is paid here
 * and now. True: it is paid. @throws insufficient_funds.
 */
export async function takeMoney(tx: Tx, { id, order, method }: NewlyPlaced, now: Date): Promise<boolean> {
  const isByAccount = method === PAYMENT_TYPES.personalAccount;
  const { userId, dueKop } = order;
  if (userId) {
    const parts = holdParts(order.spend, isByAccount ? dueKop : 0);
    const ref = { type: 'order', id } as const;
    await holdFunds(tx, { key: `order:${id}`, ownerId: userId, parts, ref, expiresAt: order.payUntil, at: now });
  }
  if (dueKop > 0) await createPayment(tx, { orderId: id, code: method, amountKop: dueKop, now });
  if (!isByAccount) return false;
  const money = dueKop > 0 ? { code: method, amountKop: dueKop } : null;
  await orderPaid(tx, { orderId: id, capturedAt: now, money, actor: `user:${userId}` });
  return true;
}
