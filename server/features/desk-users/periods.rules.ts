import { periodOf } from '#server/features/orders/points.rules.ts';

// Months of the plan, as YYYYMM in Moscow time (docs/product/network.md#volumes-and-periods).

const shifted = (period: number, months: number): number => {
  const index = Math.floor(period / 100) * 12 + (period % 100) - 1 + months;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
};
/** The month after the one of this moment: from it on a correction of the sponsor holds. */
export const nextPeriod = (now: Date): number => shifted(periodOf(now), 1);

const PAID_ON_DAY = 10;
const MOSCOW_MS = 3 * 3_600_000;
/** The first month whose points may still change or be paid: the last one until it is paid on the tenth. */
export const firstOpenPeriod = (now: Date): number =>
  new Date(now.getTime() + MOSCOW_MS).getUTCDate() <= PAID_ON_DAY ? shifted(periodOf(now), -1) : periodOf(now);

/** The last moment of a day in Moscow; null for a day that is none («2026-02-31»). */
export function endOfDay(day: string): Date | null {
  const end = Date.parse(`${day}T23:59:59.999+03:00`);
  if (Number.isNaN(end) || new Date(end + MOSCOW_MS).toISOString().slice(0, 10) !== day) return null;
  return new Date(end);
}
