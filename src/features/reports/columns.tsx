import { Link } from 'wouter';
import type { ActivityRow, BirthdayRow, InactiveRow, ReportTotals, RookieRow, StatusRow } from '#contract/reports.ts';
import { addressOf, type ReportAsked } from '#src/features/reports/reports.rules.ts';
import {
  birthdayWords,
  CATEGORY_WORDS,
  dayShort,
  dayWords,
  moscowToday,
  periodWords,
} from '#src/features/reports/reports.words.ts';
import { formatMoney, formatNumber, formatTenths, NBSP, pluralOf } from '#src/ui/format.ts';
import type { CellAt, Column } from '#src/ui/table/columns.ts';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Reports.module.css';

// Columns of the reports: table and cards of them. The shop sorts them; `value` says by which one may.

type Person = { id: number; cons_id: string; name: string; line: number };
const NOTHING = <span className="mute">—</span>;
const sortable = () => null;
/** What a card says in one line below the name; a table has columns for it. */
const Under = ({ of }: { of: readonly (string | null | false)[] }) => <span className={styles.under}>{of.filter(Boolean).join(' · ')}</span>; // prettier-ignore
const lineWords = (at: number): string => `${formatNumber(at)}-я линия`;
const YEARS = { one: 'год', few: 'года', many: 'лет', other: 'года' };
const yearsWords = (age: number): string => `${age}${NBSP}${pluralOf(age, YEARS)}`;
const sponsorWords = (name: string | null) => name !== null && `наставник ${name}`;
const number = <R extends Person>(): Column<R> => ({ key: 'number', title: 'Рег. номер', card: 'side', cell: (row) => <span className="num soft">{row.cons_id}</span> }); // prettier-ignore
/** On a card whose corner is taken it stands below the name. */
const numberBelow = <R extends Person>(): Column<R> => ({ ...number<R>(), card: 'none' });
const line = <R extends Person>(): Column<R> => ({ key: 'line', title: 'Линия', figures: true, card: 'none', value: sortable, cell: (row) => formatNumber(row.line) }); // prettier-ignore
const plainName = <R extends Person>(under: (row: R) => readonly (string | null | false)[]): Column<R> => ({
  key: 'name',
  title: 'ФИО',
  card: 'head',
  cell: (row, at) => (
    // The row's place for the keyboard; there is nothing to open.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <span className={styles.name} {...at} {...{ [OPENER]: '' }}>
      {row.name}
      <Under of={under(row)} />
    </span>
  ),
});
const phone = <R extends { phone: string | null; name: string }>(): Column<R> => ({
  key: 'phone',
  title: 'Телефон',
  cell: (row, at: CellAt) =>
    row.phone === null ? (
      <span className="mute" title="Контакты видны, если человек разрешил показывать их своему консультанту">
        —
      </span>
    ) : (
      <a
        className="link num"
        href={`tel:${row.phone}`}
        tabIndex={at.tabIndex}
        aria-label={`${row.phone}, позвонить: ${row.name}`}
      >
        {row.phone}
      </a>
    ),
});
const city = <R extends { city: string | null }>(): Column<R> => ({ key: 'city', title: 'Город', wide: true, card: 'none', cell: (row) => (row.city === null ? NOTHING : <span className={styles.whole}>{row.city}</span>) }); // prettier-ignore
const points = (value: number | null) => (value === null ? NOTHING : formatTenths(value));

/** Active people are told from others by shape and word, not by colour alone. */
const Mark = ({ active }: { active: boolean }) => (
  <span className={`${styles.act} ${active ? styles.on : ''}`} title={active ? 'активен' : 'не активен'}>
    <span className="sr">{active ? 'активен ' : 'не активен '}</span>
  </span>
);

export const activityColumns = (asked: ReportAsked, totals: ReportTotals): readonly Column<ActivityRow>[] => [
  number(),
  {
    key: 'name',
    title: 'ФИО',
    card: 'head',
    total: `Итого: ${formatNumber(totals.people)}, активны ${formatNumber(totals.active)}`,
    cell: (row, at) => (
      <span className={styles.who}>
        <Mark active={row.active} />
        <span>
          {row.people > 0 ? (
            <Link
              className={styles.name}
              href={addressOf('activity', {
                ...asked,
                node: String(row.id),
                page: undefined,
                q: undefined,
                structure: '1',
              })}
              aria-label={`Ветка: ${row.name}`}
              {...at}
              {...{ [OPENER]: '' }}
            >
              {row.name}
            </Link>
          ) : (
            // Nothing below to open, but a place for the keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <span className={styles.name} {...at} {...{ [OPENER]: '' }}>
              {row.name}
            </span>
          )}
          <Under of={[lineWords(row.line), row.status?.name ?? 'без статуса']} />
        </span>
      </span>
    ),
  },
  line(),
  { key: 'own', title: 'ЛО', figures: true, card: 'fact', value: sortable, total: formatTenths(totals.own), cell: (row) => <span className={row.active ? '' : styles.low}>{formatTenths(row.own)}</span> }, // prettier-ignore
  {
    key: 'group',
    title: 'ГО',
    figures: true,
    card: 'fact',
    value: sortable,
    cell: (row) => <b>{formatTenths(row.group)}</b>,
  },
  { key: 'active_line1', title: 'Активных в 1-й линии', figures: true, wide: true, cell: (row) => formatNumber(row.active_line1) }, // prettier-ignore
  { key: 'orders', title: 'Заказов', figures: true, wide: true, card: 'fact', value: sortable, total: formatNumber(totals.orders), cell: (row) => formatNumber(row.orders) }, // prettier-ignore
  { key: 'amount', title: 'Сумма', figures: true, wide: true, card: 'fact', value: sortable, total: formatMoney(totals.amount), cell: (row) => formatMoney(row.amount) }, // prettier-ignore
  { key: 'status', title: 'Статус периода', value: sortable, card: 'none', cell: (row) => <span className={styles.whole}>{row.status?.name ?? <span className="mute">без статуса</span>}</span> }, // prettier-ignore
  { key: 'missing', title: 'До след. статуса', figures: true, wide: true, cell: (row) => points(row.missing) },
];

export const inactiveColumns = (): readonly Column<InactiveRow>[] => [
  number(),
  plainName((row) => [lineWords(row.line), row.title, row.city, sponsorWords(row.sponsor)]),
  line(),
  {
    key: 'sponsor',
    title: 'Спонсор',
    wide: true,
    card: 'none',
    cell: (row) => (row.sponsor === null ? NOTHING : <span className={styles.whole}>{row.sponsor}</span>),
  },
  phone(),
  city(),
  {
    key: 'title',
    title: 'Звание',
    wide: true,
    card: 'none',
    cell: (row) => <span className={styles.whole}>{row.title}</span>,
  },
  { key: 'last_order', title: 'Посл. заказ', card: 'fact', cell: (row) => (row.last_order === null ? NOTHING : <span className={`num ${styles.whole}`}>{dayShort(row.last_order)}</span>) }, // prettier-ignore
  { key: 'last_own', title: 'ЛО посл.', figures: true, wide: true, card: 'fact', cell: (row) => points(row.last_own) },
  { key: 'silent', title: 'Периодов', figures: true, card: 'fact', value: sortable, cell: (row) => (row.periods > 12 ? 'больше 12' : row.periods) }, // prettier-ignore
  { key: 'category', title: 'Категория', card: 'plain', cell: (row) => <Tag kind="plain">{CATEGORY_WORDS[row.category]}</Tag> }, // prettier-ignore
];

export const rookieColumns = (totals: ReportTotals): readonly Column<RookieRow>[] => [
  number(),
  {
    ...plainName<RookieRow>((row) => [`с ${dayWords(row.registered)}`, lineWords(row.line), sponsorWords(row.sponsor)]),
    total: `Итого: ${formatNumber(totals.people)}`,
  },
  { key: 'joined', title: 'Регистрация', card: 'none', value: sortable, cell: (row) => dayWords(row.registered) },
  {
    key: 'sponsor',
    title: 'Спонсор',
    wide: true,
    card: 'none',
    cell: (row) => (row.sponsor === null ? NOTHING : <span className={styles.whole}>{row.sponsor}</span>),
  },
  { ...line<RookieRow>(), wide: true },
  ...[0, 1, 2].map((at): Column<RookieRow> => ({ key: `own${at}`, title: `ЛО ${at + 1}`, figures: true, card: 'fact', cell: (row) => points(row.own[at] ?? null) })), // prettier-ignore
  {
    key: 'qualified',
    title: 'Квалифицирован',
    total: `квалифицированы ${formatNumber(totals.qualified)}`,
    cell: (row) => (row.qualified ? <Tag kind="leaf">да</Tag> : <span className="soft">ещё {points(row.missing)}</span>), // prettier-ignore
  },
];

export const birthdayColumns = (): readonly Column<BirthdayRow>[] => [
  {
    key: 'birth',
    title: 'Дата',
    card: 'side',
    value: sortable,
    cell: ({ day }) => (day === moscowToday() ? <Tag kind="seed">сегодня</Tag> : birthdayWords(day)),
  },
  {
    key: 'age',
    title: 'Возраст',
    figures: true,
    card: 'none',
    cell: ({ age }) =>
      age ?? (
        <span className="mute" title="Возраст виден, если человек разрешил показывать его своему консультанту">
          —
        </span>
      ),
  },
  plainName((row) => [row.cons_id, lineWords(row.line), row.city, row.age !== null && yearsWords(row.age)]),
  numberBelow(),
  line(),
  city(),
  phone(),
  {
    key: 'greet',
    title: 'Поздравление',
    card: 'plain',
    cell: ({ name, phone: number }, { tabIndex }) =>
      number !== null && (
        <a className="link" href={greetingTo(number, name)} tabIndex={tabIndex} aria-label={`Поздравить: ${name}`}>
          Поздравить
        </a>
      ),
  },
];
/** A message that is written already; who sends it may still change it. */
const greetingTo = (number: string, name: string): string =>
  `sms:${number}?&body=${encodeURIComponent(`${name.split(' ')[0] ?? name}, с днём рождения!`)}`;

export const statusColumns = (): readonly Column<StatusRow>[] => [
  { key: 'date', title: 'Дата', card: 'side', cell: (row) => (row.date === null ? <Tag kind="plain">предварительно</Tag> : dayWords(row.date)) }, // prettier-ignore
  plainName((row) => [row.cons_id, lineWords(row.line), sponsorWords(row.sponsor)]),
  numberBelow(),
  { key: 'from', title: 'Был', cell: (row) => <span className={`soft ${styles.whole}`}>{row.from}</span> },
  { key: 'to', title: 'Стал', cell: (row) => <b className={styles.whole}>{row.to}</b> },
  { key: 'line', title: 'Линия', figures: true, card: 'none', cell: (row) => formatNumber(row.line) },
  {
    key: 'sponsor',
    title: 'Спонсор',
    wide: true,
    card: 'none',
    cell: (row) => (row.sponsor === null ? NOTHING : <span className={styles.whole}>{row.sponsor}</span>),
  },
  { key: 'period', title: 'Период', wide: true, card: 'none', cell: (row) => <span className="soft">{periodWords(row.period)}</span> }, // prettier-ignore
];
