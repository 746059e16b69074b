import * as z from 'zod/mini';
import { isPaymentCode, PENDING_SECONDS, type PaymentCode } from '#contract/payment-methods.ts';
import type { Tx } from '#server/db/open.ts';
import { MESSAGES } from '#contract/messages.ts';
import { notPayable } from '#server/features/acquiring/payable.ts';
import { prepaidItems, saleOf } from '#server/features/acquiring/sale.rules.ts';
import { findLines, lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { isActive, nextCheckS } from '#server/features/payments/payment-states.rules.ts';
import { createPayment } from '#server/features/payments/payments.commands.ts';
import { findPayment, lockPayment, type Payment, setPayment } from '#server/features/payments/payments.queries.ts';
import { type PaymentGate, PaymentError, type ProviderName } from '#server/gates/payments/port.ts';
import { RefusedError } from '#server/platform/refuse.ts';

// How a link comes about, for whoever wants one: begin, ask, finish (docs/decisions/141).
// Contents: 1 begin, 2 ask, 3 finish

// ── 1 Begin ─────────────────────────────────────────────────────────────────────────────────────
const Item = z.object({
  name: z.string(),
  quantity: z.int(),
  priceKop: z.int(),
  sumKop: z.int(),
  vat: z.nullable(z.int()),
  subject: z.enum(['commodity', 'service', 'payment']),
  mode: z.enum(['advance', 'full_prepayment', 'full_payment', 'credit_payment']),
  marked: z.boolean(),
});
export const ReceiptAsked = z.object({
  customer: z.object({ email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  items: z.array(Item),
});
/** All that the provider is asked with: the same at every try, also by another process after a crash. */
export const LinkAsked = z.object({
  paymentId: z.int(),
  orderId: z.int(),
  code: z.int(),
  key: z.uuid(),
  amountKop: z.int(),
  returnPath: z.string(),
  receipt: ReceiptAsked,
  expiresAt: z.string(),
  /** The attempt has a link that lives: nobody is asked. */
  isLive: z.boolean(),
});
export type LinkAsked = z.infer<typeof LinkAsked>;

/**
 * The attempt that the link is of: the active one while it lives and asks for the order's due, else a new one. The order is held
 * by the caller.
 */
export async function beginLink(
  tx: Tx,
  { order, code, attempts, now }: { order: OrderRecord; code: PaymentCode; attempts: readonly Payment[]; now: Date },
): Promise<LinkAsked> {
  const active = attempts.find(({ status }) => isActive(status));
  const isFit = active?.code === code && active.amountKop === order.dueKop;
  if (active && isFit && isLiveLink(active, now)) return askedOf(order, active, active.items ?? [], true);
  const items = prepaidItems(saleOf(order, await findLines(tx, order.id)), order.id, order.dueKop);
  const expiresAt = new Date(now.getTime() + PENDING_SECONDS.link * 1000);
  if (active && isFit && active.externalId === null && active.status === 'created') {
    // Asked for before, and nothing is known of it: the provider is asked for the same once more.
    await setPayment(tx, active.id, { items, expiresAt });
    return askedOf(order, { ...active, expiresAt }, items, false);
  }
  if (active)
    await setPayment(tx, active.id, {
      status: 'expired',
      reason: 'replaced',
      cancelAt: active.externalId === null ? null : now,
    });
  const id = await createPayment(tx, { orderId: order.id, code, amountKop: order.dueKop, now });
  await setPayment(tx, id, { items });
  const made = await findPayment(tx, id);
  if (!made) throw new Error('an attempt that was made a moment ago is gone');
  return askedOf(order, made, items, false);
}
const isLiveLink = (payment: Payment, now: Date): boolean =>
  payment.status === 'pending' && payment.confirmationUrl !== null && payment.expiresAt > now;

const askedOf = (
  order: OrderRecord,
  payment: Payment,
  items: LinkAsked['receipt']['items'] | Payment['items'],
  isLive: boolean,
): LinkAsked => ({
  paymentId: payment.id,
  orderId: order.id,
  code: payment.code,
  key: payment.idempotencyKey,
  amountKop: payment.amountKop,
  returnPath: order.publicToken === null ? `/user/orders/${order.id}?paid=1` : `/order/${order.publicToken}?paid=1`,
  receipt: { customer: { email: order.recipientEmail, phone: order.recipientPhone }, items: [...(items ?? [])] },
  expiresAt: payment.expiresAt.toISOString(),
  isLive,
});

// ── 2 Ask ───────────────────────────────────────────────────────────────────────────────────────
export type LinkOutcome =
  | { kind: 'live' }
  | { kind: 'made'; provider: ProviderName; externalId: string; url: string }
  | { kind: 'refused'; cause: string };

/** `orderId` is null for a deposit. */
type ProviderAsked = Omit<LinkAsked, 'orderId'> & { orderId: number | null };
/** Without a transaction. A definite no is an outcome; anything thrown leaves the end unknown. */
export async function askLink(gate: PaymentGate, asked: ProviderAsked, signal: AbortSignal): Promise<LinkOutcome> {
  if (asked.isLive) return { kind: 'live' };
  const provider = isPaymentCode(asked.code) ? gate.providerOf(asked.code) : null;
  if (!provider || !isPaymentCode(asked.code)) return { kind: 'refused', cause: 'no_provider' };
  const { paymentId, orderId, code, key, amountKop, receipt } = asked;
  try {
    const made = await provider.create(
      {
        paymentId,
        orderId,
        code,
        key,
        amountKop,
        receipt,
        description: orderId === null ? 'Пополнение личного счёта' : `Заказ № ${orderId}`,
        returnUrl: `${gate.publicUrl}${asked.returnPath}`,
        expiresAt: new Date(asked.expiresAt),
      },
      signal,
    );
    return { kind: 'made', provider: provider.name, ...made };
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'refused') return { kind: 'refused', cause: error.message };
    throw error;
  }
}

// ── 3 Finish ────────────────────────────────────────────────────────────────────────────────────
export type Link = { url: string; provider: string; expiresAt: Date; code: number };

/** Writes what the provider answered, once; of two who know an answer the first one's link is given by both. */
export async function finishLink(
  tx: Tx,
  asked: LinkAsked,
  outcome: LinkOutcome,
  now: Date,
): Promise<Link | RefusedError> {
  const order = await lockOrder(tx, { id: asked.orderId });
  const payment = await lockPayment(tx, asked.paymentId);
  if (!order || !payment) throw new Error('the attempt of a link is gone');
  const isOurs = payment.status === 'created' && (payment.externalId === null || outcome.kind === 'made');
  if (isOurs && outcome.kind === 'refused') {
    await setPayment(tx, payment.id, { status: 'canceled', reason: outcome.cause });
    return new RefusedError('payment_unavailable', MESSAGES.tryLater);
  }
  if (outcome.kind === 'made' && payment.confirmationUrl === null) {
    const { provider, externalId, url } = outcome;
    const checkAt = new Date(now.getTime() + nextCheckS(0) * 1000);
    const known = { provider, externalId, confirmationUrl: url, checkAt };
    if (isOurs) {
      await setPayment(tx, payment.id, { ...known, status: 'pending' });
      return { url, provider, expiresAt: payment.expiresAt, code: payment.code };
    }
    // Given up while the provider was at it: it is told, and read on, for its page could still be open.
    if (payment.externalId === null) await setPayment(tx, payment.id, { ...known, cancelAt: now });
  }
  if (payment.confirmationUrl !== null && payment.status === 'pending')
    return {
      url: payment.confirmationUrl,
      provider: payment.provider ?? '',
      expiresAt: payment.expiresAt,
      code: payment.code,
    };
  return notPayable(order) ?? new RefusedError('payment_unavailable', MESSAGES.tryLater);
}
