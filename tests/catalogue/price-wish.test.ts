import { describe, expect, it } from 'vitest';
import { demoCatalogue } from '#tests/search-quality/demo-catalogue.ts';
import { priceWishOf } from '#src/offline/search/price-wish.ts';
import { buildIndex } from '#src/offline/search/search-index.ts';
import { searchProducts } from '#src/offline/search/search-query.ts';

describe('what a query asks of the price', () => {
  it.each([
    ['подарок до 1500', null, 1500, 'подарок'],
    ['Подарок до 1 500 ₽', null, 1500, 'подарок'],
    ['крем от 300 до 700 рублей', 300, 700, 'крем'],
    ['чай не дороже 300 руб.', null, 300, 'чай'],
    ['чай дешевле 300р', null, 300, 'чай'],
    ['мыло за 90 рублей', null, 90, 'мыло'],
    ['набор дороже 2000', 2000, null, 'набор'],
    ['набор от 2000 в подарок', 2000, null, 'набор в подарок'],
    ['до 1000', null, 1000, ''],
  ])('%j', (query, priceMin, priceMax, rest) => expect(priceWishOf(query)).toEqual({ priceMin, priceMax, rest }));
  it.each([
    'ребёнку до 3 лет',
    'витамины от 12 лет',
    'код 10601',
    'до 10601',
    'омега 3 6 9',
    'магний 1500',
    'доход 1500',
    'до 1500мл',
    'до',
    '',
  ])('%j asks nothing of it', (query) => expect(priceWishOf(query)).toBeNull());
  it('ten thousand signs are read at once', () => {
    const start = performance.now();
    for (const text of ['до '.repeat(4000), '1'.repeat(10_000), 'от 100 '.repeat(1500)]) priceWishOf(text);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

it('is no word of a product, and comes with what was found', () => {
  const { rows, categories, needs } = demoCatalogue();
  const index = buildIndex(rows, categories, needs);
  const gifts = searchProducts(index, 'подарок');
  expect(gifts.ids.length).toBeGreaterThan(5);
  expect(searchProducts(index, 'подарок до 1500')).toEqual({
    ...gifts,
    price: { priceMin: null, priceMax: 1500, rest: 'подарок' },
  });
  expect(searchProducts(index, '«подарок до 1500»').price).toBeUndefined();
  expect(searchProducts(index, 'чай не дороже 300 рублей').ids).toEqual(searchProducts(index, 'чай').ids);
});
