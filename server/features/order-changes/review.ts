import { MESSAGES } from '#contract/messages.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findPaymentsOf } from '#server/features/payments/payments.queries.ts';
import { refuse } from '#server/platform/refuse.ts';

/** Money that came with another sum than was asked for waits for the desk, and its order stays as it is until then. @throws payment_unavailable. */
export async function assertNotInReview(db: DbOrTx, order: { id: number; paidAt: Date | null }): Promise<void> {
  if (order.paidAt !== null) return;
  const attempts = await findPaymentsOf(db, order.id);
  if (attempts.some(({ status }) => status === 'needs_review')) refuse('payment_unavailable', MESSAGES.paymentInReview);
}
