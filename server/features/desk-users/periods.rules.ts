import { shiftPeriod } from '#contract/plan/periods.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { firstNotDue } from '#server/features/plan/closing/due.rules.ts';

// Months of the plan, as YYYYMM in Moscow time (docs/product/network.md#volumes-and-periods).

/** The month after the one of this moment: from it on a correction of the sponsor holds. */
export const nextPeriod = (now: Date): number => shiftPeriod(periodOf(now), 1);
/** The first month whose points may still change: the last one until the 4th, on which it is closed. */
export const firstOpenPeriod = (now: Date): number => firstNotDue(periodOf(now), now);

const MOSCOW_MS = 3 * 3_600_000;
/** The last moment of a day in Moscow; null for a day that is none («2026-02-31»). */
export function endOfDay(day: string): Date | null {
  const end = Date.parse(`${day}T23:59:59.999+03:00`);
  if (Number.isNaN(end) || new Date(end + MOSCOW_MS).toISOString().slice(0, 10) !== day) return null;
  return new Date(end);
}
