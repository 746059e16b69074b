import * as fc from 'fast-check';
import { PLAN } from '#contract/plan/plan-table.ts';
import { measurePeriod, type Period } from '#contract/plan/period.ts';
import { arrangeTree, type Placed } from '#contract/plan/tree.ts';

export const TERMS = PLAN[0]!;

/** People by name: own points and whom they have invited. */
export type Family = { [name: string]: [own: number, invited?: Family] };
export type Person = Placed & { own: number };

/** A family as people with ids, and their names by place of the arranged tree. */
export function periodOfFamily(family: Family): { period: Period; names: string[]; at: (name: string) => number } {
  const people: (Person & { name: string })[] = [];
  const add = (some: Family, sponsorId: number | null) => {
    for (const [name, [points, invited = {}]] of Object.entries(some)) {
      const id = people.length + 1;
      people.push({ id, sponsorId, own: points * 2, name });
      add(invited, id);
    }
  };
  add(family, null);
  const period = periodOf(people);
  const names = [...period.tree.ids].map((id) => people[id - 1]!.name);
  return { period, names, at: (name) => names.indexOf(name) };
}

/** `house`: the id of the house account. */
export function periodOf(people: readonly Person[], house?: number): Period {
  const tree = arrangeTree(people);
  const own = new Map(people.map((one) => [one.id, one.own]));
  return measurePeriod(
    tree,
    Float64Array.from(tree.ids, (id) => own.get(id)!),
    { terms: TERMS, ...(house === undefined ? {} : { house: tree.ids.indexOf(house) }) },
  );
}

/** Own volumes in half-points around every edge of the plan: nothing, half a point too little, just enough, and up to the top. */
const ownHalf = fc.oneof(
  fc.constantFrom(0, 0, 1, 58, 59, 60, 61, 100, 199, 200, 600, 1400),
  fc.integer({ min: 0, max: 400 }),
  fc.constantFrom(3000, 6000, 12_000, 19_999, 20_000, 30_000, 60_000),
);
/** Trees of up to 40 people, wide and deep, some of several roots. Ids are no order of the tree. */
export const networks = fc
  .array(fc.record({ own: ownHalf, sponsor: fc.nat(), reach: fc.constantFrom(1, 2, 4, 40) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((rows) =>
    rows.map(({ own, sponsor, reach }, at): Person => {
      // Of the last `reach` people before; rarely nobody, so that there are several roots.
      const above = at - 1 - (sponsor % Math.min(reach, Math.max(at, 1)));
      return { id: idAt(at), sponsorId: above < 0 || sponsor % 17 === 16 ? null : idAt(above), own };
    }),
  );
const idAt = (at: number): number => ((at * 37) % 101) + 1;
