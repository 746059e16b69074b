import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrangeTree } from '#contract/plan/tree.ts';
import { listOf, placesOfList } from '#server/features/plan/volumes/list.rules.ts';
import type { ListSource } from '#server/features/plan/volumes/list-source.rules.ts';
import type { ListAsked } from '#server/features/plan/volumes/list-types.rules.ts';
import { viewOf } from '#server/features/plan/volumes/view.rules.ts';
import { networks, type Person } from '#tests/plan/networks.ts';

// Pages of a list and the file of it are one order: docs/decisions/401.

const sourceOf = (people: readonly Person[], kop: number): ListSource => {
  const volumes = people.map(({ id, own }) => ({ userId: id, half: own, amountKop: own * kop }));
  const most = Math.max(...people.map(({ id }) => id));
  const facts = { joined: new Int32Array(most + 1).fill(202601), birth: new Int16Array(most + 1) };
  return { view: viewOf(arrangeTree(people), volumes, { id: 202611, version: 1, houseId: null }), facts, ownHalves: () => undefined }; // prettier-ignore
};
const ways = fc.record({
  structure: fc.constantFrom(0 as const, 1 as const),
  by: fc.constantFrom('own', 'group', 'amount', 'line', 'silent', 'status', 'place'),
  isDescending: fc.boolean(),
  // The second is beyond what a number can hold beside a place.
  kop: fc.constantFrom(7, 2 ** 47),
  limit: fc.integer({ min: 1, max: 7 }),
});

it('the file holds the rows of all pages in their order', () => {
  fc.assert(
    fc.property(networks, ways, (people, { structure, by, isDescending, kop, limit }) => {
      const source = sourceOf(people, kop);
      const viewerId = source.view.period.tree.ids[0]!;
      const asked: ListAsked = { viewerId, nodeId: viewerId, structure, filter: {}, by, isDescending };
      const paged: number[] = [];
      for (let from = 0, count = 1; from < count; from += limit) {
        const list = listOf(source, asked, { from, limit })!;
        count = list.count;
        paged.push(...list.rows.map(({ userId }) => userId));
      }
      const whole = Array.from(placesOfList(source, asked)!, (at) => source.view.period.tree.ids[at]!);
      expect(whole).toEqual(paged);
    }),
    { numRuns: 300 },
  );
});

it('by status who is not active has none and stands below the lowest, as the list says it', () => {
  fc.assert(
    fc.property(networks, fc.boolean(), (people, isDescending) => {
      const source = sourceOf(people, 7);
      const viewerId = source.view.period.tree.ids[0]!;
      const { active, status } = source.view.period;
      const found = Array.from(placesOfList(source, { viewerId, nodeId: viewerId, structure: 1, filter: {}, by: 'status', isDescending })!); // prettier-ignore
      const shown = found.map((at) => (active[at] ? status[at]! : -1));
      expect(shown).toEqual(shown.toSorted((a, b) => (isDescending ? b - a : a - b)));
    }),
  );
});
