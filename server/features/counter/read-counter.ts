import { pictureKey } from '#contract/catalogue-pack.ts';
import type { CounterOrder, FoundOrder, WaitingOrder } from '#contract/counter.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findCounterLines, findPlaces, findWaiting, type LineRow, type ParcelPlace, type PointOrder, type WaitingRow } from '#server/features/counter/counter.queries.ts'; // prettier-ignore
import { cellName, cutPiece, lastFour, LOCKS, maskedPhone, PIECE } from '#server/features/counter/counter.rules.ts';
import { findProxy } from '#server/features/orders/proxies.queries.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { parcelCode } from '#contract/parcels.ts';

// What a counter is shown (contract/counter.ts). The code of issue and the whole telephone are in none of it.

type Around = { lines: readonly LineRow[]; places: readonly ParcelPlace[] };
function toWaiting({ point, name, phone }: WaitingRow, { lines, places }: Around): WaitingOrder {
  return {
    id: point.orderId,
    name,
    phone: lastFour(phone),
    cells: cellsOf(places),
    parcels: places.map(({ orderId, number }) => parcelCode(orderId, number)),
    arrived_at: point.arrivedAt.toISOString(),
    keep_until: point.keepUntil.toISOString(),
    reminded_at: point.remindedAt?.toISOString() ?? null,
    lines: lines.map(({ lineId, title, code, pack, image, pieces, marked, scanned }) => ({
      line_id: lineId,
      title,
      code,
      pack,
      image: image && pictureKey(image),
      pieces,
      marks: marked ? Math.max(0, pieces - scanned) : 0,
    })),
  };
}
const cellsOf = (places: readonly ParcelPlace[]): string[] => [
  ...new Set(places.flatMap(({ shelf, cell }) => (shelf === null || cell === null ? [] : [cellName({ shelf, cell })]))),
];

type Piece = { orders: WaitingOrder[]; next: number | null };
/** What waits at a point, a piece of it, in three statements whatever their number. `next`: where it ends, if there is more. */
export async function readWaiting(db: DbOrTx, site: string, after: number): Promise<Piece> {
  const rows = await findWaiting(db, site, { after, limit: PIECE.orders + 1 });
  return cutPiece(await toWaitingAll(db, rows));
}
async function toWaitingAll(db: DbOrTx, rows: readonly WaitingRow[]): Promise<WaitingOrder[]> {
  const ids = rows.map(({ point }) => point.orderId);
  const lines = Map.groupBy(await findCounterLines(db, ids), ({ orderId }) => orderId);
  const places = Map.groupBy(await findPlaces(db, ids), ({ orderId }) => orderId);
  return rows.map((row) => {
    const { orderId } = row.point;
    return toWaiting(row, { lines: lines.get(orderId) ?? [], places: places.get(orderId) ?? [] });
  });
}

const stateOf = ({ handedAt, leftAt, arrivedAt }: PointOrder): { state: FoundOrder['state']; at: string } => {
  if (handedAt) return { state: 'handed', at: handedAt.toISOString() };
  if (leftAt) return { state: 'returned', at: leftAt.toISOString() };
  return { state: 'waits', at: arrivedAt.toISOString() };
};
export async function toFound(db: DbOrTx, rows: readonly WaitingRow[]): Promise<FoundOrder[]> {
  const ids = rows.map(({ point }) => point.orderId);
  const places = Map.groupBy(await findPlaces(db, ids), ({ orderId }) => orderId);
  return rows.map(({ point, name, phone }) => ({
    id: point.orderId,
    name,
    phone: lastFour(phone),
    cells: cellsOf(places.get(point.orderId) ?? []),
    ...stateOf(point),
  }));
}

export async function readCounterOrder(db: DbOrTx, order: OrderRecord, point: PointOrder): Promise<CounterOrder> {
  const lines = await findCounterLines(db, [order.id]);
  const places = await findPlaces(db, [order.id]);
  const proxy = await findProxy(db, order.id);
  return {
    ...toWaiting({ point, name: order.recipientName, phone: order.recipientPhone }, { lines, places }),
    ...stateOf(point),
    masked_phone: maskedPhone(order.recipientPhone),
    comment: order.comment,
    weight: order.weightGrams,
    paid: order.paidKop - order.refundedKop,
    proxy: proxy?.name ?? null,
    locked_until: point.lockedUntil?.toISOString() ?? null,
    needs_desk: point.locks >= LOCKS,
  };
}
