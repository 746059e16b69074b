import { ballsFromHalf } from '#contract/money.ts';
import { isActive } from '#contract/plan/activity.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { isBelow } from '#server/features/plan/tree.queries.ts';
import type { PersonMonth } from '#server/features/reports/export-columns.rules.ts';
import { findClosedMonths, findPeople } from '#server/features/reports/people.queries.ts';
import { PERIODS, type Reader } from '#server/features/reports/read-list.ts';
import { periodName, rungName } from '#server/features/reports/words.rules.ts';
import { notFound } from '#server/platform/refuse.ts';

const NOT_BELOW = 'Такого человека в вашей структуре нет';

/** The last closed months of one person of the reader's structure. @throws RefusedError not_found for anybody else */
export async function monthsOfPerson(
  { db, viewerId }: Reader,
  userId: number,
): Promise<{ name: string; months: PersonMonth[] }> {
  if (!(await isBelow(db, { userId, aboveId: viewerId }))) throw notFound(NOT_BELOW);
  const people = await findPeople(db, viewerId, [userId]);
  const months = (await findClosedMonths(db, userId)).slice(0, PERIODS).map((month): PersonMonth => {
    const active = isActive(month.ownHalf, termsOf(month.period));
    return {
      period: periodName(month.period),
      own: ballsFromHalf(month.ownHalf),
      group: ballsFromHalf(month.groupHalf),
      status: active ? rungName(month.status, month.period) : null,
      isActive: active,
    };
  });
  return { name: people.get(userId)?.name ?? '', months };
}
