import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { PAYMENT_METHODS, PENDING_SECONDS, type PaymentCode } from '#contract/payment-methods.ts';
import type { JobQueue, JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import {
  addRefunded,
  closeRefunded,
  findRefundsByKey,
  giveUpActive,
  insertPayment,
  insertReceipt,
  insertRefund,
  lockPaid,
  setRefund,
} from '#server/features/payments/payments.queries.ts';
import { itemsSum } from '#server/features/payments/receipt.rules.ts';
import { refundParts } from '#server/features/payments/refund.rules.ts';
import type { ReceiptItem } from '#contract/receipts.ts';

// What orders and the desk do with payments, in their own transactions. Money moves later: see server/features/acquiring.
// Contents: 1 an attempt begins and is given up, 2 money goes back, 3 receipts

// ── 1 An attempt begins and is given up ─────────────────────────────────────────────────────────
export type NewPayment = {
  orderId: number;
  code: PaymentCode;
  /** The due: what is asked for, whole kopecks. */
  amountKop: number;
  now: Date;
};
/**
 * The attempt of an order that has just been placed or whose way of paying was changed: one statement, no provider is
 * called. By account (code 2) the money is there already, so it is `succeeded`; its hold is posted by whoever calls.
 * @throws 23505 when the order has an active attempt.
 */
export async function createPayment(tx: Tx, { orderId, code, amountKop, now }: NewPayment): Promise<number> {
  const { way } = PAYMENT_METHODS[code];
  const expiresAt = new Date(now.getTime() + PENDING_SECONDS[way] * 1000);
  const common = { orderId, code, amountKop, createdAt: now, expiresAt };
  if (way === 'link') return (await insertPayment(tx, { ...common, status: 'created' })).id;
  if (way === 'transfer') return (await insertPayment(tx, { ...common, status: 'pending', provider: 'transfer' })).id;
  const paid = { status: 'succeeded', provider: 'ledger', capturedKop: amountKop, paidAt: now } as const;
  return (await insertPayment(tx, { ...common, ...paid })).id;
}

/**
 * The order waits for no money any more: its active attempt is given up, in one statement. What comes all the same goes back
 * (docs/product/payments.md#late-money).
 */
export const cancelPayments = (tx: Tx, orderId: number, now: Date, reason = 'order_cancelled'): Promise<void> =>
  giveUpActive(tx, orderId, reason, now);

// ── 2 Money goes back ───────────────────────────────────────────────────────────────────────────
/** Where refunds wait to be carried out. The job itself stands above the orders (server/features/acquiring). */
export const REFUND_QUEUE: JobQueue<{ refundId: number }> = {
  name: 'payments.refund',
  data: z.object({ refundId: z.int() }),
  // Over a day: a bank may be away for a night.
  retry: { limit: 20, delay: 30, delayMax: 2 * 3600 },
  expireIn: 120,
};
export type NewRefund = {
  /** The same key is the same refund: begun once. */
  key: string;
  orderId: number;
  /** What goes back, as its receipt will say; their sum is the amount. */
  items: readonly ReceiptItem[];
  /**
   * The way it came, or onto ЛС: then whoever calls posts it, in this transaction, and it is over at once. What ЛС had paid goes
   * there whatever is said.
   */
  to: 'source' | 'ls';
  actor: string;
  reason: string;
  /** Only of this attempt: money that came a second time. */
  paymentId?: number;
  jobs: JobSender;
  now: Date;
};
/**
 * Begins a refund of money that came by the order's payments, the latest first, and sends the job that carries it out. The
 * amount is set aside here, so that several at once never give back more than was taken. Answers the ids of its parts.
 * @throws RangeError when less was paid than is to go back.
 */
export async function beginRefund(tx: Tx, refund: NewRefund): Promise<number[]> {
  const { key, orderId, items, actor, reason, now } = refund;
  const paid = await lockPaid(tx, orderId);
  const begun = await findRefundsByKey(tx, key);
  if (begun.length > 0) return begun.map(({ id }) => id);
  const from = paid.filter(({ id }) => refund.paymentId === undefined || id === refund.paymentId);
  const parts = refundParts(
    items,
    from.map(({ id, capturedKop, refundedKop }) => ({ paymentId: id, leftKop: capturedKop - refundedKop })),
  );
  const ids: number[] = [];
  for (const { paymentId, amountKop, items: lines } of parts) {
    // What ЛС had paid can only go there.
    const target = from.find(({ id }) => id === paymentId)?.provider === 'ledger' ? 'ls' : refund.to;
    await addRefunded(tx, paymentId, amountKop);
    const row = { key, paymentId, orderId, amountKop, target, items: lines, actor, reason, createdAt: now };
    const refundId = await insertRefund(tx, row);
    if (target === 'ls') await finishRefund(tx, { refundId, orderId, items: lines, now });
    else await refund.jobs.send(tx, REFUND_QUEUE, { refundId });
    ids.push(refundId);
  }
  return ids;
}

/** The money has gone back: its receipt, and the attempt is `refunded` once nothing of it is left. */
export async function finishRefund(
  tx: Tx,
  done: { refundId: number; orderId: number; items: readonly ReceiptItem[]; now: Date; externalId?: string },
): Promise<void> {
  const { refundId, orderId, items, now, externalId } = done;
  await setRefund(tx, refundId, {
    state: 'succeeded',
    doneAt: now,
    cause: null,
    ...(externalId ? { externalId } : {}),
  });
  await closeRefunded(tx, refundId);
  await keepReceipt(tx, { orderId, kind: 'refund', ref: `refund:${refundId}`, now }, items);
}

// ── 3 Receipts ──────────────────────────────────────────────────────────────────────────────────
/** `orderId` is null for a deposit. */
type MadeReceipt = { orderId: number | null; kind: 'prepayment' | 'settlement' | 'refund'; ref: string; now: Date };
/** Keeps a receipt under an address of its own; the same one only once. */
export async function keepReceipt(tx: Tx, made: MadeReceipt, items: readonly ReceiptItem[]): Promise<void> {
  const { now, ...row } = made;
  if (items.length === 0) return;
  const token = randomBytes(16).toString('base64url');
  await insertReceipt(tx, { ...row, token, items, sumKop: itemsSum(items), at: now });
}
