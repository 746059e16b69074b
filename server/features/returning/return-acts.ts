import type {
  deskApproveReturn,
  deskReceiveReturn,
  deskRefundReturn,
  deskRefuseReturn,
} from '#contract/desk-returns.ts';
import { returnCode } from '#contract/returns.ts';
import { mayRefund } from '#server/features/desk-orders/desk-view.rules.ts';
import { piecesOf } from '#server/features/desk-orders/refund-lines.rules.ts';
import { giveBack, putBackOnSale } from '#server/features/order-changes/give-back.commands.ts';
import { assertTarget, takeOff } from '#server/features/order-changes/take-off.commands.ts';
import { dropUnits, findCodes } from '#server/features/marking/marks.queries.ts';
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findLines } from '#server/features/orders/order-rows.queries.ts';
import { assertFollows, holdReturn, receive } from '#server/features/returning/held-return.ts';
import { type ReturnRecord, setReturnLine, stepReturn } from '#server/features/returns/returns.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// What the desk does with a return (docs/product/returns.md#at-the-desk). Each answers with the number of its order, for the journal.
// Contents: 1 the answer, 2 the goods, 3 the money

const actorOf = ({ session }: Pick<Asked<typeof deskApproveReturn>, 'session'>): string =>
  `desk:${requireUser(session).id}`;

// ── 1 The answer ────────────────────────────────────────────────────────────────────────────────
export async function approves(shop: Shop, asked: Asked<typeof deskApproveReturn>): Promise<number> {
  const { tx, body, now } = asked;
  const { order, one } = await holdReturn(tx, body);
  assertFollows(one, 'approved');
  await stepReturn(tx, one.id, { state: 'approved', stateAt: now, answer: body.words });
  const code = returnCode(order.id, one.number);
  await insertEvent(tx, { orderId: order.id, kind: 'refund', actor: actorOf(asked), note: `${code} одобрен`, at: now });
  await tellNews(tx, shop.jobs, order.id, { what: 'return_approved', ref: one.id, code, words: body.words });
  return order.id;
}
export async function refuses(shop: Shop, asked: Asked<typeof deskRefuseReturn>): Promise<number> {
  const { tx, body, now } = asked;
  const { order, one } = await holdReturn(tx, body);
  assertFollows(one, 'refused');
  await stepReturn(tx, one.id, { state: 'refused', stateAt: now, answer: body.words });
  const code = returnCode(order.id, one.number);
  const note = `${code}: отказ. ${body.words}`;
  await insertEvent(tx, { orderId: order.id, kind: 'refund', actor: actorOf(asked), note, at: now });
  await tellNews(tx, shop.jobs, order.id, { what: 'return_refused', ref: one.id, code, words: body.words });
  return order.id;
}

// ── 2 The goods ─────────────────────────────────────────────────────────────────────────────────
export async function receives(shop: Shop, asked: Asked<typeof deskReceiveReturn>): Promise<number> {
  const { tx, body, now } = asked;
  const { order, one } = await holdReturn(tx, body);
  assertFollows(one, 'received');
  await receive(tx, one, { lines: body.lines, site: 'warehouse', receiverId: requireUser(asked.session).id, now });
  const code = returnCode(order.id, one.number);
  const note = `${code}: товар на складе. ${body.reason}`;
  await insertEvent(tx, { orderId: order.id, kind: 'refund', actor: actorOf(asked), note, at: now });
  await tellNews(tx, shop.jobs, order.id, { what: 'return_received', ref: one.id, code });
  return order.id;
}

// ── 3 The money ─────────────────────────────────────────────────────────────────────────────────
/**
 * Money, accounts, points, stock and receipt in one transaction. From `approved` the goods stay with the buyer, and the pieces that were
 * asked back are paid for; else those that have come. @throws order_changed, order_closed, validation.
 */
export async function refunds(shop: Shop, asked: Asked<typeof deskRefundReturn>): Promise<number> {
  const { tx, body, now } = asked;
  const { order, one } = await holdReturn(tx, body);
  assertFollows(one, 'refunded');
  if (order.version !== body.order_version)
    refuse('order_changed', 'Заказ изменился в другом окне. Посмотрите ещё раз');
  if (!mayRefund(order)) refuse('order_closed', 'За этот заказ деньги уже возвращены');
  assertTarget(order, body.refund_to);
  const lines = await findLines(tx, order.id);
  const chosen = piecesOf(lines, dueLines(one));
  if (!chosen.ok) throw invalid({ lines: [chosen.why] }, chosen.why);
  const { pieces, isWhole } = chosen;
  if (body.with_delivery && !isWhole)
    throw invalid({ with_delivery: ['Доставка возвращается только вместе со всеми товарами'] });
  const onSale = onSaleOf(one, body.on_sale);
  const code = returnCode(order.id, one.number);
  const by = { actor: actorOf(asked), reason: `${code}: ${body.reason}`, now };
  await takeOff(tx, { order, lines, pieces, isWhole, ...by });
  for (const { lineId, received } of one.lines)
    if (received !== null)
      await setReturnLine(tx, {
        returnId: one.id,
        lineId,
        onSale: onSale.find((piece) => piece.lineId === lineId)?.pieces ?? 0,
      });
  // The receipt names each unit that has come back by the code that was on the settlement.
  const units = one.lines.flatMap((line) => line.units);
  const codes = await findCodes(tx, units);
  await dropUnits(tx, units);
  await putBackOnSale(tx, shop.jobs, { lines, pieces: onSale });
  const { jobs } = shop;
  const marked = pieces.map((piece) => ({
    ...piece,
    marks: codes.flatMap(({ lineId, code }) => (lineId === piece.lineId ? [code] : [])),
  }));
  const to = { delivery: body.with_delivery, to: body.refund_to };
  const given = await giveBack(tx, { order, lines, pieces: marked, ...to, ...by, returnId: order.version + 1, jobs });
  const { sourceKop, accountsKop } = given;
  await stepReturn(tx, one.id, { state: 'refunded', stateAt: now, sourceKop, accountsKop });
  await tellNews(tx, jobs, order.id, { what: 'return_paid', ref: one.id, code, ...given });
  return order.id;
}
/** Pieces that are paid back. */
export const dueLines = ({ state, lines }: Pick<ReturnRecord, 'state' | 'lines'>) =>
  lines.flatMap(({ lineId, pieces, received }) => {
    const due = state === 'received' ? (received ?? 0) : pieces;
    return due > 0 ? [{ line_id: lineId, pieces: due }] : [];
  });
/** @throws validation (`on_sale`): more is put on sale than has come. */
function onSaleOf({ lines }: ReturnRecord, wanted: readonly { line_id: number; pieces: number }[]) {
  return wanted.map(({ line_id: lineId, pieces }) => {
    const line = lines.find((one) => one.lineId === lineId);
    if (!line) throw invalid({ on_sale: ['Такой строки в возврате нет'] });
    if (pieces > (line.received ?? 0)) throw invalid({ on_sale: [`«${line.title}»: столько не пришло`] });
    return { lineId, pieces };
  });
}
