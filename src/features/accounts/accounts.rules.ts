import { HISTORY_KINDS, type HistoryFilter, type HistoryMonth, type HistoryRow } from '#contract/bonus-history.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';

// The history's filter as the address says it, and its rows as the screen shows them.

const ACCOUNTS = ['0', '1', '2'] as const;
const monthIn = (text: string | null): number | undefined =>
  text !== null && /^20\d{2}(0[1-9]|1[0-2])$/.test(text) ? Number(text) : undefined;

/** What an address asks for; what makes no sense in it is left out. */
export function readHistoryAddress(search: string): HistoryFilter {
  const query = new URLSearchParams(search);
  const [period, till] = [monthIn(query.get('period')), monthIn(query.get('till'))];
  return {
    account: ACCOUNTS.find((one) => one === query.get('account')),
    kind: HISTORY_KINDS.find((one) => one === query.get('kind')),
    period,
    till: period !== undefined && till !== undefined && till > period ? till : undefined,
  };
}
/** The query of a filter, in one order, so that it names the kept answer too; empty for no filter. */
export function historyQuery({ account, kind, period, till }: HistoryFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ account, kind, period, till }))
    if (value !== undefined) query.set(name, String(value));
  return query.toString();
}
export const historyAddress = (filter: HistoryFilter): string => {
  const query = historyQuery(filter);
  return query === '' ? '/user/account' : `/user/account?${query}`;
};
export const isFiltered = (filter: HistoryFilter): boolean => historyQuery(filter) !== '';

export type PeriodChoice = { value: string; filter: Pick<HistoryFilter, 'period' | 'till'>; months: readonly number[] };
/** «Всё время», this month, the last ones, and the year so far. */
export function periodChoices(current: number): PeriodChoice[] {
  const january = Math.floor(current / 100) * 100 + 1;
  const month = (period: number): PeriodChoice => ({
    value: String(period),
    filter: { period, till: undefined },
    months: [period],
  });
  const span = (period: number): PeriodChoice => ({
    value: `${period}-${current}`,
    filter: { period, till: current },
    months: [period, current],
  });
  const last = [0, -1, -2, -3, -4, -5].map((by) => month(shiftPeriod(current, by)));
  return [
    ...last.slice(0, 2),
    span(shiftPeriod(current, -1)),
    ...last.slice(2),
    ...(january < current ? [span(january)] : []),
  ];
}
export const choiceOf = ({ period, till }: HistoryFilter): string =>
  period === undefined ? '' : till === undefined ? String(period) : `${period}-${till}`;

export type MonthOfRows = HistoryMonth & { rows: HistoryRow[] };
/** Rows under their months, in the order in which they came. */
export function byMonths(rows: readonly HistoryRow[], months: readonly HistoryMonth[]): MonthOfRows[] {
  return months.flatMap((month) => {
    const own = rows.filter((row) => row.month === month.month);
    return own.length > 0 ? [{ ...month, rows: own }] : [];
  });
}
