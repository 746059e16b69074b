import { describe, expect, it } from 'vitest';
import { stepsOf } from '#contract/catalogue-pack.ts';
import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { FREE_OF, UNKNOWN_CONTENT } from '#contract/free-of.ts';
import type { NeedsShard } from '#contract/needs.ts';
import { listProducts, type ListResult } from '#src/features/catalogue/filter.rules.ts';
import { formName } from '#src/features/catalogue/form-kinds.rules.ts';
import { type Listing, readListing, writeListing } from '#src/features/catalogue/listing-url.rules.ts';
import { namesApart, titleLines } from '#src/features/catalogue/typography.rules.ts';
import { row } from '#tests/support/list-row.ts';

// docs/product/catalogue.md#filters

const node = (id: number, parent_id: number | null, slug: string): CategoryNode => ({
  id, parent_id, slug, title: `К ${id}`, short: `К${id}`, count: 0,
}); // prettier-ignore
const categories = [node(1, null, 'dobavki'), node(101, 1, 'vitaminy'), node(6, null, 'dom')];
const bitOf = (key: string) => FREE_OF.find((one) => one.key === key)!.bit;
const rows = [
  row(1, { category_id: 101, form: 'капсулы', holds: bitOf('zhelatin') | bitOf('beremennost'), labels: ['Хит'] }),
  row(2, { category_id: 101, form: 'порошок', holds: bitOf('moloko') | bitOf('beremennost'), labels: ['Новинка'] }),
  row(3, { category_id: 101, form: 'капсулы', holds: bitOf('beremennost') }),
  row(4, { category_id: 6, form: 'порошок', holds: 0 }),
  row(5, { category_id: 6, form: 'спрей', holds: UNKNOWN_CONTENT }),
];
const prices = new Map([
  [1, { price: 50_000, oldPrice: 60_000 }],
  [2, { price: 80_000, oldPrice: null }],
  [3, { price: 30_000, oldPrice: null }],
  [4, { price: 20_000, oldPrice: 25_000 }],
  [5, { price: 10_000, oldPrice: null }],
]);
const priceOf = (id: number) => ({ ...prices.get(id)!, stock: 10, consPrice: null, points: null, asOf: '' });
const needs: NeedsShard = {
  v: 1,
  synonyms: [],
  popular: [],
  needs: [
    { slug: 'son', title: 'Сон', words: [], products: stepsOf([1, 3]) },
    { slug: 'uborka', title: 'Уборка', words: [], products: stepsOf([4, 5]) },
  ],
};
const empty = readListing('');
function list(patch: Partial<Listing> = {}, category: CategoryNode | null = null, all: readonly ListRow[] = rows) {
  const catalogue = { rows: all, categories, byId: new Map(all.map((one) => [one.id, one])), needs };
  return listProducts({ catalogue, priceOf, listing: { ...empty, ...patch }, isCons: false, category, found: null });
}
const ids = (result: ListResult) => result.rows.map(({ id }) => id).sort();
const counts = (choices: readonly { key: string; count: number }[]) =>
  Object.fromEntries(choices.map(({ key, count }) => [key, count]));

describe('forms', () => {
  it('of the same name are told apart by the kind of goods, in the order of the catalogue', () => {
    expect(list().forms.map(({ key, form, kind }) => [key, form, kind.slug])).toEqual([
      ['капсулы', 'капсулы', 'dobavki'],
      ['dobavki:порошок', 'порошок', 'dobavki'],
      ['dom:порошок', 'порошок', 'dom'],
      ['спрей', 'спрей', 'dom'],
    ]);
    expect(ids(list({ forms: ['dom:порошок'] }))).toEqual([4]);
    expect(ids(list({ forms: ['dom:порошок', 'капсулы'] }))).toEqual([1, 3, 4]);
    expect(formName('dom:порошок')).toBe('порошок');
  });
  it('named alone in an older address mean every kind', () => {
    expect(ids(list({ forms: ['порошок'] }))).toEqual([2, 4]);
  });
  it('keep their keys inside a category, and one chosen elsewhere stays to be taken away', () => {
    const inside = list({ forms: ['спрей'] }, categories[0]!);
    expect(inside.forms.map(({ key, count }) => [key, count])).toEqual([
      ['капсулы', 2],
      ['dobavki:порошок', 1],
      ['спрей', 0],
    ]);
    expect(inside.rows).toEqual([]);
  });
});

describe('«Без»', () => {
  it('leaves what does not hold it; two choices hold both', () => {
    expect(ids(list({ free: ['zhelatin'] }))).toEqual([2, 3, 4]);
    expect(ids(list({ free: ['zhelatin', 'moloko'] }))).toEqual([3, 4]);
    expect(ids(list({ free: ['beremennost'] }))).toEqual([4, 5]);
    expect(ids(list({ free: ['no-such-thing'] }))).toEqual([1, 2, 3, 4, 5]);
  });
  it('counts what one more choice would leave', () => {
    expect(counts(list().free)).toMatchObject({ zhelatin: 3, moloko: 3, beremennost: 2, orehi: 4 });
    expect(counts(list({ free: ['zhelatin'] }).free)).toMatchObject({ zhelatin: 3, moloko: 2, beremennost: 1 });
  });
  it('is not offered where the catalogue does not say what its products hold', () => {
    const silent = rows.map(({ holds: _holds, ...one }) => one);
    expect(list({}, null, silent).free).toEqual([]);
    expect(ids(list({ free: ['orehi'] }, null, silent))).toEqual([]);
  });
});

describe('topics, discount, novelties', () => {
  it('a topic shows its products, two topics both', () => {
    expect(ids(list({ needs: ['son'] }))).toEqual([1, 3]);
    expect(ids(list({ needs: ['son', 'uborka'] }))).toEqual([1, 3, 4, 5]);
    expect(counts(list({ needs: ['son'], forms: ['капсулы'] }).needs)).toEqual({ son: 2, uborka: 0 });
  });
  it('a category offers its own topics only, and the one that is chosen', () => {
    expect(counts(list({}, categories[2]!).needs)).toEqual({ uborka: 2 });
    expect(counts(list({ needs: ['son'] }, categories[2]!).needs)).toEqual({ son: 0, uborka: 2 });
  });
  it('what is cheaper than before, what is new, what is bought', () => {
    expect(counts(list().only)).toEqual({ sale: 2, new: 1, hit: 1 });
    expect(ids(list({ only: ['sale'] }))).toEqual([1, 4]);
    expect(ids(list({ only: ['sale', 'hit'] }))).toEqual([1]);
    expect(ids(list({ only: ['sale', 'new'] }))).toEqual([]);
    expect(ids(list({ only: ['what'] }))).toEqual([1, 2, 3, 4, 5]);
  });
  it('the range of prices is that of the other choices', () => {
    expect(list().priceRange).toEqual([10_000, 80_000]);
    expect(list({ needs: ['son'], priceMax: 400 }).priceRange).toEqual([30_000, 50_000]);
    expect(list({ only: ['sale', 'new'] }).priceRange).toBeNull();
  });
});

it('all of it stands in the address and comes back from it', () => {
  const chosen: Partial<Listing> = { free: ['moloko', 'ryba'], only: ['sale'], needs: ['son'], forms: ['dom:спрей'] };
  const address = writeListing('', chosen);
  expect(address).toBe('?form=dom%3A%D1%81%D0%BF%D1%80%D0%B5%D0%B9&bez=moloko&bez=ryba&only=sale&need=son');
  expect(readListing(address)).toEqual({ ...empty, ...chosen });
  expect(writeListing(address, { free: [], only: [], needs: [], forms: [] })).toBe('');
});

it('a long title keeps its name on a line of its own', () => {
  expect(titleLines('Витамины для взрослых 50+ «Тёплый дом»')).toEqual(['Витамины для взрослых 50+', '«Тёплый дом»']);
  expect(titleLines('«Лесная бодрость» с элеутерококком и лимонником')).toEqual([
    '«Лесная бодрость»',
    'с элеутерококком и лимонником',
  ]);
  expect(titleLines('Поливитамины «Северный круг» для женщин')).toEqual(['Поливитамины', '«Северный круг» для женщин']);
  expect(titleLines('Магний B6 «Тихий вечер»')).toBeUndefined();
  expect(namesApart('Магний B6 «Тихий вечер»')).toEqual(['Магний B6 ', '«Тихий вечер»']);
  expect(namesApart('«Живая закваска» 10 штаммов')).toEqual(['«Живая закваска»', ' 10 штаммов']);
  expect(namesApart('Без имени')).toEqual(['Без имени']);
  expect(titleLines('Название без имени, зато такое длинное, что дальше некуда')).toBeUndefined();
});
