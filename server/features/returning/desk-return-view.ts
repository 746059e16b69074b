import type { DeskReturn, DeskReturnRow } from '#contract/desk-returns.ts';
import { ORDER_STATUS_NAMES, type OrderStatus } from '#contract/order-statuses.ts';
import { mayFollow, returnCode } from '#contract/returns.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { mayRefund } from '#server/features/desk-orders/desk-view.rules.ts';
import { piecesOf } from '#server/features/desk-orders/refund-lines.rules.ts';
import { findNames } from '#server/features/desk-orders/desk-order.queries.ts';
import { findLines, findOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import type { FoundReturn } from '#server/features/returning/desk-returns.queries.ts';
import { RETURN_NOT_FOUND } from '#server/features/returning/held-return.ts';
import { findReturnable } from '#server/features/returning/return-options.queries.ts';
import { dueLines } from '#server/features/returning/return-acts.ts';
import { findReturn, type ReturnRecord } from '#server/features/returns/returns.queries.ts';
import { dueOf, ruleOf, toOrderReturn } from '#server/features/returns/returns.rules.ts';
import { notFound } from '#server/platform/refuse.ts';

export function toDeskReturnRow(row: FoundReturn, now: Date): DeskReturnRow {
  const dueAt = dueOf(row);
  return {
    id: row.id,
    code: returnCode(row.orderId, row.number),
    order_id: row.orderId,
    buyer: row.buyer,
    title: row.title,
    pieces: row.pieces,
    state: row.state,
    asked_at: row.askedAt.toISOString(),
    due_at: dueAt?.toISOString() ?? null,
    is_late: dueAt !== null && dueAt < now,
  };
}

/** @throws not_found (404). */
export async function readDeskReturn(db: DbOrTx, id: number): Promise<DeskReturn> {
  const one = await findReturn(db, id);
  const order = one && (await findOrder(db, { id: one.orderId }))?.order;
  if (!one || !order) throw notFound(RETURN_NOT_FOUND);
  const names = order.userId === null ? null : await findNames(db, [order.userId]);
  const kinds = await findReturnable(db, order.id);
  const chosen = piecesOf(await findLines(db, order.id), dueLines(one));
  const isPaid = mayRefund(order);
  return {
    ...toOrderReturn(one, null),
    version: one.version,
    lines: one.lines.map((line) => toLine(line, kinds, one.askedAt)),
    due_at: dueOf(one)?.toISOString() ?? null,
    received_at: one.receivedSite === null ? null : siteWords(one.receivedSite, order),
    order: {
      id: order.id,
      version: order.version,
      status: ORDER_STATUS_NAMES[order.status as OrderStatus] ?? '',
      buyer: (order.userId !== null && names?.get(order.userId)) || order.recipientName,
      phone: order.recipientPhone,
      has_account: order.userId !== null,
      delivery: [order.delivery.name, order.delivery.to].filter(Boolean).join(', '),
      delivery_cost: order.deliveryKop,
      payment_type: order.paymentType,
      is_whole: chosen.ok && chosen.isWhole,
    },
    can: {
      approve: mayFollow(one.state, 'approved'),
      refuse: mayFollow(one.state, 'refused'),
      receive: mayFollow(one.state, 'received'),
      refund: mayFollow(one.state, 'refunded') && isPaid,
    },
  };
}
const siteWords = (site: string, order: OrderRecord): string => (site === 'warehouse' ? 'Склад' : order.delivery.to);

function toLine(
  line: ReturnRecord['lines'][number],
  kinds: Awaited<ReturnType<typeof findReturnable>>,
  askedAt: Date,
): DeskReturn['lines'][number] {
  const kind = kinds.find(({ id }) => id === line.lineId);
  return {
    line_id: line.lineId,
    title: line.title,
    code: line.code,
    pieces: line.pieces,
    price: line.priceKop,
    reason: line.reason,
    unopened: line.isUnopened,
    // Which day it was received does not matter for the kind.
    limited: kind !== undefined && ruleOf(kind, askedAt).isLimited,
    article: line.article,
    ean: line.ean ?? '',
    marks: Math.min(line.pieces, line.marks),
    received: line.received,
    on_sale: line.onSale,
  };
}
