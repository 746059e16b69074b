// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Table, type TableProps } from '#src/ui/table/Table.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { nextSort, rowAfterKey, type Sort, sortRows } from '#src/ui/table/table.rules.ts';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The one table (docs/decisions/320).

afterEach(() => vi.restoreAllMocks());

type Row = { id: number; name: string; sum: number | null };
const ROWS: Row[] = [
  { id: 1, name: 'Яна', sum: 300 },
  { id: 2, name: 'Анна', sum: null },
  { id: 3, name: 'Ёлка', sum: 5 },
  { id: 4, name: 'Ева 10', sum: 300 },
  { id: 5, name: 'Ева 9', sum: 40 },
];
const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    title: 'Имя',
    value: ({ name }) => name,
    card: 'head',
    cell: ({ id, name }, at) => (
      <a href={`#${id}`} {...at} {...{ [OPENER]: '' }}>
        {name}
      </a>
    ),
  },
  { key: 'sum', title: 'Сумма', figures: true, value: ({ sum }) => sum, total: '645', cell: ({ sum }) => sum },
];
const draw = (props: Partial<TableProps<Row>> = {}) =>
  onScreen(
    <Table label="Люди" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} empty={<p>Никого нет</p>} {...props} />,
  );
const names = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('sorting', () => {
  it('words by the Russian alphabet and by numbers in them, figures by size, rows without a value last either way', () => {
    const by = (key: string, dir: 'asc' | 'desc') => sortRows(ROWS, COLUMNS, { key, dir }).map(({ id }) => id);
    expect(by('name', 'asc')).toEqual([2, 5, 4, 3, 1]);
    expect(by('sum', 'asc')).toEqual([3, 5, 1, 4, 2]);
    expect(by('sum', 'desc')).toEqual([1, 4, 5, 3, 2]);
    expect(by('nothing', 'asc')).toEqual([1, 2, 3, 4, 5]);
    expect(nextSort({ key: 'sum', dir: 'asc' }, 'sum')).toEqual({ key: 'sum', dir: 'desc' });
    expect(nextSort({ key: 'sum', dir: 'asc' }, 'name')).toEqual({ key: 'name', dir: 'asc' });
  });
  it('the head turns the column round and says so', async () => {
    const { user } = draw();
    const head = screen.getByRole('columnheader', { name: 'Имя' });
    expect(head.getAttribute('aria-sort')).toBe('none');
    await user.click(within(head).getByRole('button'));
    expect([names()[0], head.getAttribute('aria-sort')]).toEqual(['Анна', 'ascending']);
    await user.click(within(head).getByRole('button'));
    expect([names()[0], head.getAttribute('aria-sort')]).toEqual(['Яна', 'descending']);
  });
  it('cards are sorted by a list of the same columns', async () => {
    const { user } = draw();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Сортировка' }), 'Сумма, по убыванию');
    expect(names()).toEqual(['Яна', 'Ева 10', 'Ева 9', 'Ёлка', 'Анна']);
  });
  it('where the shop sorts, the table only asks', async () => {
    const onSort = vi.fn<(next: Sort) => void>();
    const { user } = draw({ sort: { key: 'sum', dir: 'asc' }, onSort });
    await user.click(screen.getByRole('button', { name: 'Сумма' }));
    expect(onSort).toHaveBeenCalledWith({ key: 'sum', dir: 'desc' });
    expect(names()[0]).toBe('Яна');
  });
});

describe('keyboard', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 0, 0],
    ['End', 1, 4],
    ['Home', 3, 0],
    ['PageDown', 1, 4],
    ['Enter', 1, null],
    ['toString', 1, null],
  ])('%s in row %i leads to %s', (key, at, to) => expect(rowAfterKey(key, at, 5)).toBe(to));
  it('an empty table has nowhere to go', () => expect(rowAfterKey('End', 0, 0)).toBeNull());
  it('one row is in the order of Tab; arrows, Home and End move it', async () => {
    const { user } = draw();
    const links = screen.getAllByRole('link');
    expect(links.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
    links[0]?.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Анна');
    await user.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('Ева 9');
    expect(links.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1, 0]);
    await user.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('Яна');
  });
});

describe('states', () => {
  it('not there yet, nothing there, failed with and without rows', async () => {
    const onRetry = vi.fn<() => void>();
    const failure = { text: 'Нет сети.', onRetry };
    const waiting = draw({ rows: null });
    expect(screen.getByRole('status', { name: 'Люди: загружается' })).toBeTruthy();
    waiting.unmount();
    const empty = draw({ rows: [] });
    expect(screen.getByText('Никого нет')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    empty.unmount();
    const failed = draw({ rows: null, failure });
    expect(screen.getByRole('alert').textContent?.trim()).toBe('Нет сети.');
    failed.unmount();
    const { user } = draw({ failure });
    expect(screen.getByRole('alert').textContent).toContain('то, что пришло раньше');
    expect(screen.getByRole('table')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
  it('says how many there are, of when they are, and the totals', () => {
    const { container } = draw({ count: 1204, asOf: new Date().toISOString() });
    const text = container.textContent?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? '';
    expect(text).toContain('1 204 строки');
    expect(text).toMatch(/данные на \d\d:\d\d/);
    const rows = screen.getAllByRole('row');
    expect(within(rows.at(-1)!).getAllByRole('cell')[1]?.textContent).toBe('645');
  });
  it('nothing for axe', async () => {
    const { container } = draw({
      choice: { chosen: new Set(['3']), onChange: () => {}, nameOf: ({ name }) => `Выбрать: ${name}` },
    });
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
  });
});

describe('choosing', () => {
  it('one by one and all together', async () => {
    const onChange = vi.fn<(next: ReadonlySet<string>) => void>();
    const nameOf = ({ name }: Row) => `Выбрать: ${name}`;
    const { user, unmount } = draw({ choice: { chosen: new Set(['1']), onChange, nameOf } });
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Выбрать все' });
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Анна' }));
    expect(onChange).toHaveBeenLastCalledWith(new Set(['1', '2']));
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Яна' }));
    expect(onChange).toHaveBeenLastCalledWith(new Set());
    await user.click(all);
    expect(onChange).toHaveBeenLastCalledWith(new Set(['1', '2', '3', '4', '5']));
    unmount();
    draw({ choice: { chosen: new Set(['1', '2', '3', '4', '5']), onChange, nameOf } });
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать все' }));
    expect(onChange).toHaveBeenLastCalledWith(new Set());
  });
});

describe('a long table', () => {
  const many = (count: number): Row[] =>
    Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `Имя ${i + 1}`, sum: i }));
  it('up to 200 rows all are in the page, above that those near the screen', () => {
    const { unmount } = draw({ rows: many(200) });
    expect(screen.getAllByRole('link')).toHaveLength(200);
    unmount();
    // Nothing has a size here; a row is as high as on the screen.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(45);
    draw({ rows: many(50_000) });
    expect(screen.getAllByRole('link').length).toBeLessThan(100);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('50002');
  });
});
