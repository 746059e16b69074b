import type { Order } from '#contract/orders.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findOrder, type WhichOrder } from '#server/features/orders/order-rows.queries.ts';
import { findCarried } from '#server/features/orders/shipments.queries.ts';
import { findProxy } from '#server/features/orders/proxies.queries.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { toOrder, toReceipt } from '#server/features/orders/order-view.rules.ts';
import { toOrderParcel } from '#server/features/parcels/parcels.rules.ts';
import { findHolds, findParcels } from '#server/features/parcels/parcels.queries.ts';
import { findReturns } from '#server/features/returns/returns.queries.ts';
import { spokenFor, toOrderReturn } from '#server/features/returns/returns.rules.ts';
import { findReceiptsOf } from '#server/features/payments/payments.queries.ts';
import { authRequired, invalid, notFound, RefusedError } from '#server/platform/refuse.ts';
import { assertMay } from '#server/platform/rights.ts';
import type { Session } from '#server/platform/session.ts';
import type { Permission } from '#contract/rights.ts';

// readOrder · whichOrderOf · assertTheirs: whose order it is, for every feature that shows or changes one.

export const ORDER_NOT_FOUND = 'Такого заказа нет';
export const LINK_NOT_FOUND = 'Ссылка недействительна';

/** @throws not_found (404). */
export async function readOrder(db: DbOrTx, which: WhichOrder): Promise<Order> {
  const whole = await findOrder(db, which);
  const isPublic = 'token' in which;
  if (!whole) throw notFound(isPublic ? LINK_NOT_FOUND : ORDER_NOT_FOUND);
  const receipts = (await findReceiptsOf(db, whole.order.id)).map(toReceipt);
  const parcels = (await findParcels(db, whole.order.id)).filter(({ state }) => state !== 'cancelled');
  const holds = await findHolds(db, whole.order.id);
  const proxy = await findProxy(db, whole.order.id);
  const returns = whole.order.status >= ORDER_STATUSES.received ? await findReturns(db, whole.order.id) : [];
  return toOrder(whole, {
    receipts,
    returns: returns.map((one) => toOrderReturn(one, isPublic ? which.token : null)),
    can_return:
      whole.order.status === ORDER_STATUSES.received &&
      whole.lines.some(({ id, quantity, returnedQuantity }) => quantity - returnedQuantity > spokenFor(returns, id)),
    isPublic,
    carries: whole.order.cartKind === 'shipment' ? await findCarried(db, whole.order.id) : [],
    proxy: proxy ? { name: proxy.name, code: proxy.code } : null,
    parcels: parcels.map(toOrderParcel),
    holds: holds.map(({ kind, words, until }) => ({ kind, words, until: until.toISOString() })),
  });
}

/**
 * The order that a body names, and that whoever asks may act on it: its owner with the right, or whoever has a guest's link.
 * @throws 401, 403, validation.
 */
export function whichOrderOf(
  session: Session,
  body: { exp_id?: number | undefined; public_token?: string | undefined },
  right: Permission,
): WhichOrder {
  if (body.public_token !== undefined) return { token: body.public_token };
  if (body.exp_id === undefined) throw invalid({ exp_id: ['Укажите номер заказа'] });
  if (!session.user) throw authRequired();
  assertMay(right, session);
  return { id: body.exp_id };
}

/** Somebody else's order does not exist for this person. @throws not_found as a business refusal. */
export function assertTheirs<T extends { userId: number | null }>(
  order: T | undefined,
  which: WhichOrder,
  session: Session,
): T {
  if (order && ('token' in which || order.userId === session.user?.id)) return order;
  throw new RefusedError('not_found', 'token' in which ? LINK_NOT_FOUND : ORDER_NOT_FOUND);
}
