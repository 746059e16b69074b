import { termsOf } from '#contract/plan/plan-table.ts';
import { sizesOf } from '#contract/plan/tree.ts';
import { placesOf } from '#server/features/plan/volumes/places.rules.ts';
import type { PackedMonth } from '#server/features/plan/volumes/sources.queries.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

/** A closed month in the shape of the open one, with the titles that it gave, by place. */
export type ClosedView = {
  view: View;
  titles: Uint8Array;
  closedAt: string | null;
  /** When a month was read that is over and not closed yet. */
  readAt: string | null;
};
const ROW_BYTES = 31;

export function closedViewOf({ id, people, closedAt, houseId, pieces, orders: packedOrders }: PackedMonth): ClosedView {
  const floats = () => new Float64Array(people);
  const bytes = () => new Uint8Array(people);
  const [ids, parent] = [new Int32Array(people), new Int32Array(people)];
  const [own, group, amountKop, orders] = [floats(), floats(), floats(), floats()];
  const [status, percent, active, titles] = [bytes(), bytes(), bytes(), bytes()];
  const terms = termsOf(id);
  let place = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += ROW_BYTES, place += 1) {
      ids[place] = piece.readInt32BE(at);
      parent[place] = piece.readInt32BE(at + 4);
      own[place] = piece.readInt32BE(at + 8);
      group[place] = Number(piece.readBigInt64BE(at + 12));
      amountKop[place] = Number(piece.readBigInt64BE(at + 20));
      status[place] = piece[at + 28]!;
      percent[place] = piece[at + 29]!;
      titles[place] = piece[at + 30]!;
      active[place] = own[place]! >= terms.activeHalf && ids[place] !== houseId ? 1 : 0;
    }
  const tree = { ids, parent, size: sizesOf(parent) };
  const places = placesOf(tree);
  for (let at = 0; at < packedOrders.length; at += 8) {
    const whose = places[packedOrders.readInt32BE(at)] ?? -1;
    if (whose >= 0) orders[whose] = packedOrders.readInt32BE(at + 4);
  }
  const period = { tree, terms, own, group, active, status, percent };
  return {
    view: { version: 0, id, houseId, places, amountKop, orders, outsideHalf: 0, period },
    titles,
    closedAt,
    readAt: null,
  };
}
