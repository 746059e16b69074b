import type { CallReply } from '#contract/call.ts';
import type { getDeposit } from '#contract/deposits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { paymentName } from '#contract/payment-methods.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { confirmPayment } from '#server/features/acquiring/acquiring.jobs.ts';
import { hurryCheck } from '#server/features/acquiring/acquiring.queries.ts';
import { findDeposit, findReceiptToken } from '#server/features/acquiring/deposits.queries.ts';
import { depositState } from '#server/features/acquiring/deposits.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const PAUSE_MS = 5000;

/** A deposit for the screen that waits: it has the job look at the attempt, at most once in five seconds however many screens wait. */
export async function readDeposit(
  { tx, body, session, now }: Asked<typeof getDeposit>,
  shop: Shop,
): Promise<Omit<CallReply<typeof getDeposit>, 'status'>> {
  const { id: ownerId } = requireUser(session);
  const payment = await findDeposit(tx, body.payment_id, ownerId);
  if (!payment) throw notFound(MESSAGES.depositNotFound);
  const state = depositState(payment, now);
  const isLive = payment.status === 'pending' && payment.externalId !== null;
  if (isLive && (await hurryCheck(tx, payment.id, now, new Date(now.getTime() - PAUSE_MS))))
    await shop.jobs.send(tx, confirmPayment, { paymentId: payment.id, source: 'return' });
  const token = await findReceiptToken(tx, payment.id);
  return {
    deposit: {
      payment_id: payment.id,
      amount: payment.capturedKop > 0 ? payment.capturedKop : payment.amountKop,
      method: paymentName(payment.code),
      state,
      created_at: payment.createdAt.toISOString(),
      paid_at: payment.paidAt?.toISOString() ?? null,
      link: state === 'waiting' ? payment.confirmationUrl : null,
      receipt: token === null ? null : `/pay/receipt/${token}`,
      balance: (await availableOf(tx, ownerId, now))[ACCOUNT_TYPES.LS].balanceKop,
    },
  };
}
