import type { Pick } from '#contract/desk-shelves.ts';
import { parcelCode } from '#contract/parcels.ts';
import { byPlace } from '#server/features/parcels/places.rules.ts';
import type { PickRow } from '#server/features/warehouse/picking.queries.ts';

/** One walk for all of them: a product once, in the order of the shelves, with the parcels that its pieces go into. */
export function picksOf(rows: readonly PickRow[]): Pick[] {
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  const picks = [...byProduct.values()].flatMap((mine) => {
    const [first] = mine;
    if (!first) return [];
    const { code, title, shelf, cell } = first;
    const place = shelf === null || cell === null ? null : { shelf, cell };
    const ofParcel = Map.groupBy(mine, ({ orderId, number }) => parcelCode(orderId, number));
    const parcels = [...ofParcel].map(([name, lines]) => ({ code: name, pieces: sumOf(lines) }));
    return [{ place, code, title, pieces: sumOf(mine), parcels }];
  });
  return picks.toSorted((one, other) => byPlace(one.place, other.place));
}
const sumOf = (lines: readonly { pieces: number }[]): number => lines.reduce((sum, { pieces }) => sum + pieces, 0);
