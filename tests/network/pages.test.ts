import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrangeTree } from '#contract/plan/tree.ts';
import { type PageAsked, pageOf, personIn } from '#server/features/plan/volumes/page.rules.ts';
import { collectTree, type PathRow, placesOf, withNewcomers } from '#server/features/plan/volumes/places.rules.ts';
import { type View, viewOf } from '#server/features/plan/volumes/view.rules.ts';
import { networks, type Person } from '#tests/plan/networks.ts';

// Places and pages of the copy in memory: docs/decisions/332.

/** Paths as the database keeps them. */
function pathsOf(people: readonly Person[]): PathRow[] {
  const byId = new Map(people.map((one) => [one.id, one]));
  return people
    .map(({ id }) => {
      const ids: number[] = [];
      for (let one = byId.get(id); one; one = byId.get(one.sponsorId ?? -1)) ids.unshift(one.id);
      const path = Buffer.alloc(ids.length * 4);
      for (const [line, above] of ids.entries()) path.writeInt32BE(above, line * 4);
      return { userId: id, path };
    })
    .sort((a, b) => Buffer.compare(a.path, b.path));
}
function treeOf(rows: readonly PathRow[]) {
  const people = collectTree();
  for (const row of rows) people.add(row);
  return people.tree();
}
const viewOfPeople = (people: readonly Person[]): View =>
  viewOf(treeOf(pathsOf(people)), people.map(({ id, own }) => ({ userId: id, half: own, amountKop: own * 7 })), { id: 202611, version: 1, houseId: null }); // prettier-ignore

it('makes of paths the tree that the engine arranges', () => {
  fc.assert(
    fc.property(networks, (people) => {
      expect(treeOf(pathsOf(people))).toEqual(arrangeTree(people));
    }),
  );
});

it('puts newcomers where the order of paths has them, however many come at once', () => {
  fc.assert(
    fc.property(networks, fc.infiniteStream(fc.boolean()), (people, chance) => {
      // Who has come already has a sponsor who has.
      const there = new Set<number>();
      for (const one of people)
        if ((one.sponsorId === null || there.has(one.sponsorId)) && chance.next().value) there.add(one.id);
      const rows = pathsOf(people);
      const before = treeOf(rows.filter(({ userId }) => there.has(userId)));
      const { tree, movedTo } = withNewcomers(before, placesOf(before), rows.filter(({ userId }) => !there.has(userId))); // prettier-ignore
      expect(tree).toEqual(arrangeTree(people));
      expect(Array.from(movedTo, (at) => tree.ids[at])).toEqual([...before.ids]);
    }),
    { numRuns: 500 },
  );
});

const asking = fc.record({
  structure: fc.constantFrom(0 as const, 1 as const),
  active: fc.constantFrom(undefined, true, false),
  status: fc.constantFrom(undefined, undefined, 1, 2),
  by: fc.constantFrom('own' as const, 'group' as const, 'amount' as const, 'status' as const, 'place' as const),
  isDescending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 5 }),
});

it('pages through a structure: everybody once, in order, with the totals of the whole list', () => {
  fc.assert(
    fc.property(networks, fc.nat(), asking, (people, who, asked) => {
      const view = viewOfPeople(people);
      const viewerId = people[who % people.length]!.id;
      const byId = new Map(people.map((one) => [one.id, one]));
      const isBelow = ({ sponsorId }: Person): boolean =>
        sponsorId === viewerId || (asked.structure === 1 && sponsorId !== null && isBelow(byId.get(sponsorId)!));
      const wanted = people
        .filter(isBelow)
        .map(({ id }) => personIn(view, id, view.places[viewerId]!)!)
        .filter((row) => (asked.active === undefined || row.isActive === asked.active) && (asked.status === undefined || row.status === asked.status)); // prettier-ignore
      const column = {
        own: 'ownHalf',
        group: 'groupHalf',
        amount: 'amountKop',
        status: 'status',
        place: 'place',
      } as const;
      const value = (row: (typeof wanted)[number]) => row[column[asked.by]];
      wanted.sort((a, b) => (asked.isDescending ? value(b) - value(a) : value(a) - value(b)) || a.place - b.place);

      const { active, status, ...rest } = asked;
      const filter = { ...(active === undefined ? {} : { active }), ...(status === undefined ? {} : { status }) };
      const found: typeof wanted = [];
      for (let more = true; more;) {
        const last = found.at(-1);
        const after = last && { value: value(last), place: last.place };
        const ask: PageAsked = { ...rest, ...filter, viewerId, ...(after ? { after } : {}) };
        const page = pageOf(view, ask)!;
        expect(page.totals).toEqual({
          people: wanted.length,
          active: wanted.filter((row) => row.isActive).length,
          ownHalf: wanted.reduce((sum, row) => sum + row.ownHalf, 0),
          amountKop: wanted.reduce((sum, row) => sum + row.amountKop, 0),
        });
        found.push(...page.rows);
        more = page.rows.length === asked.limit;
      }
      expect(found).toEqual(wanted);
      expect(found.every(({ line }) => line >= 1 && (asked.structure === 1 || line === 1))).toBe(true);
    }),
    { numRuns: 400 },
  );
});

it('shows nobody anything of a structure that they are not in', () => {
  const view = viewOfPeople([{ id: 5, sponsorId: null, own: 0 }]);
  const ask = { structure: 1, by: 'own', isDescending: true, limit: 50 } as const;
  expect([pageOf(view, { ...ask, viewerId: 6 }), pageOf(view, { ...ask, viewerId: 2_000_000_000 }), personIn(view, -1)]).toEqual([null, null, null]); // prettier-ignore
});
