import { termsOf } from '#contract/plan/plan-table.ts';
import { sizesOf } from '#contract/plan/tree.ts';
import { placesOf } from '#server/features/plan/volumes/places.rules.ts';
import type { MonthLists } from '#server/features/plan/volumes/month-lists.rules.ts';
import type { AboutMonth } from '#server/features/plan/volumes/sources.queries.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

/** A closed month in the shape of the open one, with the titles that it gave, by place. */
export type ClosedView = {
  view: View;
  titles: Uint8Array;
  /** Of a closed month: the highest of it and of those before it, by user id. */
  best: Uint8Array | null;
  closedAt: string | null;
  /** When a month was read that is over and not closed yet. */
  readAt: string | null;
};

export function closedViewOf({ period: id, closedAt, houseId }: AboutMonth, lists: MonthLists): ClosedView {
  const { ids, parent, own, group, orders, amount, status, percent, titles, best } = lists;
  const active = new Uint8Array(ids.length);
  const terms = termsOf(id);
  for (let at = 0; at < active.length; at += 1)
    active[at] = own[at]! >= terms.activeHalf && ids[at] !== houseId ? 1 : 0;
  const tree = { ids, parent, size: sizesOf(parent) };
  const period = { tree, terms, own, group, active, status, percent };
  return {
    view: { version: 0, id, houseId, places: placesOf(tree), amountKop: amount, orders, outsideHalf: 0, period },
    titles,
    best,
    closedAt,
    readAt: null,
  };
}
