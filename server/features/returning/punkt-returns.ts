import type { PunktReturn, punktAcceptReturn } from '#contract/counter-returns.ts';
import { returnCode } from '#contract/returns.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findAtPoints } from '#server/features/returning/desk-returns.queries.ts';
import { assertFollows, holdReturn, receive, RETURN_NOT_FOUND } from '#server/features/returning/held-return.ts';
import { findReturn } from '#server/features/returns/returns.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// The counter takes goods back (docs/product/returns.md#at-the-counter). It sees neither telephone nor price.

export async function readPunktReturns(db: DbOrTx, operatorId: number): Promise<PunktReturn[]> {
  const waiting = await findAtPoints(db, operatorId);
  const found: PunktReturn[] = [];
  for (const { returnId, name, phone } of waiting) {
    const one = await findReturn(db, returnId);
    if (!one) continue;
    found.push({
      id: one.id,
      version: one.version,
      code: returnCode(one.orderId, one.number),
      order_id: one.orderId,
      name,
      phone_end: phone.slice(-4),
      answer: one.answer,
      lines: one.lines.map(({ lineId, code, title, pieces, marks }) => ({
        line_id: lineId,
        code,
        title,
        pieces,
        marks: Math.min(pieces, marks),
      })),
    });
  }
  return found;
}

/** @throws not_found (404) for a return of another point, order_changed, validation. */
export async function punktAccepts(shop: Shop, asked: Asked<typeof punktAcceptReturn>): Promise<void> {
  const { tx, body, session, now } = asked;
  const { id: receiverId } = requireUser(session);
  // Of another point's returns nothing is told.
  const [here] = await findAtPoints(tx, receiverId, body.return_id);
  if (!here) throw notFound(RETURN_NOT_FOUND);
  const { order, one } = await holdReturn(tx, body);
  assertFollows(one, 'received');
  await receive(tx, one, { lines: body.lines, site: here.site, receiverId, now });
  const code = returnCode(order.id, one.number);
  const note = `${code}: товар принят в пункте выдачи`;
  await insertEvent(tx, { orderId: order.id, kind: 'refund', actor: `desk:${receiverId}`, note, at: now });
  await tellNews(tx, shop.jobs, order.id, { what: 'return_received', ref: one.id, code });
}
