import type { deskPreviewRefund, deskRefundOrder, RefundPart, RefundSplit } from '#contract/desk-orders.ts';
import { MESSAGES } from '#contract/messages.ts';
import { mayCancel } from '#contract/order-statuses.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { actorOf, holdOrder } from '#server/features/desk-orders/desk-acts.ts';
import { mayRefund } from '#server/features/desk-orders/desk-view.rules.ts';
import { piecesOf } from '#server/features/desk-orders/refund-lines.rules.ts';
import { takeOutOfParcels } from '#server/features/desk-orders/sending-acts.ts';
import { giveBack, putBackOnSale } from '#server/features/order-changes/give-back.commands.ts';
import { splitBack, type SplitPart } from '#server/features/order-changes/split.rules.ts';
import { assertTarget, takeOff } from '#server/features/order-changes/take-off.commands.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findLines, findOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { notFound, refuse, RefusedError } from '#server/platform/refuse.ts';

// Money for pieces of a paid order goes back (docs/product/desk.md#refunds).

/** @throws not_found, order_closed, order_changed, validation. */
export async function deskRefunds(shop: Shop, asked: Asked<typeof deskRefundOrder>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  const { lines, pieces, isWhole } = await chosenOf(tx, order, body);
  const back = { order, lines, pieces, isWhole, actor: actorOf(asked), reason: body.reason, now };
  await takeOff(tx, back);
  // Before it was packed nothing has left the shelf. What comes back from a buyer is looked at first.
  if (mayCancel(order.status)) await putBackOnSale(tx, shop.jobs, { lines, pieces });
  await takeOutOfParcels(tx, order.id, back);
  const { jobs } = shop;
  const returnId = order.version + 1;
  const given = await giveBack(tx, { ...back, delivery: body.with_delivery, to: body.refund_to, returnId, jobs });
  const whole = mayCancel(order.status) ? 'cancelled' : 'returned';
  await tellNews(
    tx,
    jobs,
    order.id,
    isWhole ? { what: whole, ...given } : { what: 'lessened', ref: returnId, ...given },
  );
}

/** What would go back and where to, with nothing done. @throws as the refund itself does. */
export async function previewRefund(db: DbOrTx, body: Chosen): Promise<RefundSplit> {
  const order = (await findOrder(db, { id: body.exp_id }))?.order;
  if (!order) throw notFound(MESSAGES.orderNotFound);
  const { lines, pieces } = await chosenOf(db, order, body);
  const split = splitBack(order, lines, { pieces, delivery: body.with_delivery, to: body.refund_to });
  return {
    lines: split.lines.map(({ lineId, pieces: count, ...part }) => ({
      line_id: lineId,
      pieces: count,
      ...toRefundPart(part),
    })),
    delivery: split.delivery && toRefundPart(split.delivery),
    total: toRefundPart(split.total),
  };
}
const toRefundPart = ({ sourceKop, accounts }: SplitPart): RefundPart => ({
  source: sourceKop,
  ls: accounts[ACCOUNT_TYPES.LS],
  ks: accounts[ACCOUNT_TYPES.KS],
  bs: accounts[ACCOUNT_TYPES.BS],
});

type Chosen = Asked<typeof deskPreviewRefund>['body'];
async function chosenOf(db: DbOrTx, order: OrderRecord, body: Chosen) {
  // First: whoever decided by an older page is told that, and not what somebody else has made of the order meanwhile.
  if (order.version !== body.version) refuse('order_changed', 'Заказ изменился в другом окне. Посмотрите ещё раз');
  if (!mayRefund(order)) refuse('order_closed', whyNot(order));
  assertTarget(order, body.refund_to);
  const lines = await findLines(db, order.id);
  const chosen = piecesOf(lines, body.lines);
  if (!chosen.ok) throw new RefusedError('validation', chosen.why, { errors: { lines: [chosen.why] } });
  if (body.with_delivery && !chosen.isWhole) {
    const why = 'Доставка возвращается только вместе со всеми товарами';
    refuse('validation', why, { with_delivery: [why] });
  }
  return { lines, pieces: chosen.pieces, isWhole: chosen.isWhole };
}
const whyNot = ({ paidAt }: OrderRecord): string =>
  paidAt === null ? 'Заказ не оплачен, возвращать нечего. Его можно отменить' : 'За этот заказ деньги уже возвращены';
