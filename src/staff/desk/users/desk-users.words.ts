import type { DeskPersonState } from '#contract/desk-users.ts';
import { ROLE_WORDS } from '#contract/right-words.ts';
import type { Role } from '#contract/roles.ts';
import type { Shown } from '#src/staff/desk/users/desk-users.rules.ts';

// People at the desk in words.

export const STATE_WORDS: Readonly<
  Record<DeskPersonState, { text: string; kind: 'leaf' | 'seed' | 'plain' | 'line' }>
> = {
  active: { text: 'работает', kind: 'leaf' },
  readonly: { text: 'только просмотр', kind: 'plain' },
  unconfirmed: { text: 'не подтверждён', kind: 'line' },
  wholesale: { text: 'ждёт проверки', kind: 'seed' },
  leaving: { text: 'удаляется', kind: 'seed' },
  merged: { text: 'объединена', kind: 'line' },
  closed: { text: 'закрыта', kind: 'line' },
};
export const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  staff: 'С правами хозяйства',
  operators: 'Операторы пунктов',
  readonly: 'Только просмотр',
  wholesale: 'Ждут проверки на опт',
  leaving: 'Уходят, ждут расчёта',
  cons: 'Консультанты',
  client: 'Клиенты',
  optovik: 'Оптовики',
};
export const roleWords = ({ role, is_operator: isOperator }: { role: Role; is_operator: boolean }): string =>
  isOperator ? `${ROLE_WORDS[role]}, оператор` : ROLE_WORDS[role];

const IN_GENITIVE = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
/** «с 1 декабря 2026 г.» */
export const sinceMonth = (period: number): string =>
  `с ${IN_GENITIVE.format(new Date(Date.UTC(Math.floor(period / 100), (period % 100) - 1, 1)))}`;
const DAY = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', day: 'numeric', month: 'long' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', day: 'numeric', month: 'long', year: 'numeric' }); // prettier-ignore
/** «4 декабря 2026 г.» */
export const dayAndYear = (iso: string): string => DAY_AND_YEAR.format(new Date(iso));
export const dayInMoscow = (iso: string): string => DAY.format(new Date(iso));
