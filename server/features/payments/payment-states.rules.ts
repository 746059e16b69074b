import type { AttemptStatus } from '#contract/attempt-status.ts';
import type { Seen } from '#server/gates/payments/port.ts';

// The life of an attempt (docs/product/payments.md#states). Only `confirm` moves it, on the word of the provider.

/**
 * What may follow what. An attempt that we gave up may still turn out paid: the provider's word on money is stronger than
 * our clock. `refunded` is the whole sum; a part leaves it `succeeded` with `refundedKop`.
 */
const FOLLOWS: Readonly<Record<AttemptStatus, readonly AttemptStatus[]>> = {
  created: ['pending', 'succeeded', 'canceled', 'expired', 'needs_review'],
  pending: ['succeeded', 'canceled', 'expired', 'needs_review'],
  canceled: ['succeeded', 'needs_review'],
  expired: ['succeeded', 'canceled', 'needs_review'],
  succeeded: ['refunded'],
  needs_review: ['succeeded', 'refunded'],
  refunded: [],
};
export const mayFollow = (from: AttemptStatus, to: AttemptStatus): boolean => FOLLOWS[from].includes(to);

/** At most one of an order: its link is the one that is given again. */
export const ACTIVE: readonly AttemptStatus[] = ['created', 'pending'];
export const isActive = (status: AttemptStatus): boolean => ACTIVE.includes(status);

/** What becomes of an attempt by what its provider says of it now. */
export type Verdict =
  | { kind: 'nothing' }
  /** Ended without money. */
  | { kind: 'ended'; status: 'canceled' | 'expired' }
  | { kind: 'paid'; capturedKop: number }
  /** Money came, but another sum than was asked for. */
  | { kind: 'review'; capturedKop: number };

export function judgeSeen(attempt: { status: AttemptStatus; amountKop: number }, seen: Seen): Verdict {
  if (seen.state === 'pending') return { kind: 'nothing' };
  if (seen.state === 'succeeded') {
    // A provider that says «paid» and not how much has not said enough to believe it.
    const capturedKop = seen.capturedKop ?? 0;
    const isRight = capturedKop === attempt.amountKop;
    if (!mayFollow(attempt.status, isRight ? 'succeeded' : 'needs_review')) return { kind: 'nothing' };
    return { kind: isRight ? 'paid' : 'review', capturedKop };
  }
  return mayFollow(attempt.status, seen.state) ? { kind: 'ended', status: seen.state } : { kind: 'nothing' };
}

/** What becomes of money that has come, by the order it was meant for. */
export type Use = { kind: 'pay' } | { kind: 'give_back'; reason: 'order_cancelled' | 'order_paid' };
/** `status` of the order: 0 and 1 wait for money, 7 is cancelled (docs/product/payments.md#late-money). */
export function useOfMoney(order: { status: number; isPaid: boolean }): Use {
  if (order.status === 7) return { kind: 'give_back', reason: 'order_cancelled' };
  return order.isPaid ? { kind: 'give_back', reason: 'order_paid' } : { kind: 'pay' };
}

const MINUTE_S = 60;
/** Seconds until an attempt without news is read again: soon at first, then rarely. `checks` so far. */
export const nextCheckS = (checks: number): number => Math.min(30 * 2 ** Math.min(checks, 10), 30 * MINUTE_S);
