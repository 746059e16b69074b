import type {
  deskFinishParcel,
  deskPutPieces,
  deskReopenParcel,
  deskScanPiece,
  deskSplitParcel,
  deskStartPacking,
  deskTakeParcel,
} from '#contract/desk-packing.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { readMark } from '#contract/marking.ts';
import { parcelCode } from '#contract/parcels.ts';
import { namesProduct, scannedText } from '#contract/scan.ts';
import { holdOrder } from '#server/features/desk-orders/desk-acts.ts';
import { assertMine, assertMoves, assertNotHeld, holdParcel, type HeldParcel, noteParcel } from '#server/features/desk-orders/held-parcel.ts'; // prettier-ignore
import { assertMarked, packMark, packedInAll } from '#server/features/desk-orders/pack-mark.ts';
import { dropMarks } from '#server/features/marking/marks.queries.ts';
import { writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { findLines } from '#server/features/orders/order-rows.queries.ts';
import { findParcels, insertParcel, setPacker, setParcelLine, stepParcel } from '#server/features/parcels/parcels.queries.ts'; // prettier-ignore
import { siteOf, unparcelled } from '#server/features/parcels/parcels.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// Packing (docs/product/desk.md#parcels). Contents: 1 begin, 2 put pieces in, 3 close, open, divide. Each holds its order first.

// ── 1 Begin ─────────────────────────────────────────────────────────────────────────────────────
/** @throws order_changed, order_closed, order_held. */
export async function deskStartsPacking(_shop: Shop, asked: Asked<typeof deskStartPacking>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  if (order.version !== body.version) refuse('order_changed', 'Заказ изменился в другом окне. Посмотрите ещё раз');
  const { paid, packing } = ORDER_STATUSES;
  if (order.status !== paid && order.status !== packing)
    refuse('order_closed', 'Собирать можно только оплаченный заказ');
  await assertNotHeld(tx, order.id);
  const parcels = await findParcels(tx, order.id);
  const lines = unparcelled(
    await findLines(tx, order.id),
    parcels.filter(({ state }) => state !== 'cancelled'),
  );
  // A shipment has no lines: parcels of its orders are put inside (docs/decisions/550).
  const isOuter = order.cartKind === 'shipment' && parcels.every(({ state }) => state === 'cancelled');
  if (lines.length === 0 && !isOuter)
    refuse('parcel_changed', 'Всё из этого заказа уже в посылках. Посмотрите ещё раз');
  const { id: packerId } = requireUser(asked.session);
  const number = (parcels.at(-1)?.number ?? 0) + 1;
  await insertParcel(tx, { orderId: order.id, number, state: 'packing', stateAt: now, packerId }, lines);
  if (order.status === paid)
    await writeStatus(tx, { orderId: order.id, status: packing, actor: `desk:${packerId}`, at: now });
}
/** Somebody else goes on with it: from now on they pack it. */
export async function deskTakesParcel(_shop: Shop, asked: Asked<typeof deskTakeParcel>): Promise<void> {
  const held = await holdParcel(asked);
  if (held.parcel.state !== 'packing') refuse('parcel_changed', 'Посылка уже собрана. Посмотрите ещё раз');
  const { id } = requireUser(asked.session);
  await stepParcel(asked.tx, held.parcel.id, { packerId: id });
  await noteParcel(asked, held, 'собирает другой человек');
}

// ── 2 Put pieces in ─────────────────────────────────────────────────────────────────────────────
/** A code of a product, or of «Честный знак». @throws scan_unknown, scan_full, marks_wrong, parcel_taken, parcel_changed, order_held. */
export async function deskScansPiece(_shop: Shop, asked: Asked<typeof deskScanPiece>): Promise<void> {
  const held = await holdOpen(asked);
  const mark = readMark(asked.body.code);
  const code = scannedText(asked.body.code);
  const lines = held.parcel.lines.filter((line) => namesProduct(line, code));
  // A pack may carry such a code although its product needs none: then only the number in it counts.
  if (mark && lines.every(({ marked }) => marked)) return packMark(asked, held, mark);
  const first = lines[0];
  if (!first)
    return refuse('scan_unknown', `Код ${code || asked.body.code}: такого товара в этой посылке нет. Отложите его`);
  const next = lines.find(({ packed, pieces }) => packed < pieces);
  if (!next) return refuse('scan_full', `${first.title}: все ${first.pieces} уже лежат. Лишнюю штуку отложите`);
  await setParcelLine(asked.tx, { parcelId: held.parcel.id, lineId: next.lineId, packed: next.packed + 1 });
}

/** @throws validation, parcel_taken, parcel_changed, order_held. */
export async function deskPutsPieces(_shop: Shop, asked: Asked<typeof deskPutPieces>): Promise<void> {
  const { parcel, parcels } = await holdOpen(asked);
  const { line_id: lineId, packed } = asked.body;
  const line = parcel.lines.find((one) => one.lineId === lineId);
  if (!line) throw notFound('Такой строки в посылке нет');
  if (packed > line.pieces) refuse('scan_full', `${line.title}: в этой посылке только ${line.pieces}`);
  await setParcelLine(asked.tx, { parcelId: parcel.id, lineId, packed });
  const inAll = packedInAll(parcels, lineId) - line.packed + packed;
  if (line.marks > inAll) await dropMarks(asked.tx, [lineId]);
}
type Putting = Asked<typeof deskScanPiece> | Asked<typeof deskPutPieces>;
async function holdOpen(asked: Putting): Promise<HeldParcel> {
  const held = await holdParcel(asked);
  if (held.parcel.state !== 'packing')
    refuse('parcel_changed', 'Посылка уже собрана. Чтобы изменить её, откройте её снова');
  await assertNotHeld(asked.tx, held.order.id);
  assertMine(asked, held.parcel);
  if (held.parcel.packerId === null) await setPacker(asked.tx, held.parcel.id, requireUser(asked.session).id);
  return held;
}

// ── 3 Close, open, divide ───────────────────────────────────────────────────────────────────────
/** @throws parcel_incomplete with what is missing, parcel_taken, parcel_changed, order_held. */
export async function deskFinishesParcel(_shop: Shop, asked: Asked<typeof deskFinishParcel>): Promise<void> {
  const held = await holdParcel(asked);
  const { parcel } = held;
  assertMoves(parcel, 'packed');
  await assertNotHeld(asked.tx, held.order.id);
  assertMine(asked, parcel);
  const missing = parcel.lines.filter(({ packed, pieces }) => packed < pieces);
  if (missing.length > 0)
    refuse('parcel_incomplete', `Не хватает: ${missing.map((one) => `${one.title} × ${one.pieces - one.packed}`).join(', ')}`); // prettier-ignore
  if (siteOf(held.order) === null) assertMarked(held);
  await stepParcel(asked.tx, parcel.id, {
    state: 'packed',
    stateAt: asked.now,
    weightGrams: asked.body.weight ?? parcel.weightGrams,
  });
  await noteParcel(asked, held, 'собрана');
}
/** A parcel that has not left is opened again; its pieces stay in it. @throws parcel_changed. */
export async function deskReopensParcel(_shop: Shop, asked: Asked<typeof deskReopenParcel>): Promise<void> {
  const held = await holdParcel(asked);
  assertMoves(held.parcel, 'packing');
  const { id: packerId } = requireUser(asked.session);
  await stepParcel(asked.tx, held.parcel.id, { state: 'packing', stateAt: asked.now, packerId });
  await noteParcel(asked, held, 'открыта снова');
}
/** What is not packed yet travels in a parcel of its own. @throws parcel_changed, parcel_taken, parcel_incomplete. */
export async function deskSplitsParcel(_shop: Shop, asked: Asked<typeof deskSplitParcel>): Promise<void> {
  const { tx, now } = asked;
  const held = await holdParcel(asked);
  const { parcel, order, parcels } = held;
  if (parcel.state !== 'packing')
    refuse('parcel_changed', 'Посылка уже собрана. Чтобы разделить её, откройте её снова');
  assertMine(asked, parcel);
  const left = parcel.lines.filter(({ packed, pieces }) => packed < pieces);
  if (left.length === 0) refuse('parcel_incomplete', 'Всё уже лежит в этой посылке, делить нечего');
  if (parcel.lines.every(({ packed }) => packed === 0))
    refuse('parcel_incomplete', 'В посылке ещё ничего нет. Положите то, что поедет в ней, и разделите');
  for (const { lineId, packed } of left) await setParcelLine(tx, { parcelId: parcel.id, lineId, pieces: packed });
  const number = Math.max(...parcels.map((one) => one.number)) + 1;
  const rest = left.map(({ lineId, pieces, packed }) => ({ lineId, pieces: pieces - packed }));
  await insertParcel(tx, { orderId: order.id, number, state: 'packing', stateAt: now }, rest);
  await stepParcel(tx, parcel.id, {});
  await noteParcel(asked, held, `разделена, остальное поедет в ${parcelCode(order.id, number)}`);
}
