import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { inactivePeriods, silenceOf } from '#contract/plan/activity.ts';
import { periodsFrom, shiftPeriod } from '#contract/plan/periods.ts';
import { arrangeTree } from '#contract/plan/tree.ts';
import { viewAfter, viewOf } from '#server/features/plan/volumes/view.rules.ts';
import { listOf } from '#server/features/plan/volumes/list.rules.ts';
import type { ListSource } from '#server/features/plan/volumes/list-source.rules.ts';
import type { ListAsked, ListFilter } from '#server/features/plan/volumes/list-types.rules.ts';
import { statOf } from '#server/features/plan/volumes/stat.rules.ts';
import { networks, type Person } from '#tests/plan/networks.ts';

// Lists are passes over columns (docs/decisions/401, docs/decisions/520): what they let through and sum up, by the words of docs/product/reports.md.

const NOW = 202611;
/** What is known of a person beside the volume of the open month, by id and seed. */
const joinedOf = (id: number, seed: number): number => shiftPeriod(NOW, -((id * 7 + seed) % 17));
const birthOf = (id: number, seed: number): number => (((id + seed) % 12) + 1) * 100 + 5;
const halfOf = (id: number, month: number, seed: number): number => ((id * 31 + month * 17 + seed) % 5) * 25;

function sourceOf(people: readonly Person[], seed: number): ListSource {
  const ids = people.map(({ id }) => id);
  const most = Math.max(...ids);
  const facts = { joined: new Int32Array(most + 1), birth: new Int16Array(most + 1) };
  for (const id of ids) {
    facts.joined[id] = joinedOf(id, seed);
    facts.birth[id] = birthOf(id, seed);
  }
  const months = new Map<number, Int32Array>();
  for (let back = 1; back < 13; back += 1) {
    const halves = new Int32Array(most + 1);
    for (const id of ids) halves[id] = halfOf(id, shiftPeriod(NOW, -back), seed);
    months.set(shiftPeriod(NOW, -back), halves);
  }
  const volumes = people.map(({ id, own }) => ({ userId: id, half: own, amountKop: own * 7, orders: own % 3 }));
  const view = viewOf(arrangeTree(people), volumes, { id: NOW, version: 1, houseId: null });
  return { view, facts, ownHalves: (month) => months.get(month) };
}
/** Periods without activity in a row, by the engine's own rule. */
function silentOf(source: ListSource, at: number, seed: number): number {
  const { view } = source;
  const id = view.period.tree.ids[at]!;
  const first = shiftPeriod(NOW, -12);
  const registered = Math.max(joinedOf(id, seed), first);
  const own = (month: number) => (month === NOW ? view.period.own[at]! : halfOf(id, month, seed));
  return inactivePeriods({ period: NOW, registered }, own, view.period.terms);
}
const filters: fc.Arbitrary<ListFilter> = fc.record(
  {
    active: fc.boolean(),
    status: fc.integer({ min: 1, max: 4 }),
    silence: fc.constantFrom('any', 'silent', 'sleeping', 'gone'),
    rookie: fc.constant(true),
    month: fc.integer({ min: 1, max: 12 }),
    line: fc.integer({ min: 1, max: 3 }),
    ids: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
  },
  { requiredKeys: [] },
);

it('a list holds whom its filters let through, and its sums are theirs, as branches too', () => {
  fc.assert(
    fc.property(
      networks,
      filters,
      fc.constantFrom(0 as const, 1 as const),
      fc.nat(1000),
      (people, filter, structure, seed) => {
        // prettier-ignore
        const source = sourceOf(people, seed);
        const { period, amountKop, orders } = source.view;
        const { tree, active, status, own } = period;
        const viewerId = tree.ids[0]!;
        const depth = (at: number): number => (at === 0 ? 0 : 1 + depth(tree.parent[at]!));
        const passes = (at: number): boolean => {
          const id = tree.ids[at]!;
          const silent = silentOf(source, at, seed);
          return (
            (filter.active === undefined || (active[at] === 1) === filter.active) &&
            (filter.status === undefined || status[at] === filter.status) &&
            (filter.silence === undefined ||
              (filter.silence === 'any' ? silent > 0 : silenceOf(silent) === filter.silence)) &&
            (!filter.rookie || periodsFrom(joinedOf(id, seed), NOW) < 3) &&
            (filter.month === undefined || Math.floor(birthOf(id, seed) / 100) === filter.month) &&
            (filter.line === undefined || depth(at) === filter.line) &&
            (filter.ids === undefined || filter.ids.includes(id))
          );
        };
        const below = Array.from({ length: tree.size[0]! - 1 }, (_, i) => i + 1);
        const meant = below.filter((at) => (structure === 1 || tree.parent[at] === 0) && passes(at));
        const sum = (of: (at: number) => number) => meant.reduce((all, at) => all + of(at), 0);
        const asked: ListAsked = { viewerId, nodeId: viewerId, structure, filter, by: 'place', isDescending: false };
        const list = listOf(source, asked, { from: 0, limit: 500 })!;
        expect(list.rows.map(({ userId }) => userId)).toEqual(meant.map((at) => tree.ids[at]));
        expect(list.rows.map(({ silent }) => silent)).toEqual(meant.map((at) => silentOf(source, at, seed)));
        const silences = meant.map((at) => silenceOf(silentOf(source, at, seed)));
        const count = (one: string) => silences.filter((name) => name === one).length;
        expect(list.totals).toEqual({
          people: meant.length,
          active: sum((at) => active[at]!),
          ownHalf: sum((at) => own[at]!),
          orders: sum((at) => orders[at]!),
          amountKop: sum((at) => amountKop[at]!),
          silent: count('silent'),
          sleeping: count('sleeping'),
          gone: count('gone'),
          qualified: filter.rookie ? list.rows.filter(({ rookieHalves }) => rookieHalves.reduce((a, b) => a + b, 0) >= 200).length : 0, // prettier-ignore
        });
        if (structure === 0) return;
        const branched = listOf(source, { ...asked, structure: 2 }, { from: 0, limit: 500 })!;
        expect(branched.totals).toEqual(list.totals);
        expect(branched.branches.reduce((all, one) => all + one.people, 0)).toBe(meant.length);
        for (const { userId, ...branch } of branched.branches) {
          const head = source.view.places[userId]!;
          const mine = meant.filter((at) => at >= head && at < head + tree.size[head]!);
          expect([branch.people, branch.ownHalf]).toEqual([mine.length, mine.reduce((all, at) => all + own[at]!, 0)]);
        }
      },
    ),
    { numRuns: 400 },
  );
});

it('months of a structure are counted as one by one', () => {
  fc.assert(
    fc.property(networks, fc.nat(1000), (people, seed) => {
      const source = sourceOf(people, seed);
      const { tree, own } = source.view.period;
      const months = [NOW, 202610, 202606];
      const below = Array.from({ length: tree.size[0]! - 1 }, (_, i) => i + 1);
      const half = (at: number, month: number) => (month === NOW ? own[at]! : halfOf(tree.ids[at]!, month, seed));
      expect(statOf(source, tree.ids[0]!, months)).toEqual(
        months.map((period) => ({
          period,
          active: below.filter((at) => half(at, period) >= 60).length,
          rookies: below.filter((at) => joinedOf(tree.ids[at]!, seed) === period).length,
        })),
      );
    }),
    { numRuns: 200 },
  );
});

it('a view after news is the view that reads everything anew', () => {
  const news = fc.array(fc.record({ who: fc.nat(), half: fc.integer({ min: -80, max: 400 }) }), { maxLength: 12 });
  fc.assert(
    fc.property(networks, news, fc.boolean(), (people, added, isHoused) => {
      const houseId = isHoused ? people[0]!.id : null;
      const volumes = people.map(({ id, own }) => ({ userId: id, half: own, amountKop: own * 7, orders: 1 }));
      const more = added.map(({ who, half }) => ({ userId: people[who % people.length]!.id, half, amountKop: half * 7, orders: 1 })); // prettier-ignore
      const about = { id: NOW, version: 1, houseId };
      const after = viewAfter(viewOf(arrangeTree(people), volumes, about), { people: [], volumes: more });
      const anew = viewOf(arrangeTree(people), [...volumes, ...more], { ...about, version: 2 });
      expect({ ...after, since: undefined }).toEqual({ ...anew, since: undefined });
    }),
    { numRuns: 300 },
  );
});

it('one view after the other, over the lists of the one before the last, each is the view that reads everything anew, its sums too', () => {
  const news = fc.array(fc.record({ who: fc.nat(), half: fc.integer({ min: -80, max: 400 }) }), {
    minLength: 1,
    maxLength: 6,
  });
  const asks = fc.record({
    filter: filters,
    structure: fc.constantFrom(0 as const, 1 as const, 2 as const),
    who: fc.nat(),
  });
  fc.assert(
    fc.property(
      networks,
      fc.array(news, { minLength: 3, maxLength: 6 }),
      asks,
      fc.nat(100),
      (people, steps, ask, seed) => {
        const source = sourceOf(people, seed);
        const { view: first } = source;
        const { tree, own } = first.period;
        const volumes = Array.from(tree.ids, (userId, at) => ({ userId, half: own[at]!, amountKop: first.amountKop[at]!, orders: first.orders[at]! })); // prettier-ignore
        const nodeId = people[ask.who % people.length]!.id;
        const asked: ListAsked = {
          viewerId: nodeId,
          nodeId,
          structure: ask.structure,
          filter: ask.filter,
          by: 'silent',
          isDescending: true,
        };
        const page = { from: 0, limit: 20 };
        listOf(source, asked, page);
        let [spare, now] = [undefined as typeof first | undefined, first];
        for (const [step, added] of steps.entries()) {
          const more = added.map(({ who, half }) => ({ userId: people[who % people.length]!.id, half, amountKop: half * 7, orders: 1 })); // prettier-ignore
          volumes.push(...more);
          const next = viewAfter(now, { people: [], volumes: more }, spare);
          expect(next.amountKop).toBe((spare ?? next).amountKop);
          const anew = viewOf(tree, volumes, { id: NOW, version: step + 2, houseId: null });
          expect({ ...next, since: undefined }).toEqual({ ...anew, since: undefined });
          expect(listOf({ ...source, view: next }, asked, page)).toEqual(
            listOf({ ...source, view: anew }, asked, page),
          );
          [spare, now] = [now, next];
        }
      },
    ),
    { numRuns: 300 },
  );
});
