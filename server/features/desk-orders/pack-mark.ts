import { type Mark, readMark, unitOf } from '#contract/marking.ts';
import type { deskScanPiece } from '#contract/desk-packing.ts';
import type { HeldParcel } from '#server/features/desk-orders/held-parcel.ts';
import { findMarksOf, findSoldUnits, insertMarks } from '#server/features/marking/marks.queries.ts';
import { WAY_OUT } from '#server/features/marking/marks.commands.ts';
import { orderName } from '#server/features/orders/letter-frame.rules.ts';
import { type ParcelLineRecord, type ParcelRecord, setParcelLine } from '#server/features/parcels/parcels.queries.ts';
import type { Asked } from '#server/platform/mount.ts';
import { refuse } from '#server/platform/refuse.ts';

// «Честный знак» while an order is packed (docs/product/desk.md#marking). The order is held.

export const packedInAll = (parcels: readonly ParcelRecord[], lineId: number): number =>
  parcels
    .filter(({ state }) => state !== 'cancelled')
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.lineId === lineId ? line.packed : 0), 0);

/**
 * The code of one unit: it belongs to a piece that was put in by the code of its product, or puts a piece in itself.
 * @throws scan_unknown, scan_full, marks_wrong.
 */
export async function packMark(
  { tx, now }: Asked<typeof deskScanPiece>,
  { order, parcel, parcels }: HeldParcel,
  mark: Mark,
): Promise<void> {
  const unit = unitOf(mark);
  const [sold] = await findSoldUnits(tx, [unit]);
  if (sold?.orderId === order.id) refuse('marks_wrong', 'Эта упаковка уже отсканирована');
  if (sold) refuse('marks_wrong', `Этот код уже продан в заказе ${orderName(sold.orderId)}. ${WAY_OUT}`);
  const known = (await findMarksOf(tx, order.id)).map(({ lineId, code }) => ({ lineId, gtin: readMark(code)?.gtin }));
  const gtinOf = ({ lineId, ean }: ParcelLineRecord): string | undefined =>
    known.find((one) => one.lineId === lineId)?.gtin ?? (ean === '' ? undefined : ean.padStart(14, '0'));
  const line = lineOf(parcel.lines, parcels, gtinOf, mark.gtin);
  if (line.marks >= packedInAll(parcels, line.lineId)) {
    if (line.packed >= line.pieces)
      refuse('scan_full', `${line.title}: все ${line.pieces} уже лежат. Лишнюю штуку отложите`);
    await setParcelLine(tx, { parcelId: parcel.id, lineId: line.lineId, packed: line.packed + 1 });
  }
  if (!(await insertMarks(tx, [{ lineId: line.lineId, code: mark.code, unit, at: now }])))
    refuse('marks_wrong', `Этот код только что продан в другом заказе. ${WAY_OUT}`);
}

/**
 * A code names its product by the number on the pack. Where the catalogue does not hold it, the code goes where units of the same product were scanned, to a piece
 * that still waits for its code, or to the only line that needs codes.
 */
function lineOf(
  lines: readonly ParcelLineRecord[],
  parcels: readonly ParcelRecord[],
  gtinOf: (line: ParcelLineRecord) => string | undefined,
  gtin: string,
): ParcelLineRecord {
  const marked = lines.filter((line) => line.marked);
  if (marked.length === 0)
    return refuse('scan_unknown', 'В этой посылке нет товаров с кодом «Честного знака». Отложите эту упаковку');
  const same = marked.filter((line) => gtinOf(line) === gtin);
  const open = marked.filter((line) => gtinOf(line) === undefined);
  const waiting = open.filter((line) => line.marks < packedInAll(parcels, line.lineId));
  const found = same.find(({ packed, pieces }) => packed < pieces) ?? same[0] ?? (waiting.length === 1 ? waiting[0] : undefined) ?? (open.length === 1 ? open[0] : undefined); // prettier-ignore
  if (found) return found;
  if (open.length === 0)
    return refuse('marks_wrong', `${marked.map(({ title }) => title).join(', ')}: это код другого товара. ${WAY_OUT}`);
  return refuse('marks_wrong', 'Непонятно, какому товару этот код. Отсканируйте сначала код товара, потом код «Честного знака» с той же упаковки'); // prettier-ignore
}

/** Where no counter of ours scans them, each unit has its code before the parcel is closed. @throws parcel_incomplete. */
export function assertMarked({ parcel, parcels }: HeldParcel): void {
  const lacking = parcel.lines
    .filter((line) => line.marked)
    .map((line) => ({ title: line.title, left: packedInAll(parcels, line.lineId) - line.marks }))
    .filter(({ left }) => left > 0);
  if (lacking.length === 0) return;
  const names = lacking.map(({ title, left }) => `${title} × ${left}`).join(', ');
  refuse('parcel_incomplete', `Нет кодов «Честного знака»: ${names}. Отсканируйте код на каждой упаковке. Если код не читается, возьмите другую упаковку или верните за неё деньги`); // prettier-ignore
}
