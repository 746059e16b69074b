import { createHash } from 'node:crypto';
import type { ReceiptItem } from '#contract/receipts.ts';
import type { JobQueue, JobSender } from '#server/db/job-sender.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { isProvider } from '#server/features/acquiring/confirm.commands.ts';
import { saleOf } from '#server/features/acquiring/sale.rules.ts';
import { findLines, findOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { keepReceipt } from '#server/features/payments/payments.commands.ts';
import { findPaymentsOf, findReceiptsOf, markReceiptSent } from '#server/features/payments/payments.queries.ts';
import { itemsLoweredTo } from '#server/features/payments/refund.rules.ts';
import { settlementItems } from '#server/features/payments/settlement.rules.ts';
import { type PaymentGate, PaymentError } from '#server/gates/payments/port.ts';
import * as z from 'zod/mini';

// The second receipt (docs/product/payments.md#receipts, docs/decisions/370). Contents: 1 it is made, 2 it is sent

/** Where settlements wait to be sent; the job stands in acquiring.jobs.ts. */
export const SETTLE_QUEUE: JobQueue<{ orderId: number }> = {
  name: 'acquiring.settle',
  data: z.object({ orderId: z.int() }),
  // Over a day: a bank may be away for a night.
  retry: { limit: 20, delay: 30, delayMax: 2 * 3600 },
  expireIn: 120,
};

// ── 1 It is made ────────────────────────────────────────────────────────────────────────────────
type Handed = { order: OrderRecord; marks: readonly { lineId: number; code: string }[]; now: Date };
/**
 * Keeps the settlement of what has been handed over, in the transaction of the hand-over, and sends the job that gives it to the provider. Only
 * where money was taken in advance: an order that accounts paid has no first receipt and gets no second one.
 */
export async function settleOrder(tx: Tx, jobs: JobSender, { order, marks, now }: Handed): Promise<void> {
  const made = await findReceiptsOf(tx, order.id);
  if (!made.some(({ kind }) => kind === 'prepayment')) return;
  const lines = await findLines(tx, order.id);
  const back = new Map(lines.map(({ id, returnedQuantity }) => [id, returnedQuantity]));
  const codes = Map.groupBy(marks, ({ lineId }) => lineId);
  const handed = settlementItems(saleOf(order, lines), {
    returned: (id) => back.get(id) ?? 0,
    marksOf: (id) => (codes.get(id) ?? []).map(({ code }) => code),
  });
  // A guest's goodwill has gone back by a receipt of its own: what is left of the price is settled.
  const debtKop = order.debts[0] + order.debts[1] + order.debts[2];
  const items = itemsLoweredTo(handed, order.dueKop - debtKop - order.refundedKop);
  await keepReceipt(tx, { orderId: order.id, kind: 'settlement', ref: `order:${order.id}`, now }, items);
  await jobs.send(tx, SETTLE_QUEUE, { orderId: order.id });
}

// ── 2 It is sent ────────────────────────────────────────────────────────────────────────────────
type SettleParts = { db: Db; gates: { payments: PaymentGate }; now: () => Date; signal: AbortSignal };
/**
 * Gives the settlement to the provider that took the money, as often as it takes, under one key. Providers without receipts leave it to the
 * shop's own cash register, which prints what is kept. @throws PaymentError `away`.
 */
export async function sendSettlement({ db, gates, now, signal }: SettleParts, orderId: number): Promise<void> {
  const receipt = (await findReceiptsOf(db, orderId)).find(({ kind }) => kind === 'settlement');
  if (!receipt || receipt.sentAt) return;
  const paid = (await findPaymentsOf(db, orderId)).find(
    ({ status, externalId }) => status === 'succeeded' && externalId !== null,
  );
  const provider = paid && isProvider(paid.provider) ? gates.payments.find(paid.provider) : null;
  if (paid && isProvider(paid.provider) && !provider)
    throw new PaymentError('away', `${paid.provider} has no settings`);
  const order = (await findOrder(db, { id: orderId }))?.order;
  await provider?.settle?.(
    {
      paymentId: paid?.id ?? 0,
      orderId,
      externalId: paid?.externalId ?? '',
      key: keyOf(orderId),
      sumKop: receipt.sumKop,
      receipt: {
        customer: { email: order?.recipientEmail ?? null, phone: order?.recipientPhone ?? null },
        items: receipt.items as readonly ReceiptItem[],
      },
    },
    signal,
  );
  await markReceiptSent(db, receipt.id, now());
}
/** The same UUID at every try, for it is the order that makes it. */
function keyOf(orderId: number): string {
  const hex = createHash('sha256').update(`settlement:${orderId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
