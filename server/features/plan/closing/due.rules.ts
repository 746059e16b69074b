import { shiftPeriod } from '#contract/plan/periods.ts';

/** The day of the following month, at its beginning in Moscow, on which a period is closed (docs/product/network.md#periods). */
const CLOSED_ON_DAY = 4;
/** The day of the following month from which on its bonuses may be posted. */
const PAID_ON_DAY = 10;
const MOSCOW = '+03:00';
const two = (value: number): string => String(value).padStart(2, '0');

const dayAfter = (period: number, day: number): Date => {
  const next = shiftPeriod(period, 1);
  return new Date(`${Math.floor(next / 100)}-${two(next % 100)}-${two(day)}T00:00:00${MOSCOW}`);
};
/** From this moment on a period may be closed: until then it is open for corrections. */
export const closesAt = (period: number): Date => dayAfter(period, CLOSED_ON_DAY);
/** From this moment on the bonuses of a closed period may be posted (docs/product/network.md#posting). */
export const paysAt = (period: number): Date => dayAfter(period, PAID_ON_DAY);
export type PeriodState = 'open' | 'correcting' | 'closing' | 'closed' | 'paid';
/** What a period is at a moment; `stored` is its row, if it has one. `current`: the month of that moment. */
export function stateOf(period: number, current: number, stored: 'closing' | 'closed' | 'paid' | null): PeriodState {
  return stored ?? (period < current ? 'correcting' : 'open');
}
export const isDue = (period: number, now: Date): boolean => now >= closesAt(period);
/** The first period that may not be closed yet: every one before it is closed or due. */
export function firstNotDue(current: number, now: Date): number {
  const last = shiftPeriod(current, -1);
  return isDue(last, now) ? current : last;
}
