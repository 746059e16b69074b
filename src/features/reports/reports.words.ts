import type { ListName } from '#src/features/reports/reports.rules.ts';

export const TITLES: Record<ListName | 'personal-stat', string> = {
  activity: 'Активность консультантов',
  inactive: 'Неактивные консультанты',
  rookie: 'Новички',
  birthdays: 'Дни рождения',
  'new-statuses': 'Новые статусы',
  'personal-stat': 'Личная статистика',
};
export const LEADS: Record<ListName | 'personal-stat', string> = {
  activity: 'ЛО, ГО, заказы и статус периода каждого',
  inactive: 'Кто молчит, как давно и когда был последний заказ',
  rookie: 'Первые три периода новых людей',
  birthdays: 'Кого поздравить в этом месяце',
  'new-statuses': 'Кто поднялся на ступень',
  'personal-stat': 'Ваши двенадцать периодов и график',
};
export const STRUCTURE_WORDS = ['Первая линия', 'Вся', 'По веткам'] as const;
export const CATEGORY_WORDS = { silent: 'молчащий', sleeping: 'спящий', gone: 'ушедший' } as const;
export const CATEGORY_NAMES = { silent: 'Молчащие', sleeping: 'Спящие', gone: 'Ушедшие' } as const;

const monthOnly = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' });
/** «Ноябрь», 1–12. */
export function monthWords(month: number): string {
  const words = monthOnly.format(new Date(Date.UTC(2001, month - 1, 1)));
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
/** 202611 is «Ноябрь 2026». */
export const periodWords = (period: number): string => `${monthWords(period % 100)} ${Math.floor(period / 100)}`;
const dayOnly = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayYear = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** 2026-11-06 is «6 ноября»; of another year with it. */
export function dayWords(day: string, today: Date = new Date()): string {
  const at = new Date(`${day}T00:00:00Z`);
  return at.getUTCFullYear() === today.getFullYear() ? dayOnly.format(at) : dayYear.format(at).replace(/\s*г\.$/, '');
}
/** 2026-11-06 is «06.11», of another year «06.11.25»: where there are many columns. */
export function dayShort(day: string, today: Date = new Date()): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return Number(year) === today.getFullYear() ? `${date}.${month}` : `${date}.${month}.${year.slice(2)}`;
}
/** 11-03 is «3 ноября». */
export const birthdayWords = (day: string): string => dayOnly.format(new Date(`2000-${day}T00:00:00Z`));
/** Month and day in Moscow, as birthdays have it. */
export const moscowToday = (now: Date = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow', month: '2-digit', day: '2-digit' })
    .formatToParts(now)
    .filter(({ type }) => type === 'month' || type === 'day')
    .map(({ value }) => value)
    .join('-');
