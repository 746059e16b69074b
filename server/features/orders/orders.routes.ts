import type { FastifyInstance } from 'fastify';
import { fetchOrders, getOrder, getOrderByToken, keepOrder, saveOrderComment } from '#contract/orders.ts';
import { deferredOf } from '#server/features/orders/deferred.rules.ts';
import { findDeferredOrders } from '#server/features/orders/shipments.queries.ts';
import { insertEvent, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { joinOrder } from '#server/features/orders/join-order.queries.ts';
import { countByStatus, findOrders, findOwner, lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { toOrderRow } from '#server/features/orders/order-view.rules.ts';
import { countsOf, searchOf } from '#server/features/orders/order-search.rules.ts';
import {
  assertTheirs,
  LINK_NOT_FOUND,
  ORDER_NOT_FOUND,
  readOrder,
  whichOrderOf,
} from '#server/features/orders/read-order.commands.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { forbidden, notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';
import { mayChangeLines } from '#contract/order-statuses.ts';

const OTHER_ADDRESS =
  'Заказ оформлен на другой телефон и другую почту. Подтвердите их в профиле, и заказ появится в кабинете';
const INT4_MAX = 2_147_483_647;

/** A person's own orders, and a guest's one by its link (docs/product/orders.md). */
export function ordersRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, fetchOrders, async ({ session, body, now }) => {
    const search = searchOf(requireUser(session).id, body);
    const { rows, total } = await findOrders(shop.db, search);
    const counts = countsOf(await countByStatus(shop.db, search));
    return {
      orders: rows.map((row) => toOrderRow(row, { title: row.firstTitle, quantity: row.firstQuantity })),
      total,
      counts,
      deferred: (counts['deferred'] ?? 0) > 0 ? deferredOf(await findDeferredOrders(shop.db, search.userId)) : null,
      server_time: now.toISOString(),
    };
  });

  mount(app, shop, getOrder, async ({ session, params, now }) => {
    const user = requireUser(session);
    const order = params.id <= INT4_MAX ? await readOwn(params.id, user.id) : undefined;
    if (!order) throw notFound(ORDER_NOT_FOUND);
    return { order, server_time: now.toISOString() };
  });

  mount(app, shop, getOrderByToken, async ({ params, now }) => ({
    order: await readOrder(shop.db, { token: params.token }),
    server_time: now.toISOString(),
  }));

  mount(app, shop, saveOrderComment, async ({ tx, session, body, now }) => {
    const which = whichOrderOf(session, body, 'order.create');
    const order = assertTheirs(await lockOrder(tx, which), which, session);
    if (!mayChangeLines(order.status)) return refuse('order_closed', 'Заказ уже собран, комментарий не изменить');
    await updateOrder(tx, order.id, { comment: body.comment });
    await insertEvent(tx, { orderId: order.id, kind: 'comment', actor: 'buyer', at: now });
    return { order: await readOrder(tx, which), server_time: now.toISOString() };
  });

  mount(app, shop, keepOrder, async ({ tx, session, body }) => {
    const user = requireUser(session);
    const token = body.public_token;
    const order = await lockOrder(tx, { token });
    // Somebody else's already: their order is not told of here.
    if (!order || (order.userId !== null && order.userId !== user.id)) return refuse('not_found', LINK_NOT_FOUND);
    if (order.userId === null && !(await joinOrder(tx, token, user))) throw forbidden(OTHER_ADDRESS);
    return { message: 'Заказ в вашем кабинете', order_id: order.id };
  });

  /** Somebody else's order is answered like one that does not exist. */
  async function readOwn(id: number, userId: number) {
    const owner = await findOwner(shop.db, id);
    return owner === userId ? readOrder(shop.db, { id }) : undefined;
  }
}
