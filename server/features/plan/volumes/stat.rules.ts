import { joinedAt, type ListSource, NOBODY } from '#server/features/plan/volumes/list-source.rules.ts';
import type { StatMonth } from '#server/features/plan/volumes/list-types.rules.ts';

/** Months of the structure below as it stands today: who is active, who is a newcomer (docs/product/reports.md#personal). */
export function statOf(source: ListSource, userId: number, months: readonly number[]): StatMonth[] | null {
  const { view, facts, ownHalves } = source;
  const { places, period } = view;
  const place = places[userId] ?? -1;
  if (place < 0) return null;
  const { tree, terms, own } = period;
  const end = place + tree.size[place]!;
  const joined = new Map<number, number>();
  for (let at = place + 1; at < end; at += 1) {
    const month = joinedAt(facts, tree.ids[at]!, view.id);
    joined.set(month, (joined.get(month) ?? 0) + 1);
  }
  const ofOpen = (): number => {
    let count = 0;
    for (let at = place + 1; at < end; at += 1) if (own[at]! >= terms.activeHalf) count += 1;
    return count;
  };
  // Volumes lie by id, people by place: of a great structure ids are gone through, so that memory is read in its order.
  const isGreat = (end - place) * 4 > places.length;
  const ofClosed = (halves: Int32Array): number => {
    let count = 0;
    if (isGreat) {
      const most = Math.min(halves.length, places.length);
      for (let id = 0; id < most; id += 1)
        if (halves[id]! >= terms.activeHalf && places[id]! > place && places[id]! < end) count += 1;
    } else for (let at = place + 1; at < end; at += 1) if ((halves[tree.ids[at]!] ?? 0) >= terms.activeHalf) count += 1;
    return count;
  };
  return months.map((month) => ({
    period: month,
    active: month === view.id ? ofOpen() : ofClosed(ownHalves(month) ?? NOBODY),
    rookies: joined.get(month) ?? 0,
  }));
}
