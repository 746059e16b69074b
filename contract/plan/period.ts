import { isActive } from '#contract/plan/activity.ts';
import { statusOf } from '#contract/plan/ladder.ts';
import type { PlanTerms } from '#contract/plan/terms.ts';
import type { Tree } from '#contract/plan/tree.ts';
import { groupVolumes } from '#contract/plan/volumes.ts';

/** A period as far as volumes decide it. Every list is by place in the tree; volumes in half-points. */
export type Period = {
  tree: Tree;
  terms: PlanTerms;
  own: ArrayLike<number>;
  group: Float64Array;
  /** 1 for the active. */
  active: Uint8Array;
  /** Status of the period, and the percent that it gives: 0 for the inactive. */
  status: Uint8Array;
  percent: Uint8Array;
};

/**
 * Volumes, activity and statuses of everybody. `house` is the place of the house account, which is never active and earns nothing.
 * An own volume may be negative when more came back than was bought; whoever has it is not active.
 */
export function measurePeriod(
  tree: Tree,
  own: ArrayLike<number>,
  { terms, house = -1 }: { terms: PlanTerms; house?: number },
): Period {
  const group = groupVolumes(tree, own);
  const period = {
    tree,
    terms,
    own,
    group,
    active: new Uint8Array(group.length),
    status: new Uint8Array(group.length),
    percent: new Uint8Array(group.length),
  };
  for (let at = 0; at < group.length; at += 1) measureAt(period, at, house);
  return period;
}
/**
 * The period after a few own volumes have changed: what `measurePeriod` makes of them, but only the people and those above them are
 * measured (property 6 of docs/product/plan.md). `own` holds the new volumes; `changed`: by how many half-points, by place; `into`: lists
 * that say the same as those before and may be written over.
 */
export function periodAfter(
  before: Period,
  own: ArrayLike<number>,
  { changed, house = -1, into }: { changed: ReadonlyMap<number, number>; house?: number; into?: Measured },
): Period {
  const { parent } = before.tree;
  const { group, active, status, percent } = into ?? copyOf(before);
  const period = { ...before, own, group, active, status, percent };
  for (const [place, half] of changed)
    for (let at = place; at >= 0; at = parent[at]!) period.group[at] = period.group[at]! + half;
  for (const place of changed.keys()) for (let at = place; at >= 0; at = parent[at]!) measureAt(period, at, house);
  return period;
}
/** What is measured of everybody, by place. */
export type Measured = Pick<Period, 'group' | 'active' | 'status' | 'percent'>;
const copyOf = ({ group, active, status, percent }: Period): Measured => ({ group: group.slice(), active: active.slice(), status: status.slice(), percent: percent.slice() }); // prettier-ignore
function measureAt(period: Period, at: number, house: number): void {
  const { own, group, active, status, percent, terms } = period;
  const volumes = { ownHalf: at === house ? 0 : own[at]!, groupHalf: group[at]! };
  active[at] = isActive(volumes.ownHalf, terms) ? 1 : 0;
  const reached = statusOf(volumes, terms);
  status[at] = reached;
  percent[at] = terms.ladder[reached]!.percent;
}
