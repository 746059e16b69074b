import type { ActivityRow, BirthdayRow, InactiveRow, RookieRow, StatusRow } from '#contract/reports.ts';
import { SILENCE_WORDS } from '#server/features/reports/words.rules.ts';
import type { ExportColumn } from '#server/platform/export/columns.rules.ts';

// Columns of the files, as on the screens (docs/product/reports.md).

type Person = { cons_id: string; name: string; line: number };
const number: ExportColumn<Person> = { title: 'Рег. номер', kind: 'text', value: (row) => row.cons_id };
const name: ExportColumn<Person> = { title: 'ФИО', kind: 'text', value: (row) => row.name };
const line: ExportColumn<Person> = { title: 'Линия', kind: 'number', value: (row) => row.line };
const text = <R>(title: string, value: (row: R) => string | null): ExportColumn<R> => ({ title, kind: 'text', value });
const count = <R>(title: string, value: (row: R) => number | null): ExportColumn<R> => ({ title, kind: 'number', value }); // prettier-ignore

export const ACTIVITY_COLUMNS: readonly ExportColumn<ActivityRow>[] = [
  number,
  name,
  line,
  count('ЛО', (row) => row.own),
  count('ГО', (row) => row.group),
  count('Активных в 1-й линии', (row) => row.active_line1),
  count('Заказов', (row) => row.orders),
  { title: 'Сумма, ₽', kind: 'money', value: (row) => row.amount },
  text('Статус периода', (row) => row.status?.name ?? null),
  count('До след. статуса', (row) => row.missing),
];
export const INACTIVE_COLUMNS: readonly ExportColumn<InactiveRow>[] = [
  number,
  name,
  line,
  text('Спонсор', (row) => row.sponsor),
  text('Телефон', (row) => row.phone),
  text('Город', (row) => row.city),
  text('Звание', (row) => row.title),
  { title: 'Посл. заказ', kind: 'date', value: (row) => row.last_order },
  count('ЛО посл.', (row) => row.last_own),
  count('Периодов без активности', (row) => row.periods),
  text('Категория', (row) => SILENCE_WORDS[row.category]),
];
export const ROOKIE_COLUMNS: readonly ExportColumn<RookieRow>[] = [
  number,
  name,
  { title: 'Дата регистрации', kind: 'date', value: (row) => row.registered },
  text('Спонсор', (row) => row.sponsor),
  line,
  ...[0, 1, 2].map((at) => count<RookieRow>(`ЛО ${at + 1} период`, (row) => row.own[at] ?? null)),
  text('Квалифицирован', (row) => (row.qualified ? 'да' : 'нет')),
];
export const BIRTHDAY_COLUMNS: readonly ExportColumn<BirthdayRow>[] = [
  text('Дата', (row) => row.day.split('-').toReversed().join('.')),
  count('Возраст', (row) => row.age),
  name,
  number,
  line,
  text('Город', (row) => row.city),
  text('Телефон', (row) => row.phone),
];
export const STATUS_COLUMNS: readonly ExportColumn<StatusRow>[] = [
  { title: 'Дата', kind: 'date', value: (row) => row.date },
  name,
  number,
  text('Был', (row) => row.from),
  text('Стал', (row) => row.to),
  line,
  text('Спонсор', (row) => row.sponsor),
  count('Период', (row) => row.period),
];
/** One month of one person. */
export type PersonMonth = { period: string; own: number; group: number; status: string | null; isActive: boolean };
export const MONTH_COLUMNS: readonly ExportColumn<PersonMonth>[] = [
  text('Период', (row) => row.period),
  count('ЛО', (row) => row.own),
  count('ГО', (row) => row.group),
  text('Статус периода', (row) => row.status),
  text('Активен', (row) => (row.isActive ? 'да' : 'нет')),
];
