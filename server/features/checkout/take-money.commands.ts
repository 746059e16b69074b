import type { PaymentCode } from '#contract/payment-methods.ts';
import { ACCOUNT_TYPES, PAYMENT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { deferred } from '#server/db/pipeline.ts';
import { holdFunds, postLedger } from '#server/features/accounts/accounts.commands.ts';
import type { NewOrder } from '#server/features/checkout/write-order.queries.ts';
import { holdParts } from '#server/features/orders/hold-parts.rules.ts';
import { movementOf, postOrder } from '#server/features/orders/orders.commands.ts';
import { createPayment } from '#server/features/payments/payments.commands.ts';

export type NewlyPlaced = { id: number; order: NewOrder; method: PaymentCode };

/**
 * Takes the accounts' money and begins the payment. Of an order that is paid here and now the money is moved at once, of any other
 * it is set aside until the payment. @throws insufficient_funds.
 */
export async function takeMoney(tx: Tx, { id, order, method }: NewlyPlaced, now: Date): Promise<void> {
  const { userId, dueKop } = order;
  const isByAccount = method === PAYMENT_TYPES.personalAccount;
  if (userId) {
    const parts = holdParts(order.spend, isByAccount ? dueKop : 0);
    await (isByAccount
      ? moveParts(tx, { id, userId, order, parts }, now)
      : hold(tx, { id, userId, order, parts }, now));
  }
  // The answer needs nothing of it, so nobody waits for it.
  if (dueKop > 0) await deferred(tx, () => createPayment(tx, { orderId: id, code: method, amountKop: dueKop, now }));
}

type Taken = { id: number; userId: number; order: NewOrder; parts: ReturnType<typeof holdParts> };
async function hold(tx: Tx, { id, userId, order, parts }: Taken, at: Date): Promise<void> {
  const ref = { type: 'order', id } as const;
  await holdFunds(tx, { key: `order:${id}`, ownerId: userId, parts, ref, expiresAt: order.payUntil, at });
}

/**
 * A hold that is posted at once is one movement, which needs no hold in front of it: what the accounts pay goes out, what КС owes
 * comes back to it. A debt on БС is repaid by as much as its gifts lack by then, and one on ЛС must not help to cover what ЛС pays;
 * so these two are held first.
 */
async function moveParts(tx: Tx, taken: Taken, at: Date): Promise<void> {
  const { id, userId, order, parts } = taken;
  const actor = `user:${userId}`;
  const { debts } = order;
  if (debts[ACCOUNT_TYPES.BS] > 0 || debts[ACCOUNT_TYPES.LS] > 0) {
    await hold(tx, taken, at);
    await postOrder(tx, { id, userId, debts }, { at, money: null, actor });
  } else if (parts.length > 0) {
    const owed = debts[ACCOUNT_TYPES.KS];
    const sum = parts.reduce((total, { amountKop }) => total + amountKop, 0);
    await postLedger(tx, {
      ...movementOf(id, at, actor),
      kind: 'order_spend',
      entries: [
        ...parts.map(({ type, amountKop }) => ({ account: { ownerId: userId, type }, amountKop: -amountKop })),
        { account: { ownerId: userId, type: ACCOUNT_TYPES.KS }, amountKop: owed },
        { account: { house: 'sales' }, amountKop: sum - owed },
      ],
    });
  }
}
