import { describe, expect, it } from 'vitest';
import type { ActivityRow } from '#contract/reports.ts';
import { addressOf, fileAddress, fileNameOf, LISTS, queryOf, readAsked, withWord } from '#src/features/reports/reports.rules.ts'; // prettier-ignore
import { flatten, type Level, treeKey, withPage } from '#src/features/structure/structure.rules.ts';

// The address of a report and the rows of the tree: docs/product/reports.md.
describe('the address of a report', () => {
  it('says every filter, and says it back', () => {
    const asked = {
      structure: '2',
      period: '202610',
      q: 'Ким',
      sort: 'own-desc',
      page: '3',
      active: 'no',
      status: '4',
      node: '7',
    };
    const address = addressOf('activity', asked);
    expect(readAsked('activity', address.split('?')[1]!)).toEqual(asked);
  });
  it('leaves out what nobody can have meant, and what the report does not know', () => {
    expect(readAsked('activity', 'structure=9&period=abc&page=-1&sort=drop&month=11&q=')).toEqual({});
    expect(readAsked('birthdays', 'month=11&period=202611')).toEqual({ month: '11' });
    for (const report of LISTS) expect(queryOf(report, {})).toBe('');
  });
  it('is one address for one question, so that one copy answers it', () => {
    expect(addressOf('activity', { structure: '1' })).toBe(addressOf('activity', {}));
    expect(queryOf('activity', { structure: '0' })).toBe('?structure=0');
  });
  it('begins another filter on the first page', () => {
    expect(withWord({ page: '4', q: 'Ким' }, { structure: '0' })).toEqual({
      page: undefined,
      q: 'Ким',
      structure: '0',
    });
  });
});

describe('where a file is made', () => {
  const shown = { period: 202611, viewerId: 157, month: 11 };
  it('stands on the addresses of the specification, with the filters that are shown', () => {
    expect(fileAddress('activity', { q: 'Ким', page: '2' }, 'xlsx', shown)).toBe('/reports/make-export/activity-consultants?q=%D0%9A%D0%B8%D0%BC&format=xlsx'); // prettier-ignore
    expect(fileAddress('inactive', {}, 'csv', shown)).toBe('/reports/make-export/inactive/parents/157?format=csv');
    expect(fileAddress('inactive', { node: '9', category: 'gone' }, 'csv', shown)).toContain('/inactive/parents/9?node=9&category=gone'); // prettier-ignore
    expect(fileAddress('rookie', { structure: '0' }, 'xlsx', shown)).toContain(
      '/reports/make-export/rookie/list/202611/0?',
    );
    expect(fileAddress('birthdays', { line: '2' }, 'xlsx', shown)).toContain('/make-export/birthdays/11/1/2?');
    expect(fileAddress('new-statuses', {}, 'xlsx', shown)).toBe('/reports/make-export/new-statuses?period=202611&format=xlsx'); // prettier-ignore
  });
  it('has the name that the shop gives', () => {
    expect(fileNameOf(`attachment; filename="otchet_aktivnost_202611.xlsx"; filename*=UTF-8''x`, 'a.xlsx')).toBe('otchet_aktivnost_202611.xlsx'); // prettier-ignore
    expect(fileNameOf(null, 'a.xlsx')).toBe('a.xlsx');
  });
});

describe('the tree', () => {
  const person = (id: number, people = 0) => ({ id, people }) as ActivityRow;
  const level = (...rows: ActivityRow[]): Level => ({ rows, total: rows.length, page: 1, pages: 1, parents: [] });
  const levels = new Map([[1, level(person(2, 2), person(3))], [2, { ...level(person(4, 1)), total: 3, pages: 2 }]]); // prettier-ignore
  const rowsOf = (...open: number[]) => flatten({ rootId: 1, levels, open: new Set(open), asking: new Set() });
  it('shows what is open, in its order, and how much of a line is left', () => {
    expect(rowsOf().map(({ key, depth }) => [key, depth])).toEqual([['2', 1], ['3', 1]]); // prettier-ignore
    expect(rowsOf(2).map(({ key, depth }) => [key, depth])).toEqual([['2', 1], ['4', 2], ['more 2', 2], ['3', 1]]); // prettier-ignore
    expect(rowsOf(2)[2]).toMatchObject({ left: 2, nextPage: 2 });
    expect(rowsOf(2, 4)).toHaveLength(4);
  });
  it('is walked by arrows: open, into it, back up, closed', () => {
    const [closed, open] = [rowsOf(), rowsOf(2)];
    expect(treeKey('ArrowRight', closed, 0)).toEqual({ act: 'toggle' });
    expect(treeKey('ArrowRight', open, 0)).toEqual({ act: 'go', to: 1 });
    expect(treeKey('ArrowLeft', open, 1)).toEqual({ act: 'go', to: 0 });
    expect(treeKey('ArrowLeft', open, 2)).toEqual({ act: 'go', to: 0 });
    expect(treeKey('ArrowLeft', open, 0)).toEqual({ act: 'toggle' });
    expect([treeKey('ArrowRight', open, 3), treeKey('ArrowLeft', open, 3), treeKey('ArrowDown', open, 0)]).toEqual([null, null, null]); // prettier-ignore
  });
  it('a star opens every closed row beside it, and no other', () => {
    const wide = new Map([[1, level(person(2, 2), person(3), person(5, 1))], [2, level(person(4, 1), person(6, 3))]]); // prettier-ignore
    const rows = (...open: number[]) => flatten({ rootId: 1, levels: wide, open: new Set(open), asking: new Set() });
    expect(treeKey('*', rows(), 1)).toEqual({ act: 'openAll', ids: [2, 5] });
    // 2, 4, 6, 3, 5: of the line below 2, then of the first line, in which 2 is open already.
    expect(treeKey('*', rows(2), 1)).toEqual({ act: 'openAll', ids: [4, 6] });
    expect(treeKey('*', rows(2), 4)).toEqual({ act: 'openAll', ids: [5] });
  });
  it('joins the pages of a line', () => {
    const first = { ...level(person(1)), pages: 2, total: 2 };
    expect(withPage(first, { ...level(person(2)), page: 2, pages: 2 }).rows.map(({ id }) => id)).toEqual([1, 2]);
    expect(withPage(first, level(person(5))).rows.map(({ id }) => id)).toEqual([5]);
  });
});
