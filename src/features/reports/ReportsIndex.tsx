import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { indexAtom, loadIndexAtom, type ReportReply, statAtom } from '#src/features/reports/reports.atoms.ts';
import type { ListName } from '#src/features/reports/reports.rules.ts';
import { LEADS, moscowToday, TITLES } from '#src/features/reports/reports.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import type { Shown } from '#src/platform/api/kept-answer.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { formatNumber, formatTenths } from '#src/ui/format.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import styles from './Reports.module.css';

const ORDER = ['activity', 'inactive', 'rookie', 'birthdays', 'new-statuses', 'personal-stat'] as const;
type Name = (typeof ORDER)[number];

const ICONS: Record<Name, IconName> = {
  activity: 'chart',
  inactive: 'clock',
  rookie: 'leaf',
  birthdays: 'cake',
  'new-statuses': 'star',
  'personal-stat': 'list',
};

/** /user/reports: the six, each with its number of today; whoever has been here can open all of them without a signal. */
export function ReportsIndex() {
  const listOf = useAtomValue(indexAtom);
  const stat = useAtomValue(statAtom);
  const load = useSetAtom(loadIndexAtom);
  const { uid, known, user } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns]);
  const month = stat.data?.stat.at(-1);
  const facts = (name: Name): Fact => {
    if (name !== 'personal-stat') return factOf(name, listOf(name));
    const value = month === undefined ? undefined : formatTenths(month.go);
    return { value, said: 'ГО месяца', at: stat.data && timeOf(stat, stat.data.as_of), failed: stat.failure !== null };
  };
  const period = listOf('activity').data?.period.name;
  return (
    <div className={`wrap ${styles.page}`}>
      <div>
        <h1 tabIndex={-1}>Отчёты</h1>
        <p className="soft">
          {user.name} <span className="num mute">{user.cons_id}</span>
          {period && `, ${period.toLowerCase()}`}
        </p>
      </div>
      <ul className={`card ${styles.index}`}>
        {ORDER.map((name) => (
          <li key={name}>
            <Tile name={name} {...facts(name)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type Fact = { value: string | undefined; said: string; at: string | null; failed: boolean };
const timeOf = (shown: Shown<unknown>, asOf: string): string => (shown.isCopy && shown.at ? shown.at : asOf);
function factOf(name: ListName, shown: Shown<ReportReply>): Fact {
  const { data, failure } = shown;
  if (!data) return { value: undefined, said: '', at: null, failed: failure !== null };
  return { ...FACTS[name](data), at: timeOf(shown, data.as_of), failed: failure !== null };
}
const FACTS: Record<ListName, (data: ReportReply) => { value: string; said: string }> = {
  activity: ({ totals }) => ({
    value: `${formatNumber(totals.active)} из ${formatNumber(totals.people)}`,
    said: 'активны',
  }),
  inactive: ({ total, totals }) => ({ value: formatNumber(total), said: `ушедших: ${formatNumber(totals.gone)}` }),
  rookie: ({ total, totals }) => ({
    value: formatNumber(total),
    said: `квалифицированы: ${formatNumber(totals.qualified)}`,
  }),
  birthdays: ({ total, pages, items }) => {
    const today = (items as readonly { day?: string }[]).filter(({ day }) => day === moscowToday()).length;
    // Of a longer list only the first page is here.
    return { value: formatNumber(total), said: pages > 1 ? 'за месяц' : `сегодня: ${formatNumber(today)}` };
  },
  'new-statuses': ({ total }) => ({ value: formatNumber(total), said: 'за месяц' }),
};

const Tile = ({ name, value, said, at, failed }: Fact & { name: Name }) => (
  <Link href={`/user/reports/${name}`} className={styles.tile}>
    <Icon name={ICONS[name]} size={24} />
    <b className={styles.tileName}>{TITLES[name]}</b>
    {value !== undefined && (
      <span className={styles.tileFact}>
        <b className="num">{value}</b> <span className="small soft">{said}</span>
      </span>
    )}
    <span className={`small ${at ? 'mute' : 'soft'} ${styles.tileLead}`}>
      {at ? <AsOf at={at} className="" /> : failed ? 'Откройте со связью раз, и будет без сети' : LEADS[name]}
    </span>
  </Link>
);
