import { expect, it } from 'vitest';
import { buildIndex } from '#src/offline/search/search-index.ts';
import { searchProducts } from '#src/offline/search/search-query.ts';
import { layoutToEn, layoutToRu } from '#src/offline/search/layout.ts';

// The pairs were typed on a keyboard, not made by the function: the search tests use it to make their own queries.

it.each([
  ['ghbdtn', 'привет'],
  ['vfuybq', 'магний'],
  ['`krf', 'ёлка'],
  ['[fkdf', 'халва'],
  [';tymitym', 'женьшень'],
  ['.hsq', 'юрый'],
  ['GHBDTN', 'привет'],
  ['{JKJL', 'холод'],
  ['bcxtp 12', 'исчез 12'],
])('«%s» was meant as «%s»', (typed, meant) => {
  expect(layoutToRu(typed)).toBe(meant);
});

it.each([
  ['вшпшефд', 'digital'],
  ['ьфптшг', 'magniu'],
  ['ЩЬУПФ', 'omega'],
  ['йцукен', 'qwerty'],
  ['фыва', 'asdf'],
  ['ячсм', 'zxcv'],
  ['и12', 'b12'],
])('«%s» was meant as «%s»', (typed, meant) => {
  expect(layoutToEn(typed)).toBe(meant);
});

it('a Latin title is found by what was typed with the Russian layout on', () => {
  const row = (id: number, title: string) => ({
    id,
    title,
    code: String(50_000 + id),
    slug: `p-${id}`,
    pack: '',
    form: '',
    image: null,
    category_id: 0,
    is_bad: false,
    labels: [],
    created_at: '',
  });
  const index = buildIndex([row(1, 'Крем Digital'), row(2, 'Масло Omega'), row(3, 'Магний')], []);
  expect(searchProducts(index, 'вшпшефд')).toMatchObject({ ids: [1], corrected: 'digital' });
  expect(searchProducts(index, 'щьупф')).toMatchObject({ ids: [2], corrected: 'omega' });
  expect(searchProducts(index, 'vfuybq')).toMatchObject({ ids: [3], corrected: 'магний' });
});
