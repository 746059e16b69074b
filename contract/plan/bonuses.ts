import { kopecksOf } from '#contract/plan/kopecks.ts';
import { type LeaderShare, leaderShares } from '#contract/plan/leader.ts';
import type { Period } from '#contract/plan/period.ts';
import { bonusUnits } from '#contract/plan/shares.ts';

/** Everybody's earnings of a period in kopecks, by place, before anything is carried over. */
export type Bonuses = { bonusKop: Float64Array; leaderKop: Float64Array };

/** Bonus and leader bonus, each rounded once (docs/product/plan.md#bonus). */
export function bonusesOf(period: Period): Bonuses {
  const bonus = bonusUnits(period);
  const leader = leaderUnits(period, leaderShares(period));
  return {
    bonusKop: bonus.map((units) => kopecksOf(units, period.terms)),
    leaderKop: leader.map((units) => kopecksOf(units, period.terms)),
  };
}

/** Units of everybody's leader bonus by place. */
export function leaderUnits({ active }: Period, shares: readonly LeaderShare[]): Float64Array {
  const units = new Float64Array(active.length);
  for (const { taker, half, percent } of shares) units[taker] = units[taker]! + half * percent;
  return units;
}
