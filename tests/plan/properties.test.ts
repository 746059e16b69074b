import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bonusesOf } from '#contract/plan/bonuses.ts';
import { kopecksOfRows } from '#contract/plan/kopecks.ts';
import { leaderShares } from '#contract/plan/leader.ts';
import type { Period } from '#contract/plan/period.ts';
import { bonusUnits, sharesOf } from '#contract/plan/shares.ts';
import { networks, periodOf, type Person, TERMS } from '#tests/plan/networks.ts';
import { walkNetwork } from '#tests/plan/walk.ts';

// docs/product/plan.md#what-is-true-of-it, over generated networks.
const RUNS = { numRuns: 1500 };
const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

/** The same network before and after somebody has bought more. */
const grown = fc
  .tuple(networks, fc.nat(), fc.oneof(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 20_000 })))
  .map(([people, who, more]) => {
    const at = who % people.length;
    const after = people.map((one, i): Person => (i === at ? { ...one, own: one.own + more } : one));
    return { id: people[at]!.id, more, before: periodOf(people), after: periodOf(after) };
  });
/** The person and everybody above, from below. */
function pathOf({ tree: { ids, parent } }: Period, id: number): number[] {
  const path: number[] = [];
  for (let at = ids.indexOf(id); at >= 0; at = parent[at]!) path.push(at);
  return path;
}
const inStructure = ({ tree: { size } }: Period, units: Float64Array, at: number): number =>
  sum(units.subarray(at, at + size[at]!));

it('pays what walking every point pays, with a house account that earns nothing', () => {
  fc.assert(
    fc.property(networks, fc.boolean(), (people, hasHouse) => {
      const house = hasHouse ? people[0]!.id : undefined;
      const period = periodOf(people, house);
      const walked = walkNetwork(people, house);
      const ids = [...period.tree.ids];
      expect([...period.group]).toEqual(ids.map((id) => walked.group.get(id)));
      expect([...period.percent]).toEqual(ids.map((id) => walked.percent.get(id)));
      expect([...bonusUnits(period)]).toEqual(ids.map((id) => walked.units.get(id)));
    }),
    RUNS,
  );
});

it('(1) pays in all the percent of the topmost active people on their group volumes', () => {
  fc.assert(
    fc.property(networks, (people) => {
      const period = periodOf(people);
      const isTopmost = (at: number) =>
        period.active[at] === 1 &&
        pathOf(period, period.tree.ids[at]!).every((one) => one === at || period.active[one] === 0);
      const places = [...period.tree.ids.keys()].filter(isTopmost);
      expect(sum(bonusUnits(period))).toBe(sum(places.map((at) => period.percent[at]! * period.group[at]!)));
    }),
    RUNS,
  );
});

describe('points that are added', () => {
  it('(2) lower nobody’s percent and (6) touch only the person and who stands above', () => {
    fc.assert(
      fc.property(grown, ({ id, before, after }) => {
        const path = new Set(pathOf(before, id));
        const [was, is] = [bonusUnits(before), bonusUnits(after)];
        const everybody = [...before.tree.ids.keys()];
        for (const at of everybody) expect(after.percent[at]).toBeGreaterThanOrEqual(before.percent[at]!);
        const others = everybody.filter((at) => !path.has(at));
        expect(others.map((at) => [is[at], after.group[at]])).toEqual(others.map((at) => [was[at], before.group[at]]));
      }),
      RUNS,
    );
  });

  it('(3) never lower one’s own bonus and (4) never what any structure gets together', () => {
    fc.assert(
      fc.property(grown, ({ id, before, after }) => {
        const [was, is] = [bonusUnits(before), bonusUnits(after)];
        const own = before.tree.ids.indexOf(id);
        expect(is[own]).toBeGreaterThanOrEqual(was[own]!);
        for (const at of pathOf(before, id))
          expect(inStructure(after, is, at)).toBeGreaterThanOrEqual(inStructure(before, was, at));
      }),
      RUNS,
    );
  });

  it('(5) lower nobody above and add their percent in all, while no percent and no activity changes', () => {
    let checked = 0;
    fc.assert(
      fc.property(grown, ({ id, more, before, after }) => {
        if (String(before.percent) !== String(after.percent) || String(before.active) !== String(after.active)) return;
        checked += 1;
        const path = pathOf(before, id);
        const [was, is] = [bonusUnits(before), bonusUnits(after)];
        for (const at of path) expect(is[at]).toBeGreaterThanOrEqual(was[at]!);
        const topmost = path.findLast((at) => before.active[at] === 1);
        expect(sum(is) - sum(was)).toBe(more * (topmost === undefined ? 0 : before.percent[topmost]!));
      }),
      RUNS,
    );
    expect(checked).toBeGreaterThan(200);
  });
});

it('(7) is never negative, and rows add up to the sum that is paid', () => {
  fc.assert(
    fc.property(networks, (people) => {
      const period = periodOf(people);
      const { bonusKop } = bonusesOf(period);
      for (const at of period.tree.ids.keys()) {
        const rows = kopecksOfRows(sharesOf(period, at), TERMS);
        expect(sum(rows)).toBe(bonusKop[at]);
        expect(Math.min(0, ...rows)).toBe(0);
      }
    }),
    { numRuns: 400 },
  );
});

it('pays no more than 26 % with the leader bonus, whose generations do not stack', () => {
  let leaders = 0;
  fc.assert(
    fc.property(networks, (people) => {
      const period = periodOf(people);
      const shares = leaderShares(period);
      leaders += shares.length;
      const paid = sum(bonusUnits(period)) + sum(shares.map(({ half, percent }) => half * percent));
      expect(paid).toBeLessThanOrEqual(TERMS.mostPayoutPercent * sum(people.map(({ own }) => own)));
      expect(sum(shares.map(({ half }) => half))).toBeLessThanOrEqual(sum(people.map(({ own }) => own)));
      for (const { half } of shares) expect(half).toBeGreaterThanOrEqual(0);
    }),
    RUNS,
  );
  expect(leaders).toBeGreaterThan(200);
});
