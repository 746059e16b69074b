import { describe, expect, it } from 'vitest';
import { bonusesOf } from '#contract/plan/bonuses.ts';
import { kopecksOf, kopecksOfRows } from '#contract/plan/kopecks.ts';
import { bonusUnits, passedOver, sharesOf } from '#contract/plan/shares.ts';
import { titlesOf } from '#contract/plan/titles.ts';
import { type Family, periodOfFamily, TERMS } from '#tests/plan/networks.ts';

const byName = (names: string[], values: ArrayLike<number>): Record<string, number> =>
  Object.fromEntries(names.map((name, at) => [name, values[at]!]));

// docs/product/plan.md#golden-example
describe('the family of the golden example', () => {
  const family: Family = {
    A: [100, { B: [80, { E: [420], F: [210] }], C: [40, { G: [160] }], D: [10, { H: [120] }] }],
  };
  const { period, names, at } = periodOfFamily(family);

  it('has its group volumes and percents', () => {
    expect(byName(names, period.group.map((half) => half / 2))).toEqual({ A: 1140, B: 710, E: 420, F: 210, C: 200, G: 160, D: 130, H: 120 }); // prettier-ignore
    expect(byName(names, period.percent)).toEqual({ A: 11, B: 11, E: 8, F: 5, C: 5, G: 5, D: 0, H: 5 });
  });

  it('is paid to the kopeck: 11 % of the whole in all', () => {
    const { bonusKop, leaderKop } = bonusesOf(period);
    expect(byName(names, bonusKop)).toEqual({ A: 140_850, B: 153_000, E: 151_200, F: 47_250, C: 9000, G: 36_000, D: 0, H: 27_000 }); // prettier-ignore
    expect([...leaderKop].every((kop) => kop === 0)).toBe(true);
    expect(bonusUnits(period).reduce((sum, units) => sum + units, 0) / 200).toBe(125.4);
  });

  it('tells where the sum of A comes from, D passed over for H', () => {
    const shares = sharesOf(period, at('A'));
    expect(
      shares.map((share) => [share.kind, names[share.source], share.half / 2, share.percent, passedOver(period, share).map((one) => names[one])]), // prettier-ignore
    ).toEqual([
      ['own', 'A', 100, 11, []],
      ['branch', 'C', 200, 6, []],
      ['passed-up', 'D', 10, 11, []],
      ['branch', 'H', 120, 6, ['D']],
    ]);
    expect(kopecksOfRows(shares, TERMS)).toEqual([49_500, 54_000, 4950, 32_400]);
  });

  it('gives the title only to who has two active people in line 1', () => {
    // A and B reach a Координатор by volume; A has B and C, B has E and F.
    expect(byName(names, titlesOf(period))).toEqual({ A: 4, B: 4, E: 3, F: 2, C: 2, G: 2, D: 1, H: 2 });
  });
});

// docs/product/plan.md#second-golden-example
it('forecasts 6 519,38 ₽ for a manager with nine branches', () => {
  const branches: [group: number, own: number][] = [
    [842, 126.5],
    [610.5, 88],
    [318, 64.5],
    [204.5, 41],
    [112, 30],
    [64.5, 29.5],
    [52, 52],
    [45, 45],
    [44, 44],
  ];
  const line1 = Object.fromEntries(
    branches.map(([group, own], i) => [`${i}`, [own, group > own ? { [`${i} below`]: [group - own] } : {}]]),
  ) as Family;
  const { period, at } = periodOfFamily({ me: [47.5, line1] });
  const shares = sharesOf(period, at('me'));
  const [own, ...others] = shares.map(({ half, percent }) => half * percent);
  expect(period.group[at('me')]).toBe(4680);
  expect([own! / 200, others.reduce((sum, units) => sum + units, 0) / 200]).toEqual([6.65, 138.225]);
  expect(bonusesOf(period).bonusKop[at('me')]).toBe(651_938);
  expect(kopecksOfRows(shares, TERMS).reduce((sum, kop) => sum + kop, 0)).toBe(651_938);
  expect(kopecksOf(own!, TERMS)).toBe(29_925);
});
