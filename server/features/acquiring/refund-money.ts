import type { JobSender } from '#server/db/job-sender.ts';
import type { Db } from '#server/db/open.ts';
import { findRefundsBefore } from '#server/features/acquiring/acquiring.queries.ts';
import { isProvider } from '#server/features/acquiring/confirm.commands.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findOrder, lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { noteOnOrder } from '#server/features/orders/orders.commands.ts';
import { finishRefund, REFUND_QUEUE } from '#server/features/payments/payments.commands.ts';
import {
  addRefunded,
  findPayment,
  findRefund,
  lockRefund,
  type Payment,
  type Refund,
  setRefund,
} from '#server/features/payments/payments.queries.ts';
import { type PaymentGate, PaymentError, type PaymentProvider, type Refunded } from '#server/gates/payments/port.ts';

export type RefundParts = {
  db: Db;
  jobs: JobSender;
  gates: { payments: PaymentGate };
  now: () => Date;
  signal: AbortSignal;
};
const AGAIN_SECONDS = 600;

/**
 * Carries a begun refund out, or looks how it goes. Comes as often as it likes: a refund that is over is left alone, and the
 * provider is asked under the same key. @throws PaymentError `away`, or when an earlier refund of the attempt is open still.
 */
export async function refundMoney(parts: RefundParts, refundId: number): Promise<void> {
  const { db, gates } = parts;
  const refund = await findRefund(db, refundId);
  if (!refund || !isOpen(refund)) return;
  const payment = await findPayment(db, refund.paymentId);
  if (!payment) throw new Error('a refund without its payment');
  // Money of a transfer is sent back by the bank's own means.
  if (!isProvider(payment.provider) || payment.externalId === null) return end(parts, refund, 'by_hand', false);
  const provider = gates.payments.find(payment.provider);
  if (!provider) throw new PaymentError('away', `${payment.provider} has no settings`);
  try {
    const answer = await ask(parts, provider, payment, refund);
    await (answer.state === 'canceled' ? end(parts, refund, 'canceled', true) : goOn(parts, refund, answer));
  } catch (error) {
    if (!(error instanceof PaymentError) || error.kind === 'away') throw error;
    await end(parts, refund, `${error.kind}: ${error.message}`, error.kind === 'refused');
  }
}
const isOpen = ({ state }: Refund): boolean => state === 'created' || state === 'pending';

async function ask(parts: RefundParts, provider: PaymentProvider, payment: Payment, refund: Refund): Promise<Refunded> {
  if (refund.state === 'pending' && refund.externalId !== null)
    return provider.readRefund(refund.externalId, parts.signal);
  // One after another: a provider without keys tells by the sum so far whether an earlier try went through.
  const before = await findRefundsBefore(parts.db, refund);
  if (before.isOpen) throw new PaymentError('away', 'an earlier refund is not over');
  const order = (await findOrder(parts.db, { id: refund.orderId }))?.order;
  return provider.refund(
    {
      paymentId: payment.id,
      orderId: refund.orderId,
      externalId: payment.externalId ?? '',
      key: refund.idempotencyKey,
      amountKop: refund.amountKop,
      refundedKop: before.doneKop,
      receipt: {
        customer: { email: order?.recipientEmail ?? null, phone: order?.recipientPhone ?? null },
        items: refund.items,
      },
    },
    parts.signal,
  );
}

async function goOn({ db, jobs, now }: RefundParts, { id, orderId }: Refund, answer: Refunded): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrder(tx, { id: orderId });
    const refund = await lockRefund(tx, id);
    if (!refund || !isOpen(refund)) return;
    const { externalId } = answer;
    if (answer.state === 'succeeded') {
      await finishRefund(tx, { refundId: id, orderId, items: refund.items, now: now(), externalId });
      return tellNews(tx, jobs, orderId, { what: 'refund_done', ref: id, sourceKop: refund.amountKop });
    }
    await setRefund(tx, id, { state: 'pending', externalId });
    return jobs.send(tx, REFUND_QUEUE, { refundId: id }, { startAfterSeconds: AGAIN_SECONDS });
  });
}

/** `isFree`: certainly nothing went back, so the sum may be given back another way. Else it stays set aside. */
async function end({ db, now }: RefundParts, { id, orderId }: Refund, cause: string, isFree: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrder(tx, { id: orderId });
    const refund = await lockRefund(tx, id);
    if (!refund || !isOpen(refund)) return;
    await setRefund(tx, id, { state: 'failed', cause, isFree });
    if (isFree) await addRefunded(tx, refund.paymentId, -refund.amountKop);
    const note = `Возврат ${id} ждёт человека: ${cause}`;
    await noteOnOrder(tx, { orderId, actor: 'bank', note, at: now() });
  });
}
