import type { Silence } from '#contract/plan/activity.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { rungOf } from '#contract/plan/ladder.ts';

const month = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' });
/** «Ноябрь 2026». */
export function periodName(period: number): string {
  const [year, number] = [Math.floor(period / 100), period % 100];
  const words = month.format(new Date(Date.UTC(year, number - 1, 1)));
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${year}`;
}
/** The open month and those before it, the newest first. */
export const lastPeriods = (open: number, count: number): { id: number; name: string }[] =>
  Array.from({ length: count }, (_, back) => {
    const id = shiftPeriod(open, -back);
    return { id, name: periodName(id) };
  });

export const SILENCE_WORDS: Record<Exclude<Silence, 'active'>, string> = {
  silent: 'молчащий',
  sleeping: 'спящий',
  gone: 'ушедший',
};
/** Name of a status or title in a period's ladder. */
export const rungName = (id: number, period: number): string => rungOf(id, termsOf(period)).name;
