// The arithmetic of a table (docs/decisions/320). Contents: 1 sorting, 2 moving

// ── 1 Sorting ───────────────────────────────────────────────────────────────────────────────────
/** What a column must tell to be sorted by. */
export type Sortable<Row> = { key: string; value?: (row: Row) => string | number | null };
export type Sort = { key: string; dir: 'asc' | 'desc' };
const words = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));

/** A copy, sorted: equal rows keep their order, rows without a value come last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
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

// ── 2 Moving ────────────────────────────────────────────────────────────────────────────────────
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
