import { kopecksOf } from '#contract/plan/kopecks.ts';
import { leaderShares } from '#contract/plan/leader.ts';
import { toNextStatus } from '#contract/plan/ladder.ts';
import { sharesOf, takersOf } from '#contract/plan/shares.ts';
import { type PersonVolumes, personIn } from '#server/features/plan/volumes/page.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

type Count = { people: number; active: number };
/** The open period of one person: half-points and kopecks. */
export type Summary = {
  person: PersonVolumes;
  /** Missing to the next status; null on the top rung. */
  toNextHalf: number | null;
  line1: Count;
  structure: Count;
  /** What the volumes of this moment would pay: in all, of it from the own volume, and the leader bonus. */
  bonusKop: number;
  ownBonusKop: number;
  leaderKop: number;
};

/** Takers of a view are the same for everybody who asks for it. */
const takers = new WeakMap<View, Int32Array>();
function takersIn(view: View): Int32Array {
  const known = takers.get(view) ?? takersOf(view.period);
  takers.set(view, known);
  return known;
}

/** Null for who is not in the structure. */
export function summaryOf(view: View, userId: number): Summary | null {
  const person = personIn(view, userId);
  if (!person) return null;
  const { period } = view;
  const shares = sharesOf(period, person.place, takersIn(view));
  const unitsOf = (rows: readonly { half: number; percent: number }[]) =>
    rows.reduce((sum, { half, percent }) => sum + half * percent, 0);
  return {
    person,
    toNextHalf: toNextStatus(person.status, person.groupHalf, period.terms),
    line1: countOf(view, person.place, 'line1'),
    structure: countOf(view, person.place, 'all'),
    bonusKop: kopecksOf(unitsOf(shares), period.terms),
    ownBonusKop: kopecksOf(unitsOf(shares.filter(({ kind }) => kind === 'own')), period.terms),
    leaderKop: kopecksOf(unitsOf(leaderShares(period).filter(({ taker }) => taker === person.place)), period.terms),
  };
}

/** People below a place, the person not among them. */
function countOf({ period: { tree, active } }: View, place: number, which: 'line1' | 'all'): Count {
  const count = { people: 0, active: 0 };
  const end = place + tree.size[place]!;
  for (let at = place + 1; at < end; at = which === 'line1' ? at + tree.size[at]! : at + 1) {
    count.people += 1;
    count.active += active[at]!;
  }
  return count;
}
