import { SEARCH_MIN } from '#contract/consultants.ts';
import { PAGE_ROWS } from '#contract/reports.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { readSearch } from '#server/features/consultants/search.rules.ts';
import { askVolumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import type { ListAsked, ListColumn, ListFilter } from '#server/features/plan/volumes/list-types.rules.ts';
import { findIdsLike, findPeople } from '#server/features/reports/people.queries.ts';
import { type RowOf, toBranch, toTotals } from '#server/features/reports/rows.rules.ts';
import { lastPeriods, periodName } from '#server/features/reports/words.rules.ts';
import { isAskable } from '#server/features/plan/volumes/list-source.rules.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import type { MonthAbout } from '#server/features/plan/volumes/list-types.rules.ts';
import type { Volumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import { invalid, notFound } from '#server/platform/refuse.ts';

/** Who reads, and by what. */
export type Reader = { db: DbOrTx; volumes: Volumes | undefined; viewerId: number; now: Date };
/** What an address asks for; absent parts have their defaults. */
export type ListQuery = {
  structure?: 0 | 1 | 2 | undefined;
  period?: number | undefined;
  node?: number | undefined;
  q?: string | undefined;
  page?: number | undefined;
  sort?: string | undefined;
};
/** How many months a report offers, the open one included. */
export const PERIODS = 12;
const NOT_BELOW = 'Такого человека в вашей структуре нет. Откройте отчёт со своего имени';
const NO_PERIOD = 'Такого периода нет. Выберите период из списка';

/** The question for the list in memory. @throws RefusedError in words for a period that cannot be asked for, or too short a search */
export async function toAsked(
  reader: Reader,
  query: ListQuery,
  filter: ListFilter,
  by: ListColumn,
): Promise<ListAsked> {
  const { db, viewerId, now } = reader;
  if (query.period !== undefined && !isAskable(periodOf(now), query.period)) throw invalid({ period: [NO_PERIOD] });
  const [column, direction] = (query.sort ?? '').split('-');
  const ids = await idsOf(db, query.q);
  return {
    viewerId,
    nodeId: query.node ?? viewerId,
    period: query.period,
    structure: query.structure ?? 1,
    filter: ids === undefined ? filter : { ...filter, ids },
    by: column ? (column as ListColumn) : by, // The contract lists the columns of each report.
    isDescending: direction === undefined ? DESCENDING.has(by) : direction === 'desc',
  };
}
const DESCENDING: ReadonlySet<ListColumn> = new Set<ListColumn>(['group', 'own', 'silent', 'joined', 'status']);

async function idsOf(db: DbOrTx, q: string | undefined): Promise<number[] | undefined> {
  if (q === undefined || q.trim() === '') return undefined;
  const wanted = readSearch(q);
  if (wanted === 'short') throw invalid({ q: [`Введите не меньше ${SEARCH_MIN} букв или цифр`] });
  return wanted === 'none' ? [] : findIdsLike(db, wanted);
}

/** One page: a question to the lists in memory and one statement for the people in it (docs/decisions/401). */
export async function readList<R>(
  reader: Reader,
  asked: ListAsked,
  page: number,
  rowOf: (about: MonthAbout) => RowOf<R>,
) {
  const { db, volumes, viewerId, now } = reader;
  const range = { from: (page - 1) * PAGE_ROWS, limit: PAGE_ROWS };
  const { value, stamp } = await askVolumes(volumes, 'list', { ...asked, ...range });
  if (!value) throw invalid({ period: [NO_PERIOD] });
  if (!value.list) throw notFound(NOT_BELOW);
  const { list, about } = value;
  const ids = [...list.parents, ...list.rows.map(({ userId }) => userId), ...list.branches.map(({ userId }) => userId)];
  const people = await findPeople(db, viewerId, ids);
  // Moved away a moment ago: the lists in memory do not know it yet.
  if (!people.has(asked.nodeId)) throw notFound(NOT_BELOW);
  const toRow = rowOf(about);
  const items = list.rows.flatMap((row) => {
    const person = people.get(row.userId);
    return person ? [toRow(row, person, about.period)] : [];
  });
  return {
    server_time: now.toISOString(),
    as_of: about.closedAt ?? about.readAt ?? stamp.asOf,
    period: { id: about.period, name: periodName(about.period) },
    periods: lastPeriods(stamp.period, PERIODS),
    parents: list.parents.map((id) => ({ id, name: people.get(id)?.name ?? '' })),
    page,
    pages: Math.max(1, Math.ceil(list.count / PAGE_ROWS)),
    total: list.count,
    totals: toTotals(list.totals),
    items,
    branches: list.branches.flatMap((branch) => {
      const person = people.get(branch.userId);
      return person ? [toBranch(branch, person)] : [];
    }),
  };
}
