import type { Career, NetworkNow } from '#contract/network.ts';
import { periodsFrom } from '#contract/plan/periods.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { CONSULTANT_STATUS } from '#contract/plan/terms.ts';
import { conditionsOf } from '#contract/plan/titles.ts';
import { needWords } from '#contract/plan-words.ts';
import type { BirthdayRow, InactiveRow, RookieRow, StatusRow } from '#contract/reports.ts';
import { formatNumber, formatTenths, NBSP, pluralOf } from '#src/ui/numbers.ts';

// What «Бизнес» asks of the reports and how it says their answers (docs/product/network.md#business).
// Contents: 1 what is asked, 2 people of the short lists, 3 words of the period

// ── 1 What is asked ─────────────────────────────────────────────────────────────────────────────
/**
 * Contacts are told of one's own first line only (docs/product/reports.md), so whom to call is asked of it. Whoever fell silent last
 * comes first: easier to bring back than whoever went a year ago.
 */
export const ASKED = {
  rookie: {},
  'new-statuses': {},
  inactive: { structure: '0', sort: 'silent-asc' },
  birthdays: { structure: '0', sort: 'birth-asc' },
} as const;
export type ShortReport = keyof typeof ASKED;
const queryOf = (report: ShortReport): string => {
  const text = new URLSearchParams(ASKED[report]).toString();
  return text === '' ? '' : `?${text}`;
};
/** The name that the report itself keeps the same answer under. */
export const keptName = (report: ShortReport): string => `report:${report}${queryOf(report)}`;
/** The whole report, as the short list has asked for it. */
export const reportAddress = (report: ShortReport): string => `/user/reports/${report}${queryOf(report)}`;

// ── 2 People of the short lists ─────────────────────────────────────────────────────────────────
export const SHORT_ROWS = 5;
/** `phone`: null hides it, undefined for a list of people whose contacts are not asked for. `isUrgent`: today. */
export type ShortPerson = {
  id: number;
  name: string;
  reason: string;
  about: string;
  phone: string | null | undefined;
  isUrgent: boolean;
};
const dayOnly = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayYear = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** 2026-11-06 is «6 ноября», of another year than `year` with it. */
function dayWords(day: string, year: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  return at.getUTCFullYear() === year ? dayOnly.format(at) : dayYear.format(at).replace(/\s*г\.$/, '');
}
const yearOf = (today: Today): number => Number(today.slice(0, 4));
const lineText = (at: number, city: string | null = null): string => `${at}-я линия${city === null ? '' : `, ${city}`}`;
/** «2,5 балла». */
export const pointsText = (count: number): string =>
  `${formatTenths(count)}${NBSP}${pluralOf(count, { one: 'балл', few: 'балла', many: 'баллов', other: 'балла' })}`;

/** YYYY-MM-DD in Moscow, of the day that the screen stands on. */
export type Today = string;
/** Birthdays from today to the end of the month; the report has the past ones too. */
export const comingBirthdays = (rows: readonly BirthdayRow[], today: Today): ShortPerson[] =>
  rows
    .filter(({ day }) => day >= today.slice(5))
    .slice(0, SHORT_ROWS)
    .map(({ id, name, day, line: at, city, phone }) => ({
      id,
      name,
      reason:
        day === today.slice(5)
          ? 'День рождения сегодня'
          : `День рождения ${dayOnly.format(new Date(`2000-${day}T00:00:00Z`))}`,
      about: lineText(at, city),
      phone,
      isUrgent: day === today.slice(5),
    }));

export const silentPeople = (rows: readonly InactiveRow[], today: Today): ShortPerson[] =>
  rows.slice(0, SHORT_ROWS).map(({ id, name, periods, last_order: lastOrder, line: at, city, phone }) => ({
    id,
    name,
    reason: silenceWords(periods),
    about: `${lineText(at, city)}, ${lastOrder === null ? 'заказов не было' : `последний заказ ${dayWords(lastOrder, yearOf(today))}`}`,
    phone,
    isUrgent: false,
  }));
/** The chosen period is counted in (docs/product/reports.md#inactive): one of them is the month that still runs. */
function silenceWords(periods: number): string {
  if (periods <= 1) return 'В этом месяце ещё не активен';
  if (periods > 12) return 'Молчит больше 12 периодов';
  return `Молчит ${periods}${NBSP}${pluralOf(periods, { one: 'период', few: 'периода', many: 'периодов', other: 'периода' })}`;
}

export const newPeople = (rows: readonly RookieRow[], today: Today): ShortPerson[] =>
  rows.slice(0, SHORT_ROWS).map(({ id, name, qualified, missing, registered, line: at }) => ({
    id,
    name,
    reason: qualified ? 'Квалифицирован' : `До квалификации ${pointsText(missing)}`,
    about: `${lineText(at)}, с нами с ${dayWords(registered, yearOf(today))}`,
    phone: undefined,
    isUrgent: false,
  }));

/** Whoever stands higher in this month than ever before. */
export const risenPeople = (rows: readonly StatusRow[]): ShortPerson[] =>
  rows.slice(0, SHORT_ROWS).map(({ id, name, from, to, line: at }) => ({
    id,
    name,
    reason: `Теперь ${to.toLowerCase()}`,
    about: `${lineText(at)}, раньше ${from.toLowerCase()}`,
    phone: undefined,
    isUrgent: false,
  }));

/**
 * Whether the title is news on this phone, which has told of `told` before. A phone that has told of none is silent about titles of long
 * ago: a new phone is no promotion.
 */
export function isNewTitle(
  { title, period, is_preliminary: isPreliminary, history }: Career,
  told: number | null,
): boolean {
  if (title <= CONSULTANT_STATUS) return false;
  if (told !== null) return title > told;
  const since = history.find((one) => one.title === title)?.period ?? null;
  return isPreliminary || (since !== null && periodsFrom(since, period) === 1);
}
/** The title before this one. */
export const titleBefore = ({ title, history }: Career): number =>
  Math.max(CONSULTANT_STATUS, ...history.flatMap((one) => (one.title < title ? [one.title] : [])));

// ── 3 Words of the period ───────────────────────────────────────────────────────────────────────
/** Where the volumes stand on the way to the next status; null on the top rung. `activeFrom`: points of ЛО that make a month active. */
export function nextWords(
  { active, rung, next }: NetworkNow,
  activeFrom: number,
): { title: string; text: string } | null {
  if (!next) return null;
  const now = active ? `Сейчас ${rung.name.toLowerCase()}, ${rung.percent}${NBSP}%. ` : '';
  const then = `Будет ${next.percent}${NBSP}%`;
  if (next.missing === 0) {
    const text = `Осталась активность: ЛО от ${formatTenths(activeFrom)}. ${then}`;
    return { title: `ГО хватает на статус «${next.name}»`, text };
  }
  return { title: `${pointsText(next.missing)} ГО до статуса «${next.name}»`, text: `${now}${then}` };
}
/** What the title of the next status wants besides its volume, as the career counts it; '' for a title one has, and where activity is enough. */
export function titleWords({ next, period, title }: NetworkNow): string {
  const terms = termsOf(period);
  const wanted = next && next.id > title ? conditionsOf(next.id, terms) : [];
  if (wanted.every((need) => need.kind === 'own' && need.half === terms.activeHalf)) return '';
  return `Для звания ещё: ${wanted.map((need) => needWords(need, terms)).join(', ')}`;
}
/** Points of ЛО that the month lacks to be active; 0 when it is. */
export const toActive = ({ own, active }: NetworkNow, activeFrom: number): number =>
  active ? 0 : Math.max(0, activeFrom - own);
const monthOnly = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthAt = (period: number, after = 0): Date =>
  new Date(Date.UTC(Math.floor(period / 100), (period % 100) - 1 + after));
/** 202611 is «ноябрь 2026». */
export const monthWords = (period: number): string => monthOnly.format(monthAt(period)).replace(/\s*г\.$/, '');
/** 202612 is «10 января»: from that day of the next month on a month is paid (docs/product/network.md#posting). */
export const paidFrom = (period: number): string => dayOnly.format(monthAt(period, 1).getTime() + 9 * 86_400_000);
/** «34 из 60». */
export const countOf = ({ active, people }: { active: number; people: number }): string =>
  `${formatNumber(active)} из ${formatNumber(people)}`;
