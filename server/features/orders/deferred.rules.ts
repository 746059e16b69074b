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

type Lying = { order: { shipmentId: number | null; statusAt: Date }; grams: number };
/** What may be sent together, in one line of the list: how many, how heavy, and the first last day. */
export function deferredOf(all: readonly Lying[]): { count: number; weight: number; until: string } | null {
  const free = all.filter(({ order }) => order.shipmentId === null);
  const first = free.toSorted((a, b) => a.order.statusAt.getTime() - b.order.statusAt.getTime())[0];
  if (!first) return null;
  const weight = free.reduce((sum, { grams }) => sum + grams, 0);
  return { count: free.length, weight, until: endOf(first.order.statusAt).toISOString() };
}
