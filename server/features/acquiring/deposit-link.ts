import * as z from 'zod/mini';
import { createDeposit } from '#contract/deposits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { isPaymentCode, PENDING_SECONDS } from '#contract/payment-methods.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import { findContacts } from '#server/features/acquiring/deposits.queries.ts';
import { depositItem } from '#server/features/acquiring/deposits.rules.ts';
import { askLink, type LinkOutcome, ReceiptAsked } from '#server/features/acquiring/ask-link.ts';
import { nextCheckS } from '#server/features/payments/payment-states.rules.ts';
import { findPayment, insertPayment, lockPayment, setPayment } from '#server/features/payments/payments.queries.ts';
import { isServed } from '#server/features/payments/served.rules.ts';
import { defineOutside } from '#server/platform/outside.ts';
import { refuse, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const DepositAsked = z.object({
  paymentId: z.int(),
  orderId: z.null(),
  code: z.int(),
  key: z.uuid(),
  amountKop: z.int(),
  returnPath: z.string(),
  receipt: ReceiptAsked,
  expiresAt: z.string(),
  isLive: z.literal(false),
});
type DepositAsked = z.infer<typeof DepositAsked>;

/** The page on which a person tops their ЛС up: every asking under a new key is another attempt (docs/product/payments.md#deposits). */
export const depositLink = defineOutside<typeof createDeposit, DepositAsked, LinkOutcome>({
  call: createDeposit,
  started: DepositAsked,
  async begin({ tx, body, session, now }, shop) {
    const { id: ownerId } = requireUser(session);
    const { amount: amountKop, payment_type: code } = body;
    if (!isPaymentCode(code) || !isServed(code, shop.gates.payments))
      throw new RefusedError('payment_unavailable', MESSAGES.paymentUnavailable);
    const customer = await findContacts(tx, ownerId);
    // A receipt goes to somebody: without an address the law allows no payment by a page.
    if (!customer.email && !customer.phone) refuse('not_possible', MESSAGES.depositNeedsContact);
    const expiresAt = new Date(now.getTime() + PENDING_SECONDS.link * 1000);
    const items = [depositItem(amountKop, now)];
    const row = { ownerId, code, amountKop, items, status: 'created', createdAt: now, expiresAt } as const;
    const { id } = await insertPayment(tx, row);
    const made = await findPayment(tx, id);
    if (!made) throw new Error('a deposit that was made a moment ago is gone');
    return {
      paymentId: id,
      orderId: null,
      code,
      key: made.idempotencyKey,
      amountKop,
      returnPath: `/user/deposit?id=${id}`,
      receipt: { customer, items },
      expiresAt: expiresAt.toISOString(),
      isLive: false,
    };
  },
  ask: ({ gates, signal }, asked) => askLink(gates.payments, asked, signal),
  async finish({ tx, now }, asked, outcome) {
    const payment = await lockPayment(tx, asked.paymentId);
    if (!payment) throw new Error('the attempt of a deposit is gone');
    if (outcome.kind !== 'made') {
      if (payment.status === 'created')
        await setPayment(tx, payment.id, {
          status: 'canceled',
          reason: outcome.kind === 'refused' ? outcome.cause : null,
        });
      return new RefusedError('payment_unavailable', MESSAGES.tryLater);
    }
    const { provider, externalId, url } = outcome;
    const checkAt = new Date(now.getTime() + nextCheckS(0) * 1000);
    // A message of the provider may have been faster: what it brought stays.
    if (payment.confirmationUrl === null)
      await setPayment(tx, payment.id, {
        provider,
        externalId,
        confirmationUrl: url,
        ...(payment.status === 'created' ? { status: 'pending', checkAt } : {}),
      });
    return {
      payment_id: payment.id,
      link: url,
      provider,
      qr: payment.code === PAYMENT_TYPES.qr ? url : null,
      is_test: provider === 'sandbox',
      expires_at: payment.expiresAt.toISOString(),
    };
  },
});
