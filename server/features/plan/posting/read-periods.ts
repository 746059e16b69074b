import type { DeskPeriod } from '#contract/desk-finance.ts';
import { ballsFromHalf } from '#contract/money.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { closesAt, paysAt, stateOf } from '#server/features/plan/closing/due.rules.ts';
import { findUnclosed, type PeriodRow, readPeriods } from '#server/features/plan/closing/periods.queries.ts';
import { type Approval, findApprovals } from '#server/features/plan/posting/approvals.queries.ts';
import { countLate } from '#server/features/plan/posting/corrections.queries.ts';
import { findPostedSums, type PostedSums } from '#server/features/plan/posting/trial.queries.ts';

/** Two years and what is open: older months are paid and told of by the reports. */
const SHOWN_MONTHS = 24;

/** The months of the plan as the desk sees them, the youngest first. */
export async function readDeskPeriods(db: DbOrTx, now: Date): Promise<DeskPeriod[]> {
  const current = periodOf(now);
  const first = shiftPeriod(current, -SHOWN_MONTHS);
  const stored = await readPeriods(db, first);
  const unclosed = await findUnclosed(db, current);
  const sums = await findPostedSums(db, first);
  const late = await countLate(db, first);
  const approvals = await findApprovals(db, first);
  const ids = new Set([current, shiftPeriod(current, -1), ...unclosed, ...stored.map(({ id }) => id)]);
  return [...ids]
    .toSorted((a, b) => b - a)
    .map((id) =>
      toDeskPeriod(id, current, {
        row: stored.find((row) => row.id === id),
        sums: sums.get(id),
        late: late.get(id) ?? 0,
        approvals: approvals.filter(({ period }) => period === id),
      }),
    );
}

type Parts = { row: PeriodRow | undefined; sums: PostedSums | undefined; late: number; approvals: readonly Approval[] };
function toDeskPeriod(period: number, current: number, { row, sums, late, approvals }: Parts): DeskPeriod {
  return {
    period,
    state: stateOf(period, current, row?.state ?? null),
    closes_at: closesAt(period).toISOString(),
    pays_at: paysAt(period).toISOString(),
    paid_at: row?.paidAt?.toISOString() ?? null,
    closed:
      row?.sha256 == null
        ? null
        : {
            sha256: row.sha256,
            people: row.people ?? 0,
            volume: ballsFromHalf(row.ownHalf ?? 0),
            earned: (row.bonusKop ?? 0) + (row.leaderKop ?? 0),
          },
    approvals: approvals.map(({ userId, name, at }) => ({ user_id: userId, name, at: at.toISOString() })),
    posted: {
      people: sums?.postedRows ?? 0,
      of: sums?.rows ?? 0,
      amount: sums?.postedKop ?? 0,
      carried: sums?.carriedKop ?? 0,
      to_correct: sums?.toCorrectKop ?? 0,
    },
    late_returns: late,
  };
}
