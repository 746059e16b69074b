import { expect, it } from 'vitest';
import { ALL_CALLS } from '#contract/all-calls.ts';
import { dialectsOf } from '#server/platform/dialects.rules.ts';

const dialectOf = dialectsOf(ALL_CALLS);

it.each([
  ['/cart/nothing', 'number'],
  ['/cart', 'number'],
  ['/cart/add/?x=/api/a', 'number'],
  ['/optovik/promo/nothing', 'number'],
  ['/favorite-products/7/8', 'number'],
  ['/user/notify-product/x', 'number'],
  ['/user/price-type', 'number'],
  ['/api/cart/nothing', 'number'],
  ['/api/nothing', 'word'],
  ['/education/nothing', 'word'],
  // Both families live under /user: undecided is `word`.
  ['/user/nothing', 'word'],
  ['/cartoon', 'word'],
  ['/', 'word'],
  ['', 'word'],
  ['*', 'word'],
])('an unknown %s is refused as its neighbours are: %s', (url, dialect) => expect(dialectOf(url)).toBe(dialect));

it('every call itself is decided by its own address', () => {
  for (const { path, dialect } of ALL_CALLS)
    expect([path, dialectOf(path.replaceAll(/:\w+/g, '1'))]).toEqual([path, dialect]);
});
