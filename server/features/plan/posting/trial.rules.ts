import type { PlanTerms } from '#contract/plan/terms.ts';
import { rateOf } from '#server/features/plan/posting/posting.rules.ts';

/** One person of a month as a trial looks at it; kopecks and half-points, bonus and leader bonus together. */
export type TrialPerson = { userId: number; ownHalf: number; groupHalf: number; amountKop: number; earnedKop: number };
export type OddKind = 'grown' | 'fallen' | 'first';
/** Somebody whose bonus differs from the last month's as it seldom does. */
export type Odd = { userId: number; kind: OddKind; fromKop: number; toKop: number };
export type Trial = {
  people: number;
  active: number;
  paidPeople: number;
  ownHalf: number;
  turnoverKop: number;
  earnedKop: number;
  /** Bonuses in hundredths of a percent of what the points are worth, and of the money of the orders; 0 without any. */
  payoutRate: number;
  turnoverRate: number;
  greatest: TrialPerson[];
  odd: Odd[];
};

const GREATEST = 20;
const MOST_ODD = 50;
/** Below it a change is everyday: a newcomer's first order, a month without one. */
const WORTH_A_LOOK_KOP = 1_000_00;
const FIRST_WORTH_A_LOOK_KOP = 10_000_00;
const TIMES = 3;

/** Whether a bonus has become three times what it was or a third of it, or is a great one without any before. */
export function oddOf(fromKop: number, toKop: number): OddKind | null {
  if (fromKop === 0) return toKop >= FIRST_WORTH_A_LOOK_KOP ? 'first' : null;
  if (Math.max(fromKop, toKop) < WORTH_A_LOOK_KOP) return null;
  if (toKop >= fromKop * TIMES) return 'grown';
  return toKop * TIMES <= fromKop ? 'fallen' : null;
}

/**
 * What two people look at before a month is paid (docs/product/network.md#posting). `before`: what everybody earned in the month before.
 * The people come in pieces, and only the greatest and the odd ones are kept.
 */
export async function trialOf(
  pieces: AsyncIterable<readonly TrialPerson[]> | Iterable<readonly TrialPerson[]>,
  before: ReadonlyMap<number, number>,
  terms: PlanTerms,
): Promise<Trial> {
  const sums = { people: 0, active: 0, paidPeople: 0, ownHalf: 0, turnoverKop: 0, earnedKop: 0 };
  let greatest: TrialPerson[] = [];
  let odd: Odd[] = [];
  const gone = new Map(before);
  for await (const people of pieces) {
    for (const one of people) {
      sums.people += 1;
      sums.active += one.ownHalf >= terms.activeHalf ? 1 : 0;
      sums.paidPeople += one.earnedKop > 0 ? 1 : 0;
      sums.ownHalf += one.ownHalf;
      sums.turnoverKop += one.amountKop;
      sums.earnedKop += one.earnedKop;
      const fromKop = before.get(one.userId) ?? 0;
      const kind = oddOf(fromKop, one.earnedKop);
      if (kind) odd.push({ userId: one.userId, kind, fromKop, toKop: one.earnedKop });
      gone.delete(one.userId);
    }
    greatest = firstOf(
      [...greatest, ...people.filter(({ earnedKop }) => earnedKop > 0)],
      GREATEST,
      (one) => one.earnedKop,
    );
    odd = firstOf(odd, MOST_ODD, differenceOf);
  }
  // Whoever has left the structure earns nothing any more.
  for (const [userId, fromKop] of gone) if (oddOf(fromKop, 0)) odd.push({ userId, kind: 'fallen', fromKop, toKop: 0 });
  return {
    ...sums,
    payoutRate: rateOf(sums.earnedKop, (sums.ownHalf * terms.pointKop) / 2),
    turnoverRate: rateOf(sums.earnedKop, sums.turnoverKop),
    greatest,
    odd: firstOf(odd, MOST_ODD, differenceOf),
  };
}
const differenceOf = ({ fromKop, toKop }: Odd): number => Math.abs(toKop - fromKop);
const firstOf = <T extends { userId: number }>(rows: readonly T[], most: number, by: (row: T) => number): T[] =>
  rows.toSorted((a, b) => by(b) - by(a) || a.userId - b.userId).slice(0, most);
