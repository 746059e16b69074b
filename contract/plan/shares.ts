import type { Period } from '#contract/plan/period.ts';

/**
 * What one person's volume brings to the nearest active person above them, or to themselves: the rows of a bonus and the whole of
 * it (docs/product/plan.md#bonus). `half` × `percent` is in units of a two-hundredth of a point, always whole.
 */
export type Share = {
  /** Own volume; the group volume of an active person below; the own volume of an inactive one, whose structure follows by itself. */
  kind: 'own' | 'branch' | 'passed-up';
  /** Places of who takes and whose volume it is. */
  taker: number;
  source: number;
  half: number;
  percent: number;
};

/** For everybody the nearest active person above, −1 without one: inactive people are passed over («компрессия»). */
export function takersOf({ tree: { parent }, active }: Period): Int32Array {
  const taker = new Int32Array(parent.length);
  for (let at = 0; at < parent.length; at += 1) {
    const above = parent[at]!;
    taker[at] = above < 0 || active[above] ? above : taker[above]!;
  }
  return taker;
}

/**
 * Hands out every share of the people in `[from, to)`, own ones first. Bonuses are the sums of what this hands out, and «откуда эта
 * сумма» lists the same.
 */
export function eachShare(
  { own, group, active, percent }: Period,
  taker: Int32Array,
  { from = 0, to = active.length }: { from?: number; to?: number },
  take: (kind: Share['kind'], taker: number, source: number, half: number, percent: number) => void,
): void {
  for (let at = from; at < to; at += 1) {
    const rate = percent[at]!;
    if (rate > 0) take('own', at, at, own[at]!, rate);
    const above = taker[at]!;
    const aboveRate = above < 0 ? 0 : percent[above]!;
    if (active[at]) {
      if (aboveRate > rate) take('branch', above, at, group[at]!, aboveRate - rate);
    } else if (aboveRate > 0 && own[at] !== 0) take('passed-up', above, at, own[at]!, aboveRate);
  }
}

/** Units of everybody's bonus by place: Σ half-points × percent. */
export function bonusUnits(period: Period): Float64Array {
  const units = new Float64Array(period.active.length);
  eachShare(period, takersOf(period), {}, (_kind, taker, _source, half, percent) => {
    units[taker] = units[taker]! + half * percent;
  });
  return units;
}

/** The rows of one person's bonus, in the order of the structure: own volume first, then branches. */
export function sharesOf(period: Period, at: number, taker: Int32Array = takersOf(period)): Share[] {
  const shares: Share[] = [];
  const to = at + period.tree.size[at]!;
  eachShare(period, taker, { from: at, to }, (kind, who, source, half, percent) => {
    if (who === at) shares.push({ kind, taker: who, source, half, percent });
  });
  return shares;
}
/** Who was passed over between the source of a share and its taker, from below: the reason why a deep branch counts here. */
export function passedOver({ tree: { parent } }: Period, { taker, source }: Pick<Share, 'taker' | 'source'>): number[] {
  const between: number[] = [];
  if (source === taker) return between;
  for (let at = parent[source]!; at !== taker; at = parent[at]!) between.push(at);
  return between;
}
