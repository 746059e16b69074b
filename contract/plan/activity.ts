import { periodsFrom, shiftPeriod } from '#contract/plan/periods.ts';
import type { PlanTerms } from '#contract/plan/terms.ts';

/** Active in a period: own volume of 30 points or more; in half-points (docs/product/plan.md#activity). */
export const isActive = (ownHalf: number, terms: PlanTerms): boolean => ownHalf >= terms.activeHalf;

export type Silence = 'active' | 'silent' | 'sleeping' | 'gone';
/** «молчащий» 1, «спящий» 2, «ушедший» 3 and more periods without activity. */
export const silenceOf = (inactivePeriods: number): Silence =>
  (['active', 'silent', 'sleeping'] as const)[inactivePeriods] ?? 'gone';

/**
 * Periods without activity in a row, counted back from `period` inclusively, never beyond the period of registration.
 * `ownHalf` answers the own volume of a period.
 */
export function inactivePeriods(
  { period, registered }: { period: number; registered: number },
  ownHalf: (period: number) => number,
  terms: PlanTerms,
): number {
  const most = Math.max(0, periodsFrom(registered, period) + 1);
  for (let back = 0; back < most; back += 1) if (isActive(ownHalf(shiftPeriod(period, -back)), terms)) return back;
  return most;
}

/** Whether the agreement ends; `closedInactive` counts closed periods only. */
export const endsAgreement = (closedInactive: number, terms: PlanTerms): boolean =>
  closedInactive >= terms.endsAfterPeriods;

/** Which period of a newcomer it is, from 1; 0 when the person is none (any more or yet). */
export function rookiePeriod(registered: number, period: number, terms: PlanTerms): number {
  const number = periodsFrom(registered, period) + 1;
  return number >= 1 && number <= terms.rookiePeriods ? number : 0;
}
/** Own volumes of a newcomer's periods, in half-points. */
export const isQualifiedRookie = (ownHalves: readonly number[], terms: PlanTerms): boolean =>
  ownHalves.reduce((sum, half) => sum + half, 0) >= terms.rookieHalf;
