import { expect, it } from 'vitest';
import { periodAt } from '#src/features/cabinet/period.rules.ts';

const at = (iso: string) => periodAt(new Date(iso));

it('is the calendar month of Moscow, with as many squares as days', () => {
  expect(at('2026-11-23T01:00:00Z')).toEqual({
    month: new Date('2026-11-01T00:00:00Z'),
    days: 30,
    today: 23,
    left: { days: 7, hours: 20 },
  });
  expect(at('2028-02-10T12:00:00Z').days).toBe(29);
});
it('turns at midnight in Moscow, three hours before that of UTC', () => {
  expect(at('2026-11-30T20:59:59Z')).toMatchObject({ today: 30, left: { days: 0, hours: 0 } });
  expect(at('2026-11-30T21:00:00Z')).toMatchObject({
    month: new Date('2026-12-01T00:00:00Z'),
    today: 1,
    left: { days: 31, hours: 0 },
  });
  expect(at('2026-12-31T21:00:00Z').month).toEqual(new Date('2027-01-01T00:00:00Z'));
});
