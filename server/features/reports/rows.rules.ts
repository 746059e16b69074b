import { ballsFromHalf } from '#contract/money.ts';
import { silenceOf } from '#contract/plan/activity.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import type { ActivityRow, BirthdayRow, InactiveRow, ReportBranch, ReportTotals, RookieRow, StatusRow } from '#contract/reports.ts'; // prettier-ignore
import { moscowDay } from '#server/features/orders/vat.rules.ts';
import type { Branch, ListRow, ListTotals } from '#server/features/plan/volumes/list-types.rules.ts';
import type { ReportPerson } from '#server/features/reports/people.queries.ts';
import { rungName } from '#server/features/reports/words.rules.ts';

// Rows of the reports, of the numbers in memory and of the person in the database (docs/product/reports.md).

/** A row of a month; `period` tells which ladder its statuses are of. */
export type RowOf<R> = (row: ListRow, person: ReportPerson, period: number) => R;

const named = ({ userId, line }: ListRow, { consId, name }: ReportPerson) => ({
  id: userId,
  cons_id: consId,
  name,
  line,
});

export const toActivityRow: RowOf<ActivityRow> = (row, person, period) => ({
  ...named(row, person),
  active: row.isActive,
  own: ballsFromHalf(row.ownHalf),
  group: ballsFromHalf(row.groupHalf),
  active_line1: row.activeLine1,
  orders: row.orders,
  amount: row.amountKop,
  status: row.isActive ? { id: row.status, name: rungName(row.status, period) } : null,
  title: rungName(person.title, period),
  missing: missingOf(row, period),
  people: row.people,
});
/** To activity for who is not active, to the next status for the others. */
function missingOf({ isActive, ownHalf, toNextHalf }: ListRow, period: number): number | null {
  if (!isActive) return ballsFromHalf(Math.max(0, termsOf(period).activeHalf - ownHalf));
  return toNextHalf === null ? null : ballsFromHalf(toNextHalf);
}

export const toInactiveRow: RowOf<InactiveRow> = (row, person, period) => {
  const silence = silenceOf(row.silent);
  return {
    ...named(row, person),
    city: person.city,
    phone: person.phone,
    sponsor: person.sponsor,
    title: rungName(person.title, period),
    last_order: person.lastOrder,
    last_own: row.last === null ? null : ballsFromHalf(row.last.half),
    periods: row.silent,
    category: silence === 'active' ? 'silent' : silence,
  };
};

export const toRookieRow: RowOf<RookieRow> = (row, person, period) => {
  const sum = row.rookieHalves.reduce((a, b) => a + b, 0);
  const wanted = termsOf(period).rookieHalf;
  return {
    ...named(row, person),
    registered: person.registered,
    sponsor: person.sponsor,
    own: [0, 1, 2].map((at) => (row.rookieHalves[at] === undefined ? null : ballsFromHalf(row.rookieHalves[at]))),
    qualified: sum >= wanted,
    missing: ballsFromHalf(Math.max(0, wanted - sum)),
  };
};

export const toBirthdayRow: RowOf<BirthdayRow> = (row, person, period) => ({
  ...named(row, person),
  city: person.city,
  phone: person.phone,
  day: person.birthday ?? '',
  age: person.birthYear === null ? null : Math.floor(period / 100) - person.birthYear,
});

export const toStatusRow =
  (closedAt: string | null): RowOf<StatusRow> =>
  (row, person, period) => ({
    ...named(row, person),
    date: closedAt === null ? null : moscowDay(new Date(closedAt)),
    from: rungName(row.title?.from ?? 1, period),
    to: rungName(row.title?.to ?? 1, period),
    sponsor: person.sponsor,
    period,
  });

export const toBranch = (branch: Branch, { consId, name }: ReportPerson): ReportBranch => ({
  id: branch.userId,
  cons_id: consId,
  name,
  people: branch.people,
  active: branch.active,
  own: ballsFromHalf(branch.ownHalf),
  group: ballsFromHalf(branch.groupHalf),
  orders: branch.orders,
  amount: branch.amountKop,
});
export const toTotals = ({ ownHalf, amountKop, ...counts }: ListTotals): ReportTotals => ({
  ...counts,
  own: ballsFromHalf(ownHalf),
  amount: amountKop,
});
