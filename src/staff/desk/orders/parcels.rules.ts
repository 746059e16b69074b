import type { DeskOrder } from '#contract/desk-orders.ts';
import { goesWithoutTrack } from '#contract/desk-packing.ts';
import type { DeskParcel } from '#contract/parcels.ts';

// A parcel on the screen of whoever packs it.

export type ParcelLine = DeskParcel['lines'][number];
/** The shop sends lines in the order of the walk; those of one shelf stand together, without a place last. */
export const byShelf = (lines: readonly ParcelLine[]): { shelf: string | null; lines: ParcelLine[] }[] =>
  [...Map.groupBy(lines, ({ place }) => place?.shelf ?? null)].map(([shelf, here]) => ({ shelf, lines: here }));

export const packedOf = (lines: readonly ParcelLine[]): { packed: number; pieces: number } => ({
  packed: lines.reduce((sum, line) => sum + line.packed, 0),
  pieces: lines.reduce((sum, line) => sum + line.pieces, 0),
});

/** The line that became fuller between two answers of the shop: what the last scan was. */
export const filledLine = (before: readonly ParcelLine[], after: readonly ParcelLine[]): ParcelLine | undefined =>
  after.find(({ line_id: id, packed }) => packed > (before.find((one) => one.line_id === id)?.packed ?? 0));

/** «410», «0,41 кг» is not understood on purpose: the scale shows grams. Null: no weight; NaN: none that can be. */
export function gramsOf(typed: string): number | null {
  const text = typed.replaceAll(/[\s\u00a0]/g, '');
  if (text === '') return null;
  return /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= 200_000 ? Number(text) : Number.NaN;
}

type Sendable = {
  order: { delivery: { type: DeskOrder['order']['delivery']['type'] } };
  parcels: readonly Pick<DeskParcel, 'id' | 'version' | 'state' | 'track'>[];
  together: { parcels: readonly unknown[] };
};
/** What of an order may leave without anybody looking at it: its packed parcels, or in words why it may not. */
export function sentUnseen({ order, parcels, together }: Sendable): { why: string } | { parcels: Sendable['parcels'] } {
  const packed = parcels.filter(({ state }) => state === 'packed');
  if (packed.length === 0) return { why: 'собранных посылок нет' };
  // What may lie inside another parcel is decided by somebody who sees both.
  if (together.parcels.length > 0)
    return { why: 'есть ещё посылки этому человеку: откройте заказ и решите, едут ли они вместе' };
  if (!goesWithoutTrack(order.delivery.type) && packed.some(({ track }) => !track))
    return { why: 'нужен трек-номер: откройте заказ' };
  return { parcels: packed };
}
