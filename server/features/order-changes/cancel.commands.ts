import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { releaseHolds } from '#server/features/accounts/accounts.commands.ts';
import { assertMayLeave, letCarriedGo } from '#server/features/deferred/shipment.commands.ts';
import { giveBack, putBackOnSale, type RefundTo } from '#server/features/order-changes/give-back.commands.ts';
import { everythingLeft } from '#server/features/order-changes/shares.rules.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { updateOrder, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { findLines, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { cancelPayments } from '#server/features/payments/payments.commands.ts';

export type EndOrder = {
  /** Held by the caller (`lockOrder`), and in a status that may be cancelled. */
  order: OrderRecord;
  /** `buyer`, `shop`, `desk:<user id>`. */
  actor: string;
  reason: string;
  to: RefundTo;
  /** How the money that was set aside is let go of. */
  holds: 'released' | 'expired';
  jobs: JobSender;
  now: Date;
};

/**
 * Ends an order before it was packed: its payment attempts are given up, its pieces are on sale again, what was set aside is free,
 * what was paid goes back (docs/product/orders.md#statuses). Money that comes later is given back by payments.
 */
export async function endOrder(tx: Tx, { order, actor, reason, to, holds, jobs, now }: EndOrder): Promise<void> {
  await assertMayLeave(tx, order, 'cancel');
  await letCarriedGo(tx, order, { actor, at: now });
  const lines = await findLines(tx, order.id);
  const pieces = everythingLeft(lines);
  const returnId = order.version + 1;
  await updateOrder(tx, order.id, { version: returnId, cancelReason: reason });
  await writeStatus(tx, { orderId: order.id, status: ORDER_STATUSES.cancelled, actor, note: reason, at: now });
  await cancelPayments(tx, order.id, now);
  await putBackOnSale(tx, jobs, { lines, pieces });
  if (order.paidAt === null) await releaseHolds(tx, { ref: { type: 'order', id: order.id }, state: holds, at: now });
  const back =
    order.paidAt === null
      ? { sourceKop: 0, accountsKop: 0 }
      : await giveBack(tx, { order, lines, pieces, delivery: true, to, actor, reason, returnId, jobs, now });
  await tellNews(tx, jobs, order.id, { what: 'cancelled', ...back });
}
