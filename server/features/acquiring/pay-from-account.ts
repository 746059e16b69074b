import { coversDue } from '#contract/payment-methods.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_TYPES, PAYMENT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { availableOf, holdFunds } from '#server/features/accounts/accounts.commands.ts';
import { orderPaid } from '#server/features/orders/orders.commands.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { createPayment } from '#server/features/payments/payments.commands.ts';
import { authRequired, refuse } from '#server/platform/refuse.ts';

/**
 * The whole due from ЛС, at once: held, then posted with the order's other holds in the transaction that makes it paid.
 * @throws insufficient_funds when ЛС does not cover all of it.
 */
export async function payFromAccount(tx: Tx, order: OrderRecord, now: Date): Promise<void> {
  const { id: orderId, userId, dueKop } = order;
  if (userId === null) throw authRequired();
  const available = await availableOf(tx, userId, now);
  if (!coversDue(available[ACCOUNT_TYPES.LS].availableKop, dueKop))
    refuse('insufficient_funds', MESSAGES.insufficientFunds);
  await holdFunds(tx, {
    key: `order:${orderId}:due`,
    ownerId: userId,
    parts: [{ type: ACCOUNT_TYPES.LS, amountKop: dueKop }],
    ref: { type: 'order', id: orderId },
    expiresAt: order.payUntil,
    at: now,
  });
  const code = PAYMENT_TYPES.personalAccount;
  await createPayment(tx, { orderId, code, amountKop: dueKop, now });
  const outcome = await orderPaid(tx, {
    orderId,
    capturedAt: now,
    now,
    money: { code, amountKop: dueKop },
    actor: `user:${userId}`,
  });
  if (outcome !== 'paid') throw new Error(`order ${orderId} was held and could not be paid: ${outcome}`);
}
