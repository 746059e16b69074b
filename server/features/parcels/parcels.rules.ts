import type { OrderParcel, ParcelState } from '#contract/parcels.ts';
import { scannedText } from '#contract/scan.ts';
import { ORDER_STATUSES, type OrderStatus } from '#contract/order-statuses.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';

// Arithmetic of packing (docs/product/desk.md#parcels). Contents: 1 codes, 2 what goes into a parcel, 3 what becomes of the order

// ── 1 Codes ─────────────────────────────────────────────────────────────────────────────────────
/** A carrier's number of a parcel; null when it cannot be one. */
export function trackOf(typed: string): string | null {
  const track = scannedText(typed).replaceAll('-', '');
  return /^(?=.*\d)[A-Z0-9]{5,40}$/.test(track) ? track : null;
}

// ── 2 What goes into a parcel ───────────────────────────────────────────────────────────────────
export type PackLine = { lineId: number; pieces: number; packed: number };
type Sold = { id: number; quantity: number; returnedQuantity: number };
/** Pieces of an order that are in no parcel yet. `parcels`: those that have not been given up. */
export function unparcelled(
  lines: readonly Sold[],
  parcels: readonly { lines: readonly PackLine[] }[],
): { lineId: number; pieces: number }[] {
  const planned = (id: number) =>
    parcels.flatMap((one) => one.lines).reduce((sum, line) => sum + (line.lineId === id ? line.pieces : 0), 0);
  return lines
    .map(({ id, quantity, returnedQuantity }) => ({ lineId: id, pieces: quantity - returnedQuantity - planned(id) }))
    .filter(({ pieces }) => pieces > 0);
}

/**
 * Pieces that went back are taken out of the parcels that have not left, the last one first and what is not packed before what is. Returns the lines
 * that change.
 */
export function trimmed(
  lines: readonly Sold[],
  parcels: readonly { id: number; lines: readonly PackLine[] }[],
  open: ReadonlySet<number>,
): { parcelId: number; lineId: number; pieces: number; packed: number }[] {
  const changes: { parcelId: number; lineId: number; pieces: number; packed: number }[] = [];
  for (const { id, quantity, returnedQuantity } of lines) {
    const mine = parcels.flatMap((one) =>
      one.lines.filter(({ lineId }) => lineId === id).map((line) => ({ parcelId: one.id, ...line })),
    );
    let over = mine.reduce((sum, { pieces }) => sum + pieces, 0) - (quantity - returnedQuantity);
    for (const line of mine.filter(({ parcelId }) => open.has(parcelId)).toReversed()) {
      if (over <= 0) break;
      const pieces = Math.max(0, line.pieces - over);
      over -= line.pieces - pieces;
      changes.push({ parcelId: line.parcelId, lineId: id, pieces, packed: Math.min(line.packed, pieces) });
    }
  }
  return changes;
}

// ── 3 What becomes of the order ─────────────────────────────────────────────────────────────────
const LEFT: readonly ParcelState[] = ['sent', 'at_point', 'handed', 'returned'];
export const hasLeft = (state: ParcelState): boolean => LEFT.includes(state);
/** An order is sent with the last of its parcels. Null: it stays as it is. */
export function statusBySending(states: readonly ParcelState[], isAllParcelled: boolean): OrderStatus | null {
  const live = states.filter((state) => state !== 'cancelled');
  return isAllParcelled && live.length > 0 && live.every(hasLeft) ? ORDER_STATUSES.sent : null;
}

type Sendable = {
  number: number;
  state: ParcelState;
  stateAt: Date;
  track: string | null;
  insideOrder: number | null;
  lines: readonly PackLine[];
};
/** As its buyer sees it (contract/parcels.ts). */
export const toOrderParcel = ({ number, state, stateAt, track, insideOrder, lines }: Sendable): OrderParcel => ({
  number,
  state,
  at: stateAt.toISOString(),
  track,
  ...(insideOrder === null ? {} : { inside: insideOrder }),
  lines: lines.map(({ lineId, pieces }) => ({ line_id: lineId, pieces })),
});

/** Where an order is handed over by our own people: `3:CO-4`; null where a carrier does it. */
export const siteOf = (order: { deliveryType: number; delivery: { gateId: string | null } }): string | null =>
  OWN_COUNTERS.includes(order.deliveryType) && order.delivery.gateId !== null
    ? `${order.deliveryType}:${order.delivery.gateId}`
    : null;
const OWN_COUNTERS: readonly number[] = [DELIVERY_TYPES.pickup, DELIVERY_TYPES.logisticCenter];
