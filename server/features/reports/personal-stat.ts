import { ballsFromHalf } from '#contract/money.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { isActive } from '#contract/plan/activity.ts';
import type { StatMonth } from '#contract/reports.ts';
import { askVolumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import { type ClosedMonth, findClosedMonths } from '#server/features/reports/people.queries.ts';
import { PERIODS, type Reader } from '#server/features/reports/read-list.ts';
import { rungName } from '#server/features/reports/words.rules.ts';
import type { Summary } from '#server/features/plan/volumes/summary.rules.ts';
import { refuse } from '#server/platform/refuse.ts';

const OUTSIDE = 'Вас ещё нет в структуре. Напишите в поддержку';

/** Twelve months of the reader, the oldest first (docs/product/reports.md#personal). */
export async function readPersonalStat({ db, volumes, viewerId, now }: Reader, name: string) {
  const { value: summary, stamp } = await askVolumes(volumes, 'summary', { userId: viewerId });
  if (!summary) return refuse('unavailable', OUTSIDE);
  const months = Array.from({ length: PERIODS }, (_, back) => shiftPeriod(stamp.period, back + 1 - PERIODS));
  const { value: below } = await askVolumes(volumes, 'stat', { userId: viewerId, months });
  const closed = await findClosedMonths(db, viewerId);
  const own = [...closed, openMonth(stamp.period, summary)];
  const stat = months.flatMap((period, at): StatMonth[] => {
    const month = own.find((one) => one.period === period);
    if (!month) return [];
    const before = own.filter((one) => one.period <= period).reduce((sum, { ownHalf }) => sum + ownHalf, 0);
    const { active = 0, rookies = 0 } = below?.[at] ?? {};
    const status = isActive(month.ownHalf, termsOf(period)) ? { id: month.status, name: rungName(month.status, period) } : null; // prettier-ignore
    const volumesOfMonth = { lo: ballsFromHalf(month.ownHalf), go: ballsFromHalf(month.groupHalf), no: ballsFromHalf(before) }; // prettier-ignore
    return [{ period, ...volumesOfMonth, rookies, active, status, bonus: month.bonusKop, is_open: period === stamp.period }]; // prettier-ignore
  });
  return { server_time: now.toISOString(), as_of: stamp.asOf, id: viewerId, name, stat };
}
const openMonth = (period: number, { person, bonusKop, leaderKop }: Summary): ClosedMonth => ({
  period,
  ownHalf: person.ownHalf,
  groupHalf: person.groupHalf,
  status: person.status,
  bonusKop: bonusKop + leaderKop,
});
