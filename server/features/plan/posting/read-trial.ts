import { bonusesOf } from '#contract/plan/bonuses.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import type { Db } from '#server/db/open.ts';
import { findPeriod, readClosedPeople } from '#server/features/plan/closing/periods.queries.ts';
import { readView } from '#server/features/plan/volumes/follow.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';
import { findEarnings } from '#server/features/plan/posting/trial.queries.ts';
import { type Trial, type TrialPerson, trialOf } from '#server/features/plan/posting/trial.rules.ts';

/** A month as its closing would leave it at this moment, or as it has left it; beside the month before, if that is closed. */
export async function readTrial(db: Db, period: number): Promise<Trial> {
  const stored = await findPeriod(db, period);
  const isClosed = stored !== undefined && stored.state !== 'closing';
  const before = await findEarnings(db, shiftPeriod(period, -1));
  const people = isClosed ? closedPeople(db, period) : peopleIn((await readView(db, period)).view);
  return trialOf(people, before, termsOf(period));
}

async function* closedPeople(db: Db, period: number): AsyncGenerator<TrialPerson[]> {
  for await (const rows of readClosedPeople(db, period))
    yield rows.map(({ userId, ownHalf, groupHalf, amountKop, bonusKop, leaderKop }) => ({
      userId,
      ownHalf,
      groupHalf,
      amountKop,
      earnedKop: bonusKop + leaderKop,
    }));
}
const AT_ONCE = 10_000;
function* peopleIn({ period, amountKop }: View): Generator<TrialPerson[]> {
  const { tree, own, group } = period;
  const { bonusKop, leaderKop } = bonusesOf(period);
  for (let from = 0; from < tree.ids.length; from += AT_ONCE)
    yield Array.from({ length: Math.min(AT_ONCE, tree.ids.length - from) }, (_, i) => ({
      userId: tree.ids[from + i]!,
      ownHalf: own[from + i]!,
      groupHalf: group[from + i]!,
      amountKop: amountKop[from + i]!,
      earnedKop: bonusKop[from + i]! + leaderKop[from + i]!,
    }));
}
