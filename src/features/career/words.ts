import type { Career } from '#contract/network.ts';
import { forecastOf } from '#contract/plan/forecast.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import type { PlanTerms, Rung, TitleNeed } from '#contract/plan/terms.ts';
import { conditionsOf, haveOf, titleBy } from '#contract/plan/titles.ts';
import { formatTenths, NBSP, pluralOf } from '#src/ui/numbers.ts';

const MONTHS = ['январь', 'февраль', 'март', 'апрель', 'май', 'июнь', 'июль', 'август', 'сентябрь', 'октябрь', 'ноябрь', 'декабрь']; // prettier-ignore
const OF_MONTHS = ['января', 'февраля', 'марта', 'апреля', 'мая', 'июня', 'июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря']; // prettier-ignore
/** 202606 → «июнь 2026». */
export const monthOf = (period: number): string => `${MONTHS[(period % 100) - 1]} ${Math.floor(period / 100)}`;
/** 202606 → «июня 2026», after «с». */
export const sinceMonth = (period: number): string => `${OF_MONTHS[(period % 100) - 1]} ${Math.floor(period / 100)}`;

const points = (half: number): string => formatTenths(half / 2);
/** «2,5 балла». */
export const pointsWords = (half: number): string =>
  `${points(half)}${NBSP}${pluralOf(half / 2, { one: 'балл', few: 'балла', many: 'баллов', other: 'балла' })}`;
/** One bar of «до следующего звания»: how much there is of what is wanted, in the same unit. */
export type NeedRow = { name: string; have: string; want: string; percent: number; isMet: boolean; words: string };
/** What the next title wants: volume first, then its conditions and those of the rungs below. */
export function needRows(career: Career, next: Rung, daysLeft: number): NeedRow[] {
  const terms = termsOf(career.period);
  const { own_half: own, group_half: group, counts } = career;
  return [
    volumeRow('Групповой объём, ГО', group, next.fromHalf, daysLeft),
    ...conditionsOf(next.id, terms).map((need) =>
      need.kind === 'own'
        ? volumeRow('Личный объём, ЛО', own, need.half, null)
        : countRow(need, haveOf(need, own, counts), terms),
    ),
  ];
}
function volumeRow(name: string, have: number, want: number, days: number | null): NeedRow {
  const missing = Math.max(0, want - have);
  const perDay = days !== null && days > 0 ? `, это ${points(Math.ceil(missing / days))} в день` : '';
  return {
    name,
    have: points(have),
    want: points(want),
    percent: want === 0 ? 100 : Math.min(100, Math.max(0, (have * 100) / want)),
    isMet: missing === 0,
    words: missing === 0 ? 'условие выполнено' : `не хватает ${pointsWords(missing)}${perDay}`,
  };
}
function countRow(need: Exclude<TitleNeed, { kind: 'own' }>, have: number, { ladder }: PlanTerms): NeedRow {
  const isMet = have >= need.count;
  const name =
    need.kind === 'active-in-line-1'
      ? 'Активных в 1-й линии'
      : `Веток, где есть ${ladder[need.status]?.name.toLowerCase()}`;
  return {
    name,
    have: String(have),
    want: String(need.count),
    percent: Math.min(100, (have * 100) / need.count),
    isMet,
    words: isMet ? 'условие выполнено' : `не хватает ${need.count - have}`,
  };
}
/** «Что, если» with its difference to what stands; the engine's own numbers (docs/product/plan.md#forecast). */
export function whatIf(career: Career, change: { ownHalf: number; addedHalf: number }) {
  const terms = termsOf(career.period);
  const told = forecastOf(career.below, change, terms);
  const now = forecastOf(career.below, { ownHalf: career.own_half, addedHalf: 0 }, terms);
  const title = Math.max(career.title, titleBy({ status: told.status, ownHalf: change.ownHalf }, career.counts, terms));
  const sumKop = told.bonusKop + told.leaderKop;
  return { ...told, sumKop, differenceKop: sumKop - now.bonusKop - now.leaderKop, title, terms };
}
