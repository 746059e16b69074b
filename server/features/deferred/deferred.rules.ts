import { KEPT_DAYS } from '#contract/delivery-words.ts';

// How long an order waits in the warehouse (docs/product/orders.md#deferred).

const DAY_MS = 86_400_000;
/** On this day its buyer is reminded. */
export const REMIND_DAY = 25;
export const sinceOf = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
export const endOf = (statusAt: Date): Date => new Date(statusAt.getTime() + KEPT_DAYS * DAY_MS);

/** What its day asks for: to remind once, or to find the order that it goes with, or to say once that there is none. */
export function stepOf(statusAt: Date, now: Date): 'wait' | 'remind' | 'over' {
  if (statusAt <= sinceOf(now, KEPT_DAYS)) return 'over';
  return statusAt <= sinceOf(now, REMIND_DAY) ? 'remind' : 'wait';
}
