import { kopecksOfRows } from '#contract/plan/kopecks.ts';
import { leaderShares } from '#contract/plan/leader.ts';
import type { Period } from '#contract/plan/period.ts';
import { passedOver, sharesOf } from '#contract/plan/shares.ts';
import type { PlanTerms } from '#contract/plan/terms.ts';
import { sizesOf } from '#contract/plan/tree.ts';
import type { PlaceRow } from '#server/features/plan/bonuses/bonuses.queries.ts';

/** A row of a bonus (docs/product/network.md#derivation): user ids, half-points, percents, kopecks. */
export type Source = {
  kind: 'own' | 'branch' | 'passed-up' | 'leader';
  userId: number;
  half: number;
  percent: number;
  mine: number;
  theirs: number;
  amountKop: number;
  passed: number[];
};

/** A structure as a closed month has it, its head first: what the engine needs to tell the rows of the head's bonus. */
export function periodOfRows(rows: readonly PlaceRow[], terms: PlanTerms): Period {
  const base = rows[0]?.pos ?? 0;
  const parent = Int32Array.from(rows, ({ parentPos }, at) => (at === 0 ? -1 : parentPos - base));
  return {
    tree: { ids: Int32Array.from(rows, ({ userId }) => userId), parent, size: sizesOf(parent) },
    terms,
    own: Float64Array.from(rows, ({ ownHalf }) => ownHalf),
    group: Float64Array.from(rows, ({ groupHalf }) => groupHalf),
    // Who has a percent or a status above that of everybody is active; so is who has 30 points and a group below the first rung.
    active: Uint8Array.from(rows, ({ ownHalf }) => (ownHalf >= terms.activeHalf ? 1 : 0)),
    status: Uint8Array.from(rows, ({ status }) => status),
    percent: Uint8Array.from(rows, ({ percent }) => percent),
  };
}

/** The rows of the head's bonus and leader bonus; together they are both to the kopeck. */
export function sourcesOf(period: Period): Source[] {
  const { tree, percent, terms } = period;
  const shares = sharesOf(period, 0);
  const kopecks = kopecksOfRows(shares, terms);
  const mine = percent[0] ?? 0;
  const idOf = (at: number): number => tree.ids[at]!;
  const bonus = shares.map((share, i): Source => ({
    kind: share.kind,
    userId: idOf(share.source),
    half: share.half,
    percent: share.percent,
    mine,
    theirs: share.kind === 'branch' ? percent[share.source]! : 0,
    amountKop: kopecks[i]!,
    passed: passedOver(period, share).map(idOf),
  }));
  return [...bonus, ...leaderSources(period, idOf)];
}

function leaderSources(period: Period, idOf: (at: number) => number): Source[] {
  const shares = leaderShares(period).filter(({ taker }) => taker === 0);
  const kopecks = kopecksOfRows(shares, period.terms);
  return shares.map(({ source, half, percent }, i) => ({
    kind: 'leader',
    userId: idOf(source),
    half,
    percent,
    mine: percent,
    theirs: 0,
    amountKop: kopecks[i]!,
    passed: [],
  }));
}

/** The greatest rows, and what is left of them in one sum. */
export function shortened(
  sources: readonly Source[],
  most: number,
): { shown: Source[]; count: number; amountKop: number } {
  if (sources.length <= most) return { shown: [...sources], count: 0, amountKop: 0 };
  const greatest = new Set(sources.toSorted((a, b) => b.amountKop - a.amountKop).slice(0, most));
  const rest = sources.filter((one) => !greatest.has(one));
  return {
    shown: sources.filter((one) => greatest.has(one)),
    count: rest.length,
    amountKop: rest.reduce((sum, { amountKop }) => sum + amountKop, 0),
  };
}

export type Missing = { why: 'outside' | 'inactive' | 'small'; half: number };
/** «Чего не хватило»: why a month has no bonus, and how many half-points were missing to the first one; null where there is one. */
export function missingIn(
  {
    pos,
    ownHalf,
    groupHalf,
    bonusKop,
    leaderKop,
  }: { pos: number | null; ownHalf: number; groupHalf: number; bonusKop: number; leaderKop: number },
  terms: PlanTerms,
): Missing | null {
  if (bonusKop + leaderKop > 0) return null;
  if (pos === null) return { why: 'outside', half: 0 };
  if (ownHalf < terms.activeHalf) return { why: 'inactive', half: terms.activeHalf - ownHalf };
  const first = terms.ladder.find(({ percent }) => percent > 0);
  return { why: 'small', half: Math.max(0, (first?.fromHalf ?? 0) - groupHalf) };
}
