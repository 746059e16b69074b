import { expect, it } from 'vitest';
import { type HelloAsked, helloCondition } from '#contract/hello-bonus.ts';

const now = new Date('2026-11-21T09:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const of = (more: Partial<HelloAsked>) =>
  helloCondition({ registeredAt: daysAgo(5), hasOrdered: false, isBaseCart: true, sumKop: 210_000, now, ...more });

it('counts what is left to 3 000 ₽', () => {
  expect(of({})).toEqual({ type: 'min_sum', required: 300_000, current: 210_000, left: 90_000, met: false });
  expect(of({ sumKop: 300_000 })).toMatchObject({ left: 0, met: true });
  expect(of({ sumKop: 299_999 })).toMatchObject({ left: 1, met: false });
});
it('is for the first order of the first thirty days, in the base cart', () => {
  expect(of({ registeredAt: daysAgo(30) })).not.toBeNull();
  const none = [{ registeredAt: daysAgo(30.01) }, { registeredAt: null }, { hasOrdered: true }, { isBaseCart: false }];
  expect(none.map(of)).toEqual([null, null, null, null]);
});
