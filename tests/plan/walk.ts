import type { Person } from '#tests/plan/networks.ts';

// The plan told once more, by walking: every point starts at its owner and goes up from sponsor to sponsor. It shares no line with
// the engine, neither the ladder nor the order of the tree.

const PERCENTS: readonly (readonly [points: number, percent: number])[] = [
  [10_000, 22],
  [6000, 20],
  [3000, 17],
  [1500, 14],
  [700, 11],
  [300, 8],
  [100, 5],
];
export type Walked = { group: Map<number, number>; percent: Map<number, number>; units: Map<number, number> };

/** Group volumes in half-points and bonuses in half-points × percent, by user id. */
export function walkNetwork(people: readonly Person[], house?: number): Walked {
  const byId = new Map(people.map((one) => [one.id, one]));
  const upwards = (from: Person): Person[] => {
    const path: Person[] = [];
    for (let one: Person | undefined = from; one; one = byId.get(one.sponsorId ?? -1)) path.push(one);
    return path;
  };
  const group = new Map(people.map(({ id }) => [id, 0]));
  for (const one of people) for (const { id } of upwards(one)) group.set(id, group.get(id)! + one.own);
  const isOn = ({ id, own }: Person) => own >= 60 && id !== house;
  const percent = new Map(
    people.map((one) => {
      const points = group.get(one.id)! / 2;
      return [one.id, isOn(one) ? (PERCENTS.find(([from]) => points >= from)?.[1] ?? 0) : 0];
    }),
  );
  const units = new Map(people.map(({ id }) => [id, 0]));
  for (const owner of people) {
    let paid = 0;
    for (const { id } of upwards(owner)) {
      const own = percent.get(id)!;
      if (own > paid) units.set(id, units.get(id)! + owner.own * (own - paid));
      paid = Math.max(paid, own);
    }
  }
  return { group, percent, units };
}
