import { type ReactNode, useRef, useState } from 'react';
import { AsOf } from '../AsOf.tsx';
import { formatNumber, pluralOf } from '../format.ts';
import type { Choice, Column, TreeOf } from './columns.ts';
import { nextSort, type Sort, sortRows } from './table.rules.ts';
import { CardSort, TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { TableFailure, TableGhost } from './TableStates.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useRowWindow } from './use-row-window.ts';
import styles from './Table.module.css';

export type TableProps<Row> = {
  /** The table's name. */
  label: string;
  columns: readonly Column<Row>[];
  /** null: not there yet. */
  rows: readonly Row[] | null;
  keyOf: (row: Row) => string | number;
  /** With `onSort` the rows come sorted; without it the table sorts them. */
  sort?: Sort | null | undefined;
  onSort?: ((next: Sort) => void) | undefined;
  choice?: Choice<Row> | undefined;
  tree?: TreeOf<Row> | undefined;
  /** How many there are in all, where `rows` is a page of them. */
  count?: number | undefined;
  /** When the rows were read. */
  asOf?: string | undefined;
  /** A row that wants to be seen. */
  isMarked?: ((row: Row) => boolean) | undefined;
  failure?: { text: string; onRetry: () => void } | undefined;
  /** In place of a table without rows. */
  empty: ReactNode;
};

/**
 * The one table of the product (docs/decisions/320): a table from 780 px on, below it a card for each row, of the same columns. Loading,
 * empty and failed have their looks; rows that came before a failure stay.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, failure, label, columns, empty } = props;
  const isEmpty = rows?.length === 0;
  return (
    <div className={styles.frame}>
      {failure && <TableFailure {...failure} hasRows={rows !== null} />}
      {rows === null && !failure && <TableGhost label={label} columns={columns.length} />}
      {isEmpty && <div className="card">{empty}</div>}
      {rows && !isEmpty && <Rows {...props} rows={rows} />}
    </div>
  );
}

function Rows<Row>({
  label,
  columns,
  rows: given,
  keyOf,
  choice,
  ...props
}: TableProps<Row> & { rows: readonly Row[] }) {
  const [ownSort, setOwnSort] = useState<Sort | null>(props.sort ?? null);
  const sort = props.onSort ? (props.sort ?? null) : ownSort;
  const rows = props.onSort ? given : sortRows(given, columns, sort);
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, above, below, measure, scrollTo } = useRowWindow(rows.length, body);
  const keys = useRowKeys(body, rows.length, scrollTo, props.tree?.onKey);
  const turn = (next: Sort) => (props.onSort ?? setOwnSort)(next);
  const count = props.count ?? rows.length;
  const hasTotals = columns.some(({ total }) => total !== undefined);
  return (
    <>
      <CardSort columns={columns} sort={sort} onSort={turn} />
      <table
        className={styles.table}
        role={props.tree && 'treegrid'}
        aria-label={label}
        aria-rowcount={rows.length + 1 + Number(hasTotals)}
      >
        <TableHead
          columns={columns}
          sort={sort}
          onSort={(key) => turn(nextSort(sort, key))}
          all={choice && { choice, keys: rows.map((row) => String(keyOf(row))) }}
        />
        {/* Keys are those of the rows inside: each of them has the focus in turn. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
          <Gap px={above} />
          {shown.map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <TableRow
                key={keyOf(row)}
                row={row}
                rowKey={String(keyOf(row))}
                index={index}
                columns={columns}
                choice={choice}
                tree={props.tree}
                isActive={index === keys.active}
                isMarked={props.isMarked?.(row) ?? false}
                measure={measure}
              />
            );
          })}
          <Gap px={below} />
        </tbody>
        {hasTotals && <Totals columns={columns} hasChoice={choice !== undefined} />}
      </table>
      <p className={`small soft num ${styles.foot}`}>
        <span>
          {formatNumber(count)} {pluralOf(count, ROWS)}
        </span>
        {props.asOf && <AsOf at={props.asOf} />}
      </p>
    </>
  );
}

const ROWS = { one: 'строка', few: 'строки', many: 'строк', other: 'строки' };

/** Keeps the place of the rows that are not drawn. */
const Gap = ({ px }: { px: number }) =>
  px > 0 ? <tr aria-hidden="true" className={styles.gap} style={{ height: px }} /> : null;

function Totals<Row>({ columns, hasChoice }: { columns: readonly Column<Row>[]; hasChoice: boolean }) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ key, title, total, figures, wide }, i) => (
          <td
            key={key}
            colSpan={i === 0 && hasChoice ? 2 : undefined}
            data-name={title}
            className={`${figures ? `${styles.figures} num` : ''} ${wide ? styles.wide : ''} ${total === undefined ? styles.blank : ''}`}
          >
            {total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
