import type { Tree } from '#contract/plan/tree.ts';

/**
 * Group volumes (ГО): the own volume and that of the whole structure below, in half-points. One pass from the end: who stands behind
 * a person has been summed when the person is. Sums of a million people fit a float exactly, they do not fit 32 bits.
 */
export function groupVolumes({ parent }: Pick<Tree, 'parent'>, own: ArrayLike<number>): Float64Array {
  // A copy of a list of numbers is one move of memory; of anything else, one number after another.
  const group = own instanceof Float64Array ? own.slice() : Float64Array.from(own);
  for (let at = parent.length - 1; at >= 0; at -= 1) {
    const above = parent[at]!;
    if (above >= 0) group[above] = group[above]! + group[at]!;
  }
  return group;
}
