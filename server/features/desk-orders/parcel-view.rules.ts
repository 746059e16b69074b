import type { Order } from '#contract/orders.ts';
import { type DeskHold, type DeskParcel, parcelCode } from '#contract/parcels.ts';
import { byPlace } from '#server/features/parcels/places.rules.ts';
import type { HoldRecord, ParcelRecord } from '#server/features/parcels/parcels.queries.ts';

// Parcels and holds on the wire (contract/parcels.ts).

export const toDeskParcel = (parcel: ParcelRecord, viewerId: number): DeskParcel => ({
  id: parcel.id,
  code: parcelCode(parcel.orderId, parcel.number),
  number: parcel.number,
  version: parcel.version,
  state: parcel.state,
  at: parcel.stateAt.toISOString(),
  track: parcel.track,
  ...(parcel.insideOrder === null ? {} : { inside: parcel.insideOrder }),
  packer:
    parcel.packerId === null ? null : { name: parcel.packerName || 'Сотрудник', is_mine: parcel.packerId === viewerId },
  weight: parcel.weightGrams,
  box: parcel.boxId === null ? null : String(parcel.boxId),
  lines: parcel.lines
    .map(({ lineId, code, title, marked, marks, shelf, cell, pieces, packed }) => ({
      line_id: lineId,
      code,
      title,
      place: shelf === null || cell === null ? null : { shelf, cell },
      pieces,
      packed,
      marks: marked ? marks : null,
    }))
    .toSorted((one, other) => byPlace(one.place, other.place)),
});
export const toDeskHold = (hold: HoldRecord, now: Date): DeskHold => ({
  id: hold.id,
  kind: hold.kind,
  words: hold.words,
  until: hold.until.toISOString(),
  owner: hold.ownerName || 'Сотрудник',
  reason: hold.reason,
  is_late: hold.until < now,
});
/** Whether the order has pieces that are in no parcel. */
export function hasLoose({ items }: Pick<Order, 'items'>, parcels: readonly ParcelRecord[]): boolean {
  const live = parcels.filter(({ state }) => state !== 'cancelled').flatMap(({ lines }) => lines);
  return items.some(
    ({ line_id: id, quantity }) =>
      live.reduce((sum, line) => sum + (line.lineId === id ? line.pieces : 0), 0) < quantity,
  );
}
