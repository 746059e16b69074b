import { describe, expect, it } from 'vitest';
import { endsAgreement, inactivePeriods, isQualifiedRookie, rookiePeriod, silenceOf } from '#contract/plan/activity.ts';
import { checkedPlan, faultsOf, PlanRefusedError } from '#contract/plan/check-terms.ts';
import { kopecksOf, payoutOf } from '#contract/plan/kopecks.ts';
import { statusOf, toNextStatus } from '#contract/plan/ladder.ts';
import { leaderShares } from '#contract/plan/leader.ts';
import { PLAN, termsOf } from '#contract/plan/plan-table.ts';
import { isPeriod, periodsFrom, shiftPeriod } from '#contract/plan/periods.ts';
import { retailDifference } from '#contract/plan/retail.ts';
import type { PlanTerms, Rung, TitleNeed } from '#contract/plan/terms.ts';
import { conditionsOf, missingFor, titleBy, titlesOf } from '#contract/plan/titles.ts';
import { arrangeTree, TreeRefusedError } from '#contract/plan/tree.ts';
import { type Family, periodOfFamily, TERMS } from '#tests/plan/networks.ts';

describe('what a title wants, told at once', () => {
  const kindOf = (need: TitleNeed) => (need.kind === 'branches' ? `branches ${need.status}` : need.kind);
  it.each(TERMS.ladder.slice(2))('of rung $id is what the walk up the ladder asks for', ({ id }) => {
    const wanted = conditionsOf(id, TERMS);
    expect(new Set(wanted.map(kindOf)).size).toBe(wanted.length);
    const give = (short: number | null) => {
      const most = (need: TitleNeed, at: number) =>
        (need.kind === 'own' ? need.half : need.count) - (at === short ? 1 : 0);
      const of = (kind: string) => wanted.map((need, at) => (kindOf(need) === kind ? most(need, at) : 0)).reduce((a, b) => Math.max(a, b), 0); // prettier-ignore
      const counts = { activeInLine1: of('active-in-line-1'), branches: [4, 7].map((status) => ({ status, count: of(`branches ${status}`) })) }; // prettier-ignore
      // A month that is not active has no status to speak of.
      const status = of('own') < TERMS.activeHalf ? 1 : id;
      return titleBy({ status, ownHalf: of('own') }, counts, TERMS);
    };
    expect(give(null)).toBe(id);
    for (const at of wanted.keys()) expect(give(at)).toBeLessThan(id);
  });
});

describe('the table of numbers', () => {
  const change = (id: number, part: Partial<Rung>): readonly PlanTerms[] => [
    { ...TERMS, ladder: TERMS.ladder.map((rung) => (rung.id === id ? { ...rung, ...part } : rung)) },
  ];

  it('is accepted as it stands, and holds from its period', () => {
    expect(faultsOf(PLAN)).toEqual([]);
    const later = { ...TERMS, since: 202701, pointKop: 50_00 };
    expect([202611, 202612, 202701, 203001].map((period) => termsOf(period, [TERMS, later]).pointKop)).toEqual([4500, 4500, 5000, 5000]); // prettier-ignore
    expect(() => termsOf(201912)).toThrow('для 201912 чисел нет');
  });

  it.each([
    [
      'Ступень 5 «Менеджер» начинается с 600 баллов, предыдущая с 700: порог должен расти.',
      change(5, { fromHalf: 1200 }),
    ],
    [
      'Ступень 5 «Менеджер» начинается с 700 баллов, предыдущая с 700: порог должен расти.',
      change(5, { fromHalf: 1400 }),
    ],
    ['Ступень 5 «Менеджер» даёт 10 %, предыдущая 11 %: процент не может падать.', change(5, { percent: 10 })],
    ['лидерский бонус 1 %, у предыдущей 2 %', change(10, { leaderPercent: 1 })],
    ['Лестница может выплатить 27 % объёма, а разрешено 26 %.', change(10, { leaderPercent: 5 })],
    ['percent = 5.5, нужно целое число от 0', change(2, { percent: 5.5 })],
    ['На месте 3 стоит ступень с номером 4', change(3, { id: 4 })],
    ['Ступень 1 должна начинаться с 0 баллов', change(1, { fromHalf: 2 })],
    ['нужна ступень ниже этой', change(7, { needs: [{ kind: 'branches', count: 1, status: 7 }] })],
    ['activeHalf = -60, нужно целое число от 1', [{ ...TERMS, activeHalf: -60 }]],
    ['Период 202613 не похож на ГГГГММ', [{ ...TERMS, since: 202613 }]],
    ['Таблица с 202001 стоит после таблицы с 202001', [TERMS, TERMS]],
    ['В плане нет ни одной таблицы', []],
  ])('is refused in words: %s', (words, plan) => {
    expect(() => checkedPlan(plan)).toThrow(PlanRefusedError);
    expect(() => checkedPlan(plan)).toThrow(words);
  });
});

it('steps at exactly 30 own points and at every rung', () => {
  const status = (own: number, group: number) => statusOf({ ownHalf: own * 2, groupHalf: group * 2 }, TERMS);
  expect([status(29.5, 40_000), status(30, 99.5), status(30, 100), status(30, 699.5), status(30, 700), status(30, 10_000), status(30, 30_000)]).toEqual([1, 1, 2, 3, 4, 8, 10]); // prettier-ignore
  expect([toNextStatus(5, 4680, TERMS), toNextStatus(0, 0, TERMS), toNextStatus(10, 80_000, TERMS)]).toEqual([
    1320,
    200,
    null,
  ]);
});

describe('titles', () => {
  const director = (own: number): [number, Family] => [own, { x: [6000] }];
  it('need all conditions of their rung and of those below', () => {
    // Volume of a Старший менеджер with nobody active in line 1: the title stays below the Координатор.
    const lonely = periodOfFamily({ me: [3000, { a: [10], b: [20] }] });
    expect([lonely.period.status[0], titlesOf(lonely.period)[0]]).toEqual([6, 3]);
    expect(missingFor(lonely.period, 0, 4)).toEqual([{ kind: 'active-in-line-1', count: 2 }]);
    const line = { a: [800, { a1: [30], a2: [30] }], b: [800, { b1: [30], b2: [30] }], c: [30] } satisfies Family;
    const enough = periodOfFamily({ me: [6000, line] });
    expect(titlesOf(enough.period)[0]).toBe(7);
    const tooLittleOwn = periodOfFamily({ me: [49.5, { ...line, c: [6000] }] });
    expect([tooLittleOwn.period.status[0], titlesOf(tooLittleOwn.period)[0]]).toEqual([7, 5]);
    expect(missingFor(tooLittleOwn.period, 0, 6)).toEqual([{ kind: 'own', half: 100 }]);
  });

  it('count a branch once, however deep its Директор is and however many there are', () => {
    const deep: Family = { a: [30, { a1: [0, { a2: director(50), a3: director(50) }] }], b: [30], c: [700] };
    const { period } = periodOfFamily({ me: [50, deep] });
    // ГО 12 000: by volume a Серебряный директор; the branches b and c hold no Координатор but c itself.
    expect(period.status[0]).toBe(8);
    expect(titlesOf(period)[0]).toBe(8);
    expect(missingFor(period, 0, 9)).toEqual([{ kind: 'branches', count: 2, status: 7 }]);
  });
});

describe('leader bonus', () => {
  it('is 2 or 4 % of heads of line 1 without the first heads below them, by the status and not by the title', () => {
    const head = (own: number, below: Family = {}): [number, Family] => [own, below];
    const { period, at, names } = periodOfFamily({
      me: [30, { a: head(10_000, { a1: head(0, { a2: head(12_000) }) }), b: head(10_000), c: head(9000) }],
    });
    expect(leaderShares(period).map((one) => [names[one.taker], names[one.source], one.half / 2, one.percent])).toEqual(
      [
        ['me', 'a', 10_000, 4],
        ['me', 'b', 10_000, 4],
      ],
    );
    expect(titlesOf(period)[at('me')]).toBeLessThan(9);
    // a has ГО 22 000 and its line 1 is a1, who is not active: line 1 is literal, so a2 counts for nobody.
    expect(leaderShares(period).some(({ source }) => source === at('a2'))).toBe(false);
  });
});

it('rounds half a kopeck up, once', () => {
  expect([kopecksOf(1, TERMS), kopecksOf(2, TERMS), kopecksOf(28_975, TERMS), kopecksOf(0, TERMS)]).toEqual([
    23, 45, 651_938, 0,
  ]);
  expect(() => kopecksOf(0.5, TERMS)).toThrow('no sum of a bonus');
  expect(() => kopecksOf(Number.MAX_SAFE_INTEGER, TERMS)).toThrow('no sum of a bonus');
});

it('carries what is below 50 ₽, all of it, unless the agreement ends', () => {
  const earned = { bonusKop: 3000, leaderKop: 1000, carryInKop: 999, ends: false };
  expect(payoutOf(earned, TERMS)).toEqual({ postKop: 0, carryKop: 4999 });
  expect(payoutOf({ ...earned, carryInKop: 1000 }, TERMS)).toEqual({ postKop: 5000, carryKop: 0 });
  expect(payoutOf({ ...earned, ends: true }, TERMS)).toEqual({ postKop: 4999, carryKop: 0 });
});

it('counts the retail difference line by line, never below zero', () => {
  expect(
    retailDifference([
      { quantity: 2, paidKop: 70_000, consPriceKop: 53_000 },
      { quantity: 3, paidKop: 40_000, consPriceKop: 53_000 },
    ]),
  ).toBe(34_000);
});

describe('activity', () => {
  it('counts silent periods back from the chosen one inclusively, not before the registration', () => {
    const own = (volumes: Record<number, number>) => (period: number) => volumes[period] ?? 0;
    const back = (volumes: Record<number, number>, registered = 202501) =>
      inactivePeriods({ period: 202603, registered }, own(volumes), TERMS);
    expect(back({ 202603: 60 })).toBe(0);
    expect(back({ 202603: 59, 202602: 59, 202601: 60 })).toBe(2);
    expect(back({}, 202602)).toBe(2);
    expect(back({}, 202604)).toBe(0);
    expect([0, 1, 2, 3, 9].map(silenceOf)).toEqual(['active', 'silent', 'sleeping', 'gone', 'gone']);
    expect([11, 12].map((count) => endsAgreement(count, TERMS))).toEqual([false, true]);
  });

  it('knows newcomers for three periods over the turn of the year', () => {
    expect([202510, 202511, 202512, 202601, 202602].map((period) => rookiePeriod(202511, period, TERMS))).toEqual([0, 1, 2, 3, 0]); // prettier-ignore
    expect([isQualifiedRookie([60, 139, 0], TERMS), isQualifiedRookie([60, 140], TERMS)]).toEqual([false, true]);
    expect([shiftPeriod(202601, -1), shiftPeriod(202512, 1), shiftPeriod(202605, -17)]).toEqual([
      202512, 202601, 202412,
    ]);
    expect([periodsFrom(202512, 202601), periodsFrom(202601, 202512)]).toEqual([1, -1]);
    expect([202600, 202613, 1999_12, 202611.5].map(isPeriod)).toEqual([false, false, false, false]);
  });
});

describe('arranging people', () => {
  it('stands everybody behind their sponsor, structures in one piece', () => {
    const tree = arrangeTree([
      { id: 9, sponsorId: 3 },
      { id: 3, sponsorId: 1 },
      { id: 2, sponsorId: 1 },
      { id: 1, sponsorId: null },
      { id: 4, sponsorId: 777 },
    ]);
    expect([[...tree.ids], [...tree.parent], [...tree.size]]).toEqual([[1, 2, 3, 9, 4], [-1, 0, 0, 2, -1], [4, 1, 2, 1, 1]]); // prettier-ignore
  });

  it('refuses a circle and a person who stands twice, in words', () => {
    const circle = [
      { id: 1, sponsorId: null },
      { id: 5, sponsorId: 8 },
      { id: 7, sponsorId: 5 },
      { id: 8, sponsorId: 7 },
      { id: 6, sponsorId: 5 },
    ];
    expect(() => arrangeTree(circle)).toThrow(TreeRefusedError);
    expect(() => arrangeTree(circle)).toThrow('В структуре круг: 5 → 8 → 7 → 5.');
    expect(() => arrangeTree([circle[0]!, circle[0]!])).toThrow('Участник стоит в структуре дважды: 1.');
  });
});
