import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { StatMonth } from '#contract/reports.ts';
import { loadStatAtom, statAtom } from '#src/features/reports/reports.atoms.ts';
import { monthWords, TITLES } from '#src/features/reports/reports.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatMoney, formatNumber, formatTenths, pluralOf } from '#src/ui/format.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { type Tile, Tiles } from '#src/ui/Tiles.tsx';
import styles from './Reports.module.css';

const VolumeChart = lazyPart(() => import('#src/features/reports/VolumeChart.tsx'), 'VolumeChart');
const name = (period: number): string => `${monthWords(period % 100)} ${Math.floor(period / 100)}`;

const COLUMNS: readonly Column<StatMonth>[] = [
  {
    key: 'period',
    title: 'Период',
    card: 'head',
    value: (row) => row.period,
    cell: (row) => (
      <>
        <b>{name(row.period)}</b> {row.is_open && <Tag kind="plain">идёт</Tag>}
      </>
    ),
  },
  { key: 'lo', title: 'ЛО', figures: true, card: 'fact', value: (row) => row.lo, cell: (row) => formatTenths(row.lo) },
  {
    key: 'go',
    title: 'ГО',
    figures: true,
    card: 'fact',
    value: (row) => row.go,
    cell: (row) => <b>{formatTenths(row.go)}</b>,
  },
  { key: 'no', title: 'НО', figures: true, wide: true, value: (row) => row.no, cell: (row) => formatTenths(row.no) },
  { key: 'rookies', title: 'Новичков', figures: true, value: (row) => row.rookies, cell: (row) => formatNumber(row.rookies) }, // prettier-ignore
  { key: 'active', title: 'Активных', figures: true, card: 'fact', value: (row) => row.active, cell: (row) => formatNumber(row.active) }, // prettier-ignore
  { key: 'status', title: 'Статус', card: 'plain', cell: (row) => <span className={styles.whole}>{row.status?.name ?? <span className="mute">без статуса</span>}</span> }, // prettier-ignore
  {
    key: 'bonus',
    title: 'Бонус',
    figures: true,
    card: 'fact',
    value: (row) => row.bonus,
    cell: (row) => formatMoney(row.bonus),
  },
];

const periods = (count: number): string => `${formatNumber(count)} ${pluralOf(count, { one: 'период', few: 'периода', many: 'периодов', other: 'периода' })}`; // prettier-ignore
/** The months at a glance; the bonus is that of the closed ones, an open month's is a forecast. */
export function tilesOf(months: readonly StatMonth[]): readonly Tile[] {
  const best = months.reduce((a, b) => (b.go > a.go ? b : a));
  const active = months.filter(({ status }) => status !== null).length;
  const closed = months.filter(({ is_open: isOpen }) => !isOpen);
  const sum = (rows: readonly StatMonth[], of: (row: StatMonth) => number) => rows.reduce((all, row) => all + of(row), 0); // prettier-ignore
  return [
    {
      name: 'Лучший ГО',
      value: formatTenths(best.go),
      said: `${name(best.period)}${best.is_open ? ', ещё идёт' : ''}`,
    },
    { name: 'Активны', value: `${formatNumber(active)} из ${formatNumber(months.length)}`, said: 'периодов' },
    { name: 'Новичков', value: formatNumber(sum(months, (row) => row.rookies)), said: `за ${periods(months.length)}` },
    {
      name: 'Бонус',
      value: formatMoney(sum(closed, (row) => row.bonus)),
      said: `за закрытые: ${formatNumber(closed.length)}`,
    },
  ];
}

/** /user/reports/personal-stat: a chart and the same numbers as a table. */
export function PersonalStat() {
  const shown = useAtomValue(statAtom);
  const load = useSetAtom(loadStatAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns]);
  const { data, failure } = shown;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <div>
          <p className="small soft">
            <Link href="/user/reports" className="link">
              Отчёты
            </Link>
          </p>
          <h1 tabIndex={-1}>{TITLES['personal-stat']}</h1>
        </div>
        {data && <AsOf at={shown.isCopy && shown.at ? shown.at : data.as_of} />}
      </div>
      {data && data.stat.length > 0 && <Tiles label="За все периоды" tiles={tilesOf(data.stat)} />}
      {data && data.stat.length > 1 && (
        <div className={`card ${styles.chart}`}>
          <VolumeChart months={data.stat} />
        </div>
      )}
      <Table
        label={TITLES['personal-stat']}
        columns={COLUMNS}
        rows={data ? data.stat.toReversed() : null}
        keyOf={({ period }) => period}
        failure={failure ? { text: failureText(failure), onRetry: () => void load() } : undefined}
        empty={<EmptyState drawing="sprout" title="Пока пусто" text="Первые числа появятся с первым заказом." />}
      />
    </div>
  );
}
