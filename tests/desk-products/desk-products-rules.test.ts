import { describe, expect, it } from 'vitest';
import { strikable } from '#server/features/desk-products/desk-products.rules.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
describe('prices that may be struck out', () => {
  it.each([
    { name: 'none without a history', history: [], found: [] },
    { name: 'the price of today after 14 days of it', history: [[100, 1]], at: 15, found: [100] },
    { name: 'not after 13', history: [[100, 1]], at: 14, found: [] },
    {
      name: 'a price of before, however short the one of today is',
      history: [
        [100, 1],
        [90, 20],
      ],
      at: 21,
      found: [100],
    },
    {
      name: 'days of another consultants’ price count on',
      history: [
        [100, 1],
        [100, 8],
        [90, 15],
      ],
      at: 16,
      found: [100],
    },
    {
      name: 'two spells of 7 days are not 14',
      history: [
        [100, 1],
        [90, 8],
        [100, 9],
        [90, 16],
      ],
      at: 17,
      found: [],
    },
    {
      name: 'the highest stands first',
      history: [
        [100, 1],
        [200, 15],
        [150, 29],
      ],
      at: 30,
      found: [200, 100],
    },
  ])('$name', ({ history, at = 30, found }) => {
    const spans = history.map(([price, from]) => ({ price: price!, since: day(from!) }));
    expect(strikable(spans, day(at))).toEqual(found);
  });
});
