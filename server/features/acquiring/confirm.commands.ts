import type { JobSender } from '#server/db/job-sender.ts';
import type { Db } from '#server/db/open.ts';
import { applyDeposit } from '#server/features/acquiring/apply-deposit.ts';
import { type Applied, applySeen, type Source } from '#server/features/acquiring/apply-seen.ts';
import { findPayment } from '#server/features/payments/payments.queries.ts';
import { type PaymentGate, PaymentError, PROVIDERS, type ProviderName } from '#server/gates/payments/port.ts';
import { withRetry } from '#server/platform/retry.ts';

export type ConfirmParts = {
  db: Db;
  jobs: JobSender;
  gates: { payments: PaymentGate };
  now: () => Date;
  signal?: AbortSignal;
};
/** `foreign`: the provider speaks of another attempt than ours. */
export type Confirmed = Applied | 'foreign';

const PATIENCE_MS = 20_000;

/**
 * The only way in which an attempt moves: asks its provider what has become of it, without a transaction, and writes what it
 * heard. Whoever calls has merely a reason to ask; the same news a second time changes nothing.
 * @throws PaymentError `away`: nothing was learned, and nothing is written.
 */
export async function confirm(parts: ConfirmParts, paymentId: number, source: Source): Promise<Confirmed> {
  const { db, jobs, gates, now, signal = AbortSignal.timeout(PATIENCE_MS) } = parts;
  const payment = await findPayment(db, paymentId);
  if (!payment || payment.externalId === null || !isProvider(payment.provider)) return 'nothing';
  const provider = gates.payments.find(payment.provider);
  if (!provider) throw new PaymentError('away', `${payment.provider} has no settings`);
  const { orderId, externalId } = payment;
  const seen = await provider.read({ paymentId, orderId, externalId }, signal);
  if (seen.paymentId !== null && seen.paymentId !== paymentId) return 'foreign';
  // Another shop of the same account, a test stand for one, may number its attempts as we do.
  if (seen.key !== null && seen.key !== payment.idempotencyKey) return 'foreign';
  return withRetry(() =>
    db.transaction((tx) =>
      orderId === null
        ? applyDeposit(tx, { paymentId, seen, source, now: now() })
        : applySeen(tx, { paymentId, orderId, seen, source, jobs, now: now() }),
    ),
  );
}
export const isProvider = (name: string | null): name is ProviderName => PROVIDERS.some((one) => one === name);
