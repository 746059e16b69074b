import type { PlanTerms } from '#contract/plan/terms.ts';

/** Units (half-points × percent) in one whole point. */
export const UNITS_OF_A_POINT = 200;

/** Kopecks of a bonus from its units: once per bonus, half a kopeck up, without floats. */
export function kopecksOf(units: number, { pointKop }: PlanTerms): number {
  if (!Number.isSafeInteger(units) || !Number.isSafeInteger(units * pointKop * 2))
    throw new Error(`${units} units are no sum of a bonus`);
  return Math.floor((units * pointKop * 2 + UNITS_OF_A_POINT) / (UNITS_OF_A_POINT * 2));
}

/** What every row of a bonus is in kopecks: rows are rounded down, the last one takes what is left, so that they add up. */
export function kopecksOfRows(rows: readonly { half: number; percent: number }[], terms: PlanTerms): number[] {
  const whole = kopecksOf(
    rows.reduce((sum, { half, percent }) => sum + half * percent, 0),
    terms,
  );
  const kopecks = rows.map(({ half, percent }) => Math.floor((half * percent * terms.pointKop) / UNITS_OF_A_POINT));
  const last = kopecks.length - 1;
  if (last >= 0) kopecks[last] = kopecks[last]! + whole - kopecks.reduce((sum, kop) => sum + kop, 0);
  return kopecks;
}

export type Payout = { postKop: number; carryKop: number };
/**
 * What of a bonus is posted and what waits: less than 50 ₽ waits for the next period, all of it; the end of an agreement posts
 * whatever there is. Kopecks.
 */
export function payoutOf(
  earned: { bonusKop: number; leaderKop: number; carryInKop: number; ends: boolean },
  { leastPayoutKop }: PlanTerms,
): Payout {
  const sum = earned.bonusKop + earned.leaderKop + earned.carryInKop;
  return sum >= leastPayoutKop || earned.ends ? { postKop: sum, carryKop: 0 } : { postKop: 0, carryKop: sum };
}
