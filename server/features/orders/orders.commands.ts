import { SPEND_ORDER } from '#contract/amount-to-pay.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { HOUSE_CONS_ID, PAYMENT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { postHolds } from '#server/features/accounts/accounts.commands.ts';
import { gatewayOf } from '#server/features/accounts/house.rules.ts';
import type { LedgerEntry } from '#server/features/accounts/ledger.rules.ts';
import { insertEvent, insertPoints, writePaid } from '#server/features/orders/order-changes.queries.ts';
import { lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { paidStatusOf } from '#server/features/orders/paid-status.rules.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';

// What payments and other features do to an order (docs/product/orders.md#statuses). Each works in the caller's transaction and holds
// the order first, so a payment and a cancellation of one order come one after the other. Money in kopecks.

export type PaidBy = {
  orderId: number;
  /** The provider's time of capture. */
  capturedAt: Date;
  /** The moment at which the shop learns of it. */
  now: Date;
  /** What paid the due: code 2 is ЛС, whose money is held with the spends. Null when nothing was due. */
  money: { code: number; amountKop: number } | null;
  /** `webhook:<provider>`, `user:<id>`, `desk:<id>`. */
  actor: string;
};
/** `closed`: it was cancelled meanwhile, the money must go back. `already`: another payment was first. */
export type PaidOutcome = 'paid' | 'already' | 'closed' | 'unknown';

/**
 * Money for an order is there: its holds become entries, its lines earn their points, its status follows. Only the first of
 * several payments counts; for the others the caller gives the money back.
 */
export async function orderPaid(tx: Tx, paid: PaidBy): Promise<PaidOutcome> {
  const order = await lockOrder(tx, { id: paid.orderId });
  if (!order) return 'unknown';
  if (order.status === ORDER_STATUSES.cancelled) return 'closed';
  if (order.paidAt !== null) return 'already';
  await settle(tx, order, paid);
  return 'paid';
}

async function settle(tx: Tx, order: OrderRecord, { capturedAt, now, money, actor }: PaidBy): Promise<void> {
  await writePaid(tx, {
    orderId: order.id,
    status: paidStatusOf(order.deliveryType),
    paidKop: money?.amountKop ?? 0,
    at: capturedAt,
    actor,
  });
  const [period, arrival] = [periodOf(capturedAt), periodOf(now)];
  await insertPoints(tx, { orderId: order.id, period, arrival, houseConsId: HOUSE_CONS_ID });
  await postOrder(tx, order, { at: capturedAt, money, actor });
}

/** The holds of an order, the money that came from outside and the debts that it repays become one movement of the ledger. */
export async function postOrder(
  tx: Tx,
  order: Pick<OrderRecord, 'id' | 'userId' | 'debts'>,
  { at, money, actor }: { at: Date; money: PaidBy['money']; actor: string },
): Promise<void> {
  await postHolds(tx, {
    ...movementOf(order.id, at, actor),
    house: 'sales',
    also: [...fromOutside(money), ...repaidDebts(order)],
  });
}
/** How the ledger names that an order was paid: once for each order. */
export const movementKeyOf = (orderId: number): string => `order:${orderId}:paid`;
export const movementOf = (orderId: number, at: Date, actor: string) => ({
  ref: { type: 'order' as const, id: orderId },
  key: movementKeyOf(orderId),
  at,
  actor,
  reason: `Оплачен заказ № ${orderId}`,
});
const fromOutside = (money: PaidBy['money']): LedgerEntry[] =>
  money && money.amountKop > 0 && money.code !== PAYMENT_TYPES.personalAccount
    ? [{ account: { house: gatewayOf(money.code) }, amountKop: -money.amountKop }]
    : [];
const repaidDebts = ({ userId, debts }: Pick<OrderRecord, 'userId' | 'debts'>): LedgerEntry[] =>
  userId === null
    ? []
    : SPEND_ORDER.flatMap((type) =>
        debts[type] > 0 ? [{ account: { ownerId: userId, type }, amountKop: debts[type] }] : [],
      );

/** Something of an order's payment that its history must tell: an attempt, a refusal, a sum that a person must look at. */
export const noteOnOrder = (tx: Tx, asked: { orderId: number; actor: string; note: string; at: Date }): Promise<void> =>
  insertEvent(tx, { ...asked, kind: 'payment' });
