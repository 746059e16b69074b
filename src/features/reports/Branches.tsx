import { Link } from 'wouter';
import type { ReportBranch, ReportTotals } from '#contract/reports.ts';
import { addressOf, type ListName, type ReportAsked } from '#src/features/reports/reports.rules.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatMoney, formatNumber, formatTenths } from '#src/ui/format.ts';
import type { Column } from '#src/ui/table/columns.ts';
import { Table, type TableProps } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import styles from './Reports.module.css';

type Props = { report: ListName; asked: ReportAsked; branches: readonly ReportBranch[]; totals: ReportTotals } & Pick<
  TableProps<ReportBranch>,
  'failure'
>;

/** «По веткам»: a row for each branch of line 1, its sums; the row leads into the branch. */
export function Branches({ report, asked, branches, totals, failure }: Props) {
  const columns: readonly Column<ReportBranch>[] = [
    {
      key: 'name',
      title: 'Ветка',
      card: 'head',
      total: `Итого: ${formatNumber(totals.people)}, активны ${formatNumber(totals.active)}`,
      cell: (row, at) => (
        <Link
          className={styles.name}
          href={addressOf(report, { ...asked, structure: '1', node: String(row.id), page: undefined })}
          {...at}
          {...{ [OPENER]: '' }}
        >
          {row.name}
        </Link>
      ),
    },
    {
      key: 'number',
      title: 'Рег. номер',
      card: 'side',
      cell: (row) => <span className="num soft">{row.cons_id}</span>,
    },
    {
      key: 'people',
      title: 'Человек',
      figures: true,
      value: (row) => row.people,
      cell: (row) => formatNumber(row.people),
    },
    {
      key: 'active',
      title: 'Активны',
      figures: true,
      value: (row) => row.active,
      cell: (row) => formatNumber(row.active),
    },
    { key: 'own', title: 'ЛО вместе', figures: true, value: (row) => row.own, total: formatTenths(totals.own), cell: (row) => formatTenths(row.own) }, // prettier-ignore
    {
      key: 'group',
      title: 'ГО ветки',
      figures: true,
      value: (row) => row.group,
      cell: (row) => <b>{formatTenths(row.group)}</b>,
    },
    { key: 'orders', title: 'Заказов', figures: true, wide: true, value: (row) => row.orders, total: formatNumber(totals.orders), cell: (row) => formatNumber(row.orders) }, // prettier-ignore
    { key: 'amount', title: 'Сумма', figures: true, value: (row) => row.amount, total: formatMoney(totals.amount), cell: (row) => formatMoney(row.amount) }, // prettier-ignore
  ];
  return (
    <Table
      label="По веткам"
      columns={columns}
      rows={branches}
      keyOf={({ id }) => id}
      sort={{ key: 'group', dir: 'desc' }}
      failure={failure}
      empty={
        <EmptyState drawing="search" title="Никого не нашлось" text="Ни в одной ветке нет людей с такими фильтрами." />
      }
    />
  );
}
