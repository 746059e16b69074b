import { describe, expect, it } from 'vitest';
import { buildIndex } from '#src/offline/search/search-index.ts';
import { searchProducts } from '#src/offline/search/search-query.ts';
import { CLASSES, searchCatalogue, searchQueries } from '#tests/catalogue/client-search-queries.ts';

const { rows, categories, needs } = searchCatalogue(10_000);
const index = buildIndex(rows, categories, needs);
const titleOf = new Map(rows.map((row) => [row.id, row.title]));
const titles = (query: string, count = 5) =>
  searchProducts(index, query)
    .ids.slice(0, count)
    .map((id) => titleOf.get(id));

describe('quality over 10,000 products (docs/product/start.md#catalogue-of-10000): the product meant is found with all its words', () => {
  const queries = searchQueries(rows, 300);
  it.each(CLASSES)('%s: at least 95 of 100', (kind) => {
    const asked = queries.filter((query) => query.kind === kind);
    const missed = asked.filter(({ text, row }) => {
      const answer = searchProducts(index, text);
      return answer.isPartly || !answer.ids.includes(row.id);
    });
    expect(asked.length).toBeGreaterThanOrEqual(200);
    const quality = 1 - missed.length / asked.length;
    expect(quality >= 0.95 ? [] : missed.slice(0, 10).map(({ text, row }) => `${text} → ${row.title}`)).toEqual([]);
  });

  it('puts the product meant among the best: only products that fit as well stand before it', () => {
    const asked = queries.filter(({ kind }) => kind === 'exact');
    for (const { text, row } of asked) {
      const { ids } = searchProducts(index, text);
      const before = ids.slice(0, ids.indexOf(row.id)).map((id) => words(titleOf.get(id) ?? ''));
      expect(before.every((others) => words(text).every((word) => others.includes(word)))).toBe(true);
    }
  });
});
const words = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

describe('order and corrections', () => {
  it('ranks whole words over beginnings over stems over slips', () => {
    const row = (id: number, title: string) => ({
      ...rows[0]!,
      id,
      title,
      code: String(50_000 + id),
      form: '',
      pack: '',
      category_id: 0,
    });
    const small = buildIndex(
      [row(1, 'Магнитный браслет'), row(2, 'Магнит'), row(3, 'Магниты на холодильник'), row(4, 'Могнит особый')],
      [],
    );
    expect(searchProducts(small, 'магнит').ids.slice(0, 3)).toEqual([2, 3, 1]);
    expect(searchProducts(small, 'магнет').ids[0]).toBe(2);
  });
  it('says what it has corrected, and does not when it has corrected nothing', () => {
    expect(searchProducts(index, 'vfuybq').corrected).toBe('магний');
    expect(searchProducts(index, 'magnij').corrected).toBe('магний');
    expect(searchProducts(index, 'маганий').corrected).toBe('магний');
    expect(searchProducts(index, 'магния').corrected).toBeNull();
    expect(searchProducts(index, 'магн').corrected).toBeNull();
  });
  it('takes «quotes» literally', () => {
    expect(searchProducts(index, '«vfuybq»')).toEqual({
      ids: [],
      corrected: null,
      suggestion: 'магний',
      isPartly: false,
      isIllness: false,
      need: null,
    });
    expect(searchProducts(index, '«ъъъъъъ»').suggestion).toBeNull();
    expect(searchProducts(index, '"магний"').ids.length).toBeGreaterThan(10);
  });
  it('finds a code as typed, with spaces around', () => {
    expect(searchProducts(index, ' 100200 ').ids[0]).toBe(200);
  });
  it('knows the vitamin from the preposition, in either alphabet', () => {
    const found = ['витамин c', 'витамин с'].flatMap((query) => titles(query));
    expect(found.filter((title) => !/витамин c/i.test(title ?? ''))).toEqual([]);
    expect(titles('магний в6')[0]).toMatch(/Магний B6/);
  });
  it('shows what has some of the words when nothing has all, and says so', () => {
    const answer = searchProducts(index, 'магний кувалда');
    expect(answer.isPartly).toBe(true);
    expect(titles('магний кувалда').every((title) => /магни/i.test(title ?? ''))).toBe(true);
  });
  it('finds nothing where there is nothing', () => {
    for (const query of ['', '   ', '«»', '!!!', 'ъъъъъъъъ', '🌿'])
      expect(searchProducts(index, query).ids).toEqual([]);
  });
});
