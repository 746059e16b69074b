import type { FastifyInstance } from 'fastify';
import type { Call, CallReply } from '#contract/call.ts';
import {
  DESK_PAGE,
  deskCancelOrder,
  deskFetchOrders,
  deskGetOrder,
  deskMarkPaid,
  deskPreviewRefund,
  deskRefundOrder,
  deskReturnReviewed,
  deskSendLink,
  deskSettleRefund,
} from '#contract/desk-orders.ts';
import { MESSAGES } from '#contract/messages.ts';
import { markRefunded, retryRefund, returnReviewed } from '#server/features/acquiring/by-hand.commands.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { actorOf, deskCancels, deskMarksPaid, deskSendsLink } from '#server/features/desk-orders/desk-acts.ts';
import { countDeskOrders, findCases, findDeskOrders } from '#server/features/desk-orders/desk-list.queries.ts';
import { deskSearchOf } from '#server/features/desk-orders/desk-search.rules.ts';
import { toDeskRow } from '#server/features/desk-orders/desk-view.rules.ts';
import { readDeskOrder } from '#server/features/desk-orders/read-desk-order.ts';
import { deskRefunds, previewRefund } from '#server/features/desk-orders/return-lines.ts';
import { countsOf } from '#server/features/orders/order-search.rules.ts';
import { type Asked, mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const INT4_MAX = 2_147_483_647;

/** Orders at the desk (docs/product/desk.md, docs/decisions/240). */
export function deskOrdersRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, deskFetchOrders, async ({ body, now }) => {
    const search = deskSearchOf(body);
    const counts = countsOf(await countDeskOrders(shop.db, search));
    const at = { search, limit: DESK_PAGE, offset: (body.page - 1) * DESK_PAGE };
    return {
      orders: (await findDeskOrders(shop.db, at)).map(toDeskRow),
      total: counts[body.status ?? 'all'] ?? 0,
      counts,
      cases: (await findCases(shop.db)).map((one) => ({
        order_id: one.orderId,
        kind: one.kind,
        amount: one.amountKop,
        at: one.at.toISOString(),
      })),
      server_time: now.toISOString(),
    };
  });
  mount(app, shop, deskGetOrder, async ({ params, now }) => {
    if (params.id > INT4_MAX) throw notFound(MESSAGES.orderNotFound);
    return { ...(await readDeskOrder(shop.db, params.id)), server_time: now.toISOString() };
  });
  mount(app, shop, deskPreviewRefund, async ({ body }) => ({ split: await previewRefund(shop.db, body) }));
  mountAct(app, shop, deskMarkPaid, deskMarksPaid);
  mountAct(app, shop, deskCancelOrder, deskCancels);
  mountAct(app, shop, deskRefundOrder, deskRefunds);
  mountAct(app, shop, deskSendLink, deskSendsLink);
  mountAct(app, shop, deskReturnReviewed, ({ jobs }, asked) => {
    const { exp_id: orderId, payment_id: paymentId, reason } = asked.body;
    return returnReviewed(asked.tx, { orderId, paymentId, reason, actor: actorOf(asked), jobs, now: asked.now });
  });
  mountAct(app, shop, deskSettleRefund, ({ jobs }, asked) => {
    const { exp_id: orderId, refund_id: refundId, reason, how } = asked.body;
    const act = { orderId, refundId, reason, actor: actorOf(asked), jobs, now: asked.now };
    return how === 'done' ? markRefunded(asked.tx, act) : retryRefund(asked.tx, act);
  });
}

type Act = typeof deskMarkPaid | typeof deskCancelOrder | typeof deskRefundOrder;
type AnyAct = Act | typeof deskSendLink | typeof deskReturnReviewed | typeof deskSettleRefund;
/** An act, its line in the journal and the order as it has become: one transaction. */
function mountAct<C extends AnyAct>(
  app: FastifyInstance,
  shop: Shop,
  call: C,
  act: (shop: Shop, asked: Asked<C>) => Promise<void>,
): void {
  mount(app, shop, call as Call, async (asked) => {
    // The call's own schema has judged the body.
    const mine = asked as unknown as Asked<C>;
    const { reason, exp_id: targetId } = (mine as Asked<AnyAct>).body;
    await act(shop, mine);
    const key = asked.request.headers['idempotency-key'];
    await insertAudit(asked.tx, {
      actorId: requireUser(asked.session).id,
      act: call.name,
      targetType: 'order',
      targetId,
      reason,
      asked: mine.body as Record<string, unknown>,
      key: typeof key === 'string' ? key.toLowerCase() : null,
      at: asked.now,
    });
    const answer: Omit<CallReply<AnyAct>, 'status'> = {
      ...(await readDeskOrder(asked.tx, targetId)),
      server_time: asked.now.toISOString(),
    };
    return answer;
  });
}
