import { totalOf } from '#contract/amount-to-pay.ts';
import type { deskReplacePieces } from '#contract/desk-packing.ts';
import type { Tx } from '#server/db/open.ts';
import { actorOf, holdOrder } from '#server/features/desk-orders/desk-acts.ts';
import { mayReplace } from '#server/features/desk-orders/desk-view.rules.ts';
import { payGoodwill } from '#server/features/desk-orders/goodwill.ts';
import {
  findByCode,
  insertLine,
  insertLinePoints,
  insertParcelLine,
  type Replacement,
  takeStock,
} from '#server/features/desk-orders/replace.queries.ts';
import { takeOutOfParcels } from '#server/features/desk-orders/sending-acts.ts';
import { insertVersion, lessenLines } from '#server/features/order-changes/versions.queries.ts';
import { insertEvent, insertPointsBack, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findLines, type OrderLine, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { vatPercent } from '#server/features/orders/vat.rules.ts';
import { findParcels, type ParcelRecord, stepParcel } from '#server/features/parcels/parcels.queries.ts';
import { hasLeft } from '#server/features/parcels/parcels.rules.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';

/**
 * Pieces that are missing are replaced by those of another product (docs/product/desk.md#a-piece-that-is-missing). The buyer pays nothing more:
 * the new line keeps the price of the old one, so receipt, money and later refunds stay as they are; what the other product
 * costs less comes onto ЛС. @throws order_closed, order_changed, validation, out_of_stock, not_possible.
 */
export async function deskReplacesPieces(shop: Shop, asked: Asked<typeof deskReplacePieces>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  if (!mayReplace(order.status))
    refuse('order_closed', 'Заменить товар можно в оплаченном заказе, пока он не отправлен');
  if (order.version !== body.version) refuse('order_changed', 'Заказ изменился в другом окне. Посмотрите ещё раз');
  const lines = await findLines(tx, order.id);
  const parcels = await findParcels(tx, order.id);
  const line = missingLine(lines, parcels, body);
  assertNoDrift(order, lines);
  const product = await findByCode(tx, body.code);
  if (!product?.published) throw invalid({ code: ['Товара с таким кодом в магазине нет'] });
  if (product.id === line.productId) throw invalid({ code: ['Это тот же товар'] });
  const cheaperKop = Math.max(0, line.priceKop - priceIn(order, product)) * body.pieces;
  if (cheaperKop > 0 && order.userId === null)
    refuse('not_possible', 'Замена дешевле, а у гостя нет личного счёта для разницы. Верните деньги за этот товар');
  if (!(await takeStock(tx, product.id, body.pieces)))
    refuse('out_of_stock', `«${product.title}»: столько на складе нет. Осталось ${product.stockQty}`);
  await insertVersion(tx, order, lines, { actor: actorOf(asked), at: now });
  const returnId = order.version + 1;
  const pieces = [{ lineId: line.id, pieces: body.pieces }];
  await insertPointsBack(tx, { orderId: order.id, returnId, lines: pieces });
  const lineId = await insertLine(tx, newLine(order, line, product, body.pieces));
  await insertLinePoints(tx, { lineId, like: line.id, arrival: periodOf(now) });
  await lessenLines(tx, pieces, 'quantity');
  await updateOrder(tx, order.id, {
    version: returnId,
    weightGrams: order.weightGrams + (product.weightGrams - line.weightGrams) * body.pieces,
    ballsHalf: order.ballsHalf + (product.ballsHalf - line.ballsHalf) * body.pieces,
  });
  await joinParcel(tx, parcels, { from: line.id, lineId, pieces: body.pieces });
  await takeOutOfParcels(tx, order.id, { actor: actorOf(asked), now });
  const words = `«${line.title}» × ${body.pieces} заменили на «${product.title}»`;
  const note = `${words}: ${body.reason}`;
  await insertEvent(tx, { orderId: order.id, kind: 'change', actor: actorOf(asked), note, at: now });
  if (cheaperKop > 0)
    await payGoodwill(tx, {
      order,
      amountKop: cheaperKop,
      actor: actorOf(asked),
      reason: `Разница в цене: ${words}`,
      now,
    });
  await tellNews(tx, shop.jobs, order.id, {
    what: 'replaced',
    ref: returnId,
    words: `${words}.`,
    accountsKop: cheaperKop,
  });
}
/** @throws validation: more than the order has, or than is not packed yet. */
function missingLine(
  lines: readonly OrderLine[],
  parcels: readonly ParcelRecord[],
  { line_id: id, pieces }: { line_id: number; pieces: number },
): OrderLine {
  const line = lines.find((one) => one.id === id);
  if (!line) throw invalid({ line_id: ['Такой строки в заказе нет'] });
  const settled = parcels
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((parcel) =>
      parcel.lines.flatMap((one) => (one.lineId === id ? [hasLeft(parcel.state) ? one.pieces : one.packed] : [])),
    )
    .reduce((sum, count) => sum + count, 0);
  const missing = line.quantity - line.returnedQuantity - settled;
  if (pieces > missing)
    throw invalid({ pieces: [missing > 0 ? `Не собрано только ${missing} шт.` : 'Все штуки этой строки уже собраны'] });
  return line;
}
/** What accounts paid is spread over the lines: another line would move kopecks of pieces that went back already. */
function assertNoDrift(order: OrderRecord, lines: readonly OrderLine[]): void {
  if (totalOf(order.spend) > 0 && lines.some(({ returnedQuantity }) => returnedQuantity > 0))
    refuse('not_possible', 'Часть заказа уже вернули, а платили и со счетов. Верните деньги за этот товар');
}
const priceIn = ({ priceType }: OrderRecord, { actualPrice, actualConsPrice }: Replacement): number =>
  priceType === 1 ? actualConsPrice : actualPrice;
const newLine = (order: OrderRecord, line: OrderLine, product: Replacement, quantity: number) => ({
  orderId: order.id,
  cartType: line.cartType,
  productId: product.id,
  code: product.code,
  title: product.title,
  quantity,
  placedQuantity: quantity,
  priceKop: line.priceKop,
  basePriceKop: line.basePriceKop,
  consPriceKop: line.consPriceKop,
  vatPercent: vatPercent(product.vatKind, order.createdAt),
  ballsHalf: product.ballsHalf,
  weightGrams: product.weightGrams,
  isBad: product.isBad,
  marked: product.marked,
});
/** Whoever packs finds the new pieces where the old ones stood. */
async function joinParcel(
  tx: Tx,
  parcels: readonly ParcelRecord[],
  { from, ...line }: { from: number; lineId: number; pieces: number },
): Promise<void> {
  const open = parcels.findLast(
    ({ state, lines }) => state === 'packing' && lines.some(({ lineId }) => lineId === from),
  );
  if (!open) return;
  await insertParcelLine(tx, { parcelId: open.id, ...line });
  await stepParcel(tx, open.id, {});
}
