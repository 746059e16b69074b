import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bonusesOf } from '#contract/plan/bonuses.ts';
import { forecastOf, type Legs, legsOf } from '#contract/plan/forecast.ts';
import { titleBy, titleCountsOf, titlesOf } from '#contract/plan/titles.ts';
import { networks, periodOf, TERMS } from '#tests/plan/networks.ts';

// docs/product/plan.md#forecast: the device counts from legs what the shop counts from people.

const BRANCHES: [group: number, own: number][] = [
  [842, 126.5],
  [610.5, 88],
  [318, 64.5],
  [204.5, 41],
  [112, 30],
];
/** The manager of the second golden example: 64.5 (29.5, with somebody of 35 below), 52, 45 and 44 are taken as they stand. */
const manager: Legs = {
  legs: [
    ...BRANCHES.map(([group, own]) => ({ groupHalf: group * 2, ownHalf: own * 2, belowHalf: 0, inLine1: true })),
    { groupHalf: 104, ownHalf: 104, belowHalf: 0, inLine1: true },
    { groupHalf: 90, ownHalf: 90, belowHalf: 0, inLine1: true },
    { groupHalf: 88, ownHalf: 88, belowHalf: 0, inLine1: true },
    { groupHalf: 70, ownHalf: 70, belowHalf: 0, inLine1: false },
  ],
  looseHalf: 59,
  rest: [],
};

it('is the second golden example to the kopeck when nothing is changed', () => {
  expect(forecastOf(manager, { ownHalf: 95, addedHalf: 0 }, TERMS)).toEqual({
    groupHalf: 4680,
    isActive: true,
    status: 5,
    percent: 14,
    bonusKop: 651_938,
    ownKop: 29_925,
    branchesKop: 622_013,
    leaderKop: 0,
  });
});

it('reaches the next status by own volume and growth of the structure together', () => {
  const next = forecastOf(manager, { ownHalf: 100, addedHalf: 1315 }, TERMS);
  expect(next).toMatchObject({ groupHalf: 6000, status: 6, percent: 17, ownKop: 38_250 });
  expect(next.bonusKop).toBeGreaterThan(1_000_000);
  expect(forecastOf(manager, { ownHalf: 99, addedHalf: 1315 }, TERMS).status).toBe(5);
});

it('pays nothing below 30 points, and what is added without a structure comes from nobody active', () => {
  expect(forecastOf(manager, { ownHalf: 59, addedHalf: 4000 }, TERMS)).toMatchObject({ isActive: false, bonusKop: 0 });
  const alone: Legs = { legs: [], looseHalf: 0, rest: [] };
  expect(forecastOf(alone, { ownHalf: 60, addedHalf: 140 }, TERMS)).toMatchObject({
    groupHalf: 200,
    percent: 5,
    bonusKop: 22_500,
  });
});

describe('on generated networks', () => {
  it('is what the engine pays, for everybody and for any own volume', () => {
    fc.assert(
      fc.property(networks, fc.nat(), fc.nat({ max: 400 }), (people, who, ownHalf) => {
        const before = periodOf(people);
        const at = who % people.length;
        const id = before.tree.ids[at];
        const after = periodOf(people.map((one) => (one.id === id ? { ...one, own: ownHalf } : one)));
        const { bonusKop, leaderKop } = bonusesOf(after);
        const told = forecastOf(legsOf(before, at), { ownHalf, addedHalf: 0 }, TERMS);
        expect([told.bonusKop, told.leaderKop, told.status, told.groupHalf]).toEqual([
          bonusKop[at],
          leaderKop[at],
          after.status[at],
          after.group[at],
        ]);
      }),
      { numRuns: 400 },
    );
  });

  it('sums what stands beyond the greatest legs without losing a kopeck of the bonus', () => {
    fc.assert(
      fc.property(networks, fc.nat({ max: 3 }), (people, most) => {
        const period = periodOf(people);
        const { bonusKop } = bonusesOf(period);
        for (let at = 0; at < period.active.length; at += 1)
          expect(forecastOf(legsOf(period, at, most), { ownHalf: period.own[at]!, addedHalf: 0 }, TERMS).bonusKop).toBe(
            bonusKop[at],
          );
      }),
    );
  });

  it('loses no half-point of what is added', () => {
    fc.assert(
      fc.property(networks, fc.nat({ max: 20_000 }), (people, addedHalf) => {
        const period = periodOf(people);
        const told = forecastOf(legsOf(period, 0), { ownHalf: period.own[0]!, addedHalf }, TERMS);
        expect(told.groupHalf).toBe(period.group[0]! + addedHalf);
      }),
    );
  });

  it('one person’s title is that of the whole network', () => {
    fc.assert(
      fc.property(networks, (people) => {
        const period = periodOf(people);
        const titles = titlesOf(period);
        for (let at = 0; at < titles.length; at += 1)
          expect(
            titleBy({ status: period.status[at]!, ownHalf: period.own[at]! }, titleCountsOf(period, at), TERMS),
          ).toBe(titles[at]);
      }),
    );
  });
});
