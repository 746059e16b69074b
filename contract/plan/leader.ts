import type { Period } from '#contract/plan/period.ts';
import { topPercentOf } from '#contract/plan/terms.ts';

/** Part of a leader bonus: the group volume of a head of line 1, less that of the first such heads below. */
export type LeaderShare = { taker: number; source: number; half: number; percent: number };

/**
 * The leader bonus (docs/product/plan.md#leader-bonus). Heads are the people with the highest percent. A point counts for the sponsor
 * of the nearest head above its owner and for nobody else, so generations do not stack.
 */
export function leaderShares(period: Period): LeaderShare[] {
  const { tree, group, percent, status, terms } = period;
  const top = topPercentOf(terms);
  const below = firstHeadsBelow(period, top);
  const shares: LeaderShare[] = [];
  for (let at = 0; at < percent.length; at += 1) {
    const taker = tree.parent[at]!;
    if (taker < 0 || percent[at] !== top) continue;
    const rate = terms.ladder[status[taker]!]!.leaderPercent;
    if (rate > 0) shares.push({ taker, source: at, half: group[at]! - below[at]!, percent: rate });
  }
  return shares;
}

/** For everybody: the group volumes of the nearest heads below them, in half-points. */
function firstHeadsBelow({ tree: { parent }, group, percent }: Period, top: number): Float64Array {
  const below = new Float64Array(parent.length);
  for (let at = parent.length - 1; at >= 0; at -= 1) {
    const above = parent[at]!;
    if (above >= 0) below[above] = below[above]! + (percent[at] === top ? group[at]! : below[at]!);
  }
  return below;
}
