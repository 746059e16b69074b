import { describe, expect, it } from 'vitest';
import { daysWords, kgWords, ownDaysWords } from '#contract/delivery-words.ts';
import { nearestCity } from '#contract/nearest-city.ts';

describe('words', () => {
  it('days and kilograms', () => {
    const days = [[1, 1], [2, 3], [4, 6], [8, 21], [11, 11]].map(([min = 0, max = 0]) => ({ min, max })); // prettier-ignore
    expect(days.map(daysWords)).toEqual(['1 день', '2–3 дня', '4–6 дней', '8–21 день', '11 дней']);
    expect([0, 1, 3].map((max) => ownDaysWords({ min: max, max }))).toEqual(['сегодня', 'завтра', '3 дня']);
    expect([874, 16_202, 15_000, 100].map(kgWords)).toEqual(['0,87 кг', '16,2 кг', '15 кг', '0,1 кг']);
  });
});

it('coordinates belong to the nearest city within 150 km', () => {
  expect(nearestCity({ lat: 56.4, lon: 85 })?.title).toBe('Томск');
  expect(nearestCity({ lat: 80, lon: 0 })).toBeUndefined();
  expect(nearestCity({ lat: 56.4, lon: 85 }, 5)).toBeUndefined();
});
