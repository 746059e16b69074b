/** States of an attempt to pay (docs/product/payments.md#states). */
export const ATTEMPT_STATUSES = [
  'created',
  'pending',
  'succeeded',
  'canceled',
  'expired',
  'needs_review',
  'refunded',
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];
