import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleKey } from '#contract/title-order.ts';
import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { cellsToDraw, gridShape, visibleRows } from '#src/features/catalogue/grid.rules.ts';
import { listProducts } from '#src/features/catalogue/filter.rules.ts';
import { orderRows } from '#src/features/catalogue/listing.rules.ts';
import {
  countFilters,
  type Listing,
  listingKey,
  readListing,
  sortOf,
  writeListing,
} from '#src/features/catalogue/listing-url.rules.ts';
import { tied } from '#src/features/catalogue/typography.rules.ts';
import { row } from '#tests/support/list-row.ts';

const node = (id: number, parent_id: number | null): CategoryNode => ({
  id,
  parent_id,
  slug: `c${id}`,
  title: `К ${id}`,
  short: `К${id}`,
  count: 0,
});
const categories = [node(2, 1), node(1, null), node(3, null)];
const rows = [
  row(1, { title: 'Ёлка', category_id: 2, form: 'чай', created_at: '2026-01-03T00:00:00Z' }),
  row(2, { title: '«Ель»', category_id: 3 }),
  row(3, { title: 'Жасмин', category_id: 1, form: 'чай' }),
];
const amounts = new Map([
  [1, [30_000, 20_000, 5]],
  [2, [10_050, 9_000, 0]],
  [3, [20_000, 15_000, 10]],
]);
const priceOf = (id: number) => {
  const [price = 0, consPrice = 0, stock = 0] = amounts.get(id) ?? [];
  return { price, consPrice, stock, oldPrice: null, points: null, asOf: '' };
};
const NONE: Listing = {
  q: '',
  sort: null,
  priceMin: null,
  priceMax: null,
  inStock: false,
  forms: [],
  free: [],
  only: [],
  needs: [],
};
const list = (
  patch: Partial<Listing> = {},
  more: { isCons?: boolean; category?: CategoryNode | null; found?: number[] | null } = {},
) =>
  listProducts({
    catalogue: { rows, categories, byId: new Map(rows.map((one) => [one.id, one])) },
    priceOf,
    listing: { ...NONE, ...patch },
    isCons: more.isCons ?? false,
    category: more.category ?? null,
    found: more.found ?? null,
  });
const ids = (result: { rows: readonly ListRow[] }) => result.rows.map(({ id }) => id);

describe('the address', () => {
  it('says a list and reads it back, keeping parameters of others', () => {
    const text = fc.string({ maxLength: 20 }).map((value) => value.trim());
    fc.assert(
      fc.property(
        fc.record({
          q: text,
          sort: fc.constantFrom(null, 'title-asc', 'actual_price-desc'),
          priceMin: fc.option(fc.nat(9_999_999)),
          priceMax: fc.option(fc.nat(9_999_999)),
          inStock: fc.boolean(),
          forms: fc.uniqueArray(text, { maxLength: 3 }),
          free: fc.uniqueArray(text, { maxLength: 2 }),
          only: fc.uniqueArray(text, { maxLength: 2 }),
          needs: fc.uniqueArray(text, { maxLength: 2 }),
        }) as fc.Arbitrary<Listing>,
        (listing) => {
          const written = writeListing('?sponsorId=01000157', listing);
          expect(readListing(written)).toEqual(listing);
          expect(new URLSearchParams(written).get('sponsorId')).toBe('01000157');
        },
      ),
    );
  });
  it('is another list by what it lists, not by whose link it is or what lies open above it', () => {
    expect(listingKey('?sponsorId=01000157&preview=vitamin-c')).toBe('');
    expect(listingKey('?stock=1&sponsorId=01000157')).toBe(listingKey('?preview=chai&stock=1'));
    expect(listingKey('?stock=1')).not.toBe('');
  });
  it('takes nonsense for nothing', () => {
    expect(readListing('?sort=drop&price=a-b&stock=yes')).toEqual(NONE);
    expect(readListing('?price=-700')).toMatchObject({ priceMin: null, priceMax: 700 });
  });
  it('gives the order by consultant price only to those who see it', () => {
    expect(sortOf({ ...NONE, sort: 'actual_cons_price-asc' }, false)).toBe('created_at-desc');
    expect(sortOf({ ...NONE, sort: 'actual_cons_price-asc' }, true)).toBe('actual_cons_price-asc');
    expect(sortOf({ ...NONE, q: 'чай' }, false)).toBeNull();
  });
});

describe('the list', () => {
  it('has one order of titles for the shop and the phone: figures by value, Russian, Latin', () => {
    const titles = [
      '5-HTP',
      '«Алтайский корень»',
      'Ёлка',
      'Ель',
      'Омега-3',
      'Омега-10',
      '«Яблоко»',
      'BCAA',
      'L-карнитин',
    ];
    const shuffled = [...titles].reverse().sort((a, b) => (titleKey(a) < titleKey(b) ? -1 : 1));
    expect(shuffled).toEqual(titles);
  });
  it('sorts six ways; ё and е are one letter, quotes do not count, ties go by id', () => {
    const order = (sort: Parameters<typeof orderRows>[2]) => ids({ rows: orderRows(rows, priceOf, sort) });
    expect(order('title-asc')).toEqual([1, 2, 3]);
    expect(order('created_at-desc')).toEqual([1, 2, 3]);
    expect(order('actual_price-asc')).toEqual([2, 3, 1]);
    expect(order('actual_price-desc')).toEqual([1, 3, 2]);
    expect(order('actual_cons_price-asc')).toEqual([2, 3, 1]);
    expect(order('actual_cons_price-desc')).toEqual([1, 3, 2]);
  });
  it('shows the products of the children in the parent', () => {
    expect(ids(list({}, { category: categories[1]! }))).toEqual([1, 3]);
    expect(ids(list({}, { category: categories[0]! }))).toEqual([1]);
  });
  it('keeps the places of the forms while others are chosen', () => {
    const forms = (patch: Partial<Listing>) => list(patch).forms.map(({ form }) => form);
    const all = forms({});
    // Nothing costs so little: the choices stay where they were, each with a zero.
    expect(all.length).toBeGreaterThan(1);
    expect(forms({ priceMax: 1 })).toEqual(all);
    expect(list({ priceMax: 1 }).forms.map(({ count }) => count)).toEqual(all.map(() => 0));
    expect(forms({ forms: [all[1]!] })).toEqual(all);
  });
  it('reads a price range in either order', () => {
    const rows = ids(list({ priceMin: 100, priceMax: 900 }));
    expect(rows.length).toBeGreaterThan(0);
    expect(ids(list({ priceMin: 900, priceMax: 100 }))).toEqual(rows);
  });
  it('counts each choice with all the others kept', () => {
    const result = list({ inStock: true, forms: ['чай'] });
    expect(ids(result)).toEqual([1, 3]);
    expect(result.inStock).toBe(2);
    expect(Object.fromEntries(result.forms.map(({ form, count }) => [form, count]))).toEqual({ чай: 2, крем: 0 });
    expect(Object.fromEntries(list({ forms: ['чай'] }).forms.map(({ form, count }) => [form, count]))).toEqual({
      чай: 2,
      крем: 1,
    });
    expect(result.byCategory.get(1)).toBe(2);
    expect(list({}, { category: categories[2]! }).everywhere).toBe(3);
  });
  it('filters by roubles, the last kopeck included, and by the own price for a consultant', () => {
    expect(ids(list({ priceMin: 100, priceMax: 100 }))).toEqual([2]);
    expect(ids(list({ priceMin: 90, priceMax: 150 }, { isCons: true }))).toEqual([2, 3]);
    expect(list().priceRange).toEqual([10_050, 30_000]);
  });
  it('keeps the order of the search unless a sort is named', () => {
    expect(ids(list({ q: 'x' }, { found: [3, 1] }))).toEqual([3, 1]);
    expect(ids(list({ q: 'x', sort: 'title-asc' }, { found: [3, 1] }))).toEqual([1, 3]);
    expect(ids(list({ q: 'x' }, { found: [99] }))).toEqual([]);
  });
});

describe('the grid', () => {
  it('draws every cell in view and a bounded number of others, at any place', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 320, max: 1920 }),
        fc.integer({ min: 0, max: 4_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.option(fc.nat(9_999)),
        (width, top, count, focused) => {
          const shape = gridShape(width, width >= 960 ? Math.min(width, 1360) - 296 - 80 : width, 16);
          const rowCount = Math.ceil(count / shape.columns);
          const cells = cellsToDraw(shape, count, visibleRows(shape, rowCount, top, top + 900), focused);
          expect(new Set(cells).size).toBe(cells.length);
          expect(cells.every((cell) => cell >= 0 && cell < count)).toBe(true);
          expect(cells.length).toBeLessThanOrEqual(shape.columns * 8);
          const inView = Array.from({ length: count }, (_, cell) => cell).filter((cell) => {
            const y = Math.floor(cell / shape.columns) * shape.rowHeight;
            return y < top + 900 && y + shape.rowHeight > top;
          });
          expect(inView.filter((cell) => !cells.includes(cell))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
  it('keeps short words with the next one', () => {
    expect(tied('Сыворотка с витамином и в масле')).toBe('Сыворотка с\u00a0витамином и\u00a0в\u00a0масле');
  });
  it('keeps numbers with their words and the letter of a vitamin with the word before', () => {
    expect(tied('«Живая закваска» 10 штаммов')).toBe('«Живая закваска» 10\u00a0штаммов');
    expect(tied('Сыворотка с витамином C «Заря»')).toBe('Сыворотка с\u00a0витамином\u00a0C «Заря»');
    expect(tied('Витамин D3 «Солнечная капля»')).toBe('Витамин\u00a0D3 «Солнечная капля»');
    expect(tied('Крем «Роса»')).toBe('Крем «Роса»');
  });
  it('gives points and marks lines of their own where few letters fit: a narrow phone, enlarged text', () => {
    const usual = gridShape(360, 360, 16);
    expect(gridShape(320, 320, 16).rowHeight - usual.rowHeight).toBe(40 - Math.round(20 * 0.94));
    expect(gridShape(360, 360, 20).rowHeight - usual.rowHeight).toBe(Math.ceil(194 * 1.25) - 154);
  });
});

it('counts the filters as the person sees them: a price of two ends is one, every form its own', () => {
  const count = (search: string) => countFilters(readListing(search));
  expect(['', '?q=чай', '?sort=price_asc', '?sponsorId=7'].map(count)).toEqual([0, 0, 0, 0]);
  expect(['?price=100-', '?price=-500', '?price=100-500', '?price=0-'].map(count)).toEqual([1, 1, 1, 1]);
  expect(['?stock=1', '?stock=0', '?form=чай', '?form=чай&form=крем'].map(count)).toEqual([1, 0, 1, 2]);
  expect(count('?q=чай&price=100-500&stock=1&form=чай&form=крем')).toBe(4);
  expect(count('?bez=moloko&bez=ryba&only=sale&need=son-i-otdyh')).toBe(4);
});
