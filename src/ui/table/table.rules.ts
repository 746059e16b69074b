import type { ReactNode } from 'react';

// What a table is made of, and its arithmetic (docs/decisions/320). Contents: 1 columns, 2 sorting, 3 moving

// ── 1 Columns ───────────────────────────────────────────────────────────────────────────────────
/** What a row is told about itself: only the row that the keyboard stands on can be reached by Tab. */
export type CellAt = { tabIndex: 0 | -1 };
export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row, at: CellAt) => ReactNode;
  /** What the column is sorted by; a column without it cannot be sorted. */
  value?: (row: Row) => string | number | null;
  /** Figures: at the right edge, of one width. */
  figures?: boolean;
  /** Only where there is room for everything: from 1100 px on. */
  wide?: boolean;
  /** Its cell in the row of totals. */
  total?: ReactNode;
  /** On the phone's card: `head` and `side` share the first line, `plain` has no name before it, `none` is not there. */
  card?: 'head' | 'side' | 'plain' | 'none';
};

/** Rows that are ticked, by key. */
export type Choice<Row> = {
  chosen: ReadonlySet<string>;
  onChange: (next: ReadonlySet<string>) => void;
  /** «Выбрать заказ № 30 377». */
  nameOf: (row: Row) => string;
};

// ── 2 Sorting ───────────────────────────────────────────────────────────────────────────────────
export type Sort = { key: string; dir: 'asc' | 'desc' };
const words = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));

/** A copy, sorted: equal rows keep their order, rows without a value come last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const value = columns.find(({ key }) => key === sort?.key)?.value;
  if (!sort || !value) return rows;
  const sign = sort.dir === 'asc' ? 1 : -1;
  return rows.toSorted((left, right) => {
    const a = value(left);
    const b = value(right);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}
/** The same column turns round; another one begins upwards. */
export const nextSort = (sort: Sort | null, key: string): Sort => ({
  key,
  dir: sort?.key === key && sort.dir === 'asc' ? 'desc' : 'asc',
});

// ── 3 Moving ────────────────────────────────────────────────────────────────────────────────────
const PAGE_ROWS = 10;
/** The row that a key leads to; null: the key is not the table's. */
export function rowAfterKey(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  };
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return to === undefined || count === 0 ? null : Math.min(Math.max(to, 0), count - 1);
}
