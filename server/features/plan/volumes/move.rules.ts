import { bonusesOf } from '#contract/plan/bonuses.ts';
import { measurePeriod, type Period } from '#contract/plan/period.ts';
import { arrangeTree } from '#contract/plan/tree.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

/** What a person would get of a period as the structure stands, and as it would stand; kopecks, leader bonus included. */
export type BonusChange = { userId: number; fromKop: number; toKop: number };

/**
 * Whose bonuses a move would change, had it held for the open period, the greatest loss first (docs/product/network.md#moves).
 * @throws TreeRefusedError in words for a move into one's own structure
 */
export function bonusesAfterMove(view: View, { userId, toId }: { userId: number; toId: number }): BonusChange[] {
  const { tree, own, terms } = view.period;
  const people = Array.from(tree.ids, (id, at) => ({
    id,
    sponsorId: id === userId ? toId : tree.parent[at]! < 0 ? null : tree.ids[tree.parent[at]!]!,
  }));
  const moved = arrangeTree(people);
  const house = view.houseId === null ? -1 : moved.ids.indexOf(view.houseId);
  const ownMoved = Float64Array.from(moved.ids, (id) => own[view.places[id]!]!);
  const [before, after] = [earned(view.period), earned(measurePeriod(moved, ownMoved, { terms, house }))];
  return Array.from(moved.ids, (id, at) => ({ userId: id, fromKop: before[view.places[id]!]!, toKop: after[at]! }))
    .filter(({ fromKop, toKop }) => fromKop !== toKop)
    .toSorted((a, b) => a.toKop - a.fromKop - (b.toKop - b.fromKop) || a.userId - b.userId);
}
function earned(period: Period): Float64Array {
  const { bonusKop, leaderKop } = bonusesOf(period);
  return bonusKop.map((kop, at) => kop + leaderKop[at]!);
}
