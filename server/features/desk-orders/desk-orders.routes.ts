import type { FastifyInstance } from 'fastify';
import {
  DESK_PAGE,
  deskCancelOrder,
  deskFetchOrders,
  deskGetOrder,
  deskGoodwill,
  deskMarkPaid,
  deskPreviewRefund,
  deskRefundOrder,
  deskReturnReviewed,
  deskSendLink,
  deskSettleRefund,
} from '#contract/desk-orders.ts';
import {
  deskFinishParcel,
  deskHoldOrder,
  deskJoinDeferred,
  deskMarkReceived,
  deskNoteOrder,
  deskPutPieces,
  deskReleaseHold,
  deskReopenParcel,
  deskReplacePieces,
  deskScanPiece,
  deskSendParcel,
  deskSplitParcel,
  deskStartPacking,
  deskTakeParcel,
} from '#contract/desk-packing.ts';
import { MESSAGES } from '#contract/messages.ts';
import { markRefunded, retryRefund, returnReviewed } from '#server/features/acquiring/by-hand.commands.ts';
import { actorOf, deskCancels, deskMarksPaid, deskSendsLink } from '#server/features/desk-orders/desk-acts.ts';
import {
  countDeskOrders,
  countQueues,
  findCases,
  findDeskOrders,
} from '#server/features/desk-orders/desk-list.queries.ts';
import { deskSearchOf } from '#server/features/desk-orders/desk-search.rules.ts';
import { toDeskRow } from '#server/features/desk-orders/desk-view.rules.ts';
import { deskGivesGoodwill } from '#server/features/desk-orders/goodwill.ts';
import { mountAct } from '#server/features/desk-orders/mount-act.ts';
import { deskFinishesParcel, deskPutsPieces, deskReopensParcel, deskScansPiece, deskSplitsParcel, deskStartsPacking, deskTakesParcel } from '#server/features/desk-orders/packing-acts.ts'; // prettier-ignore
import { registerParcel } from '#server/features/desk-orders/register-parcel.ts';
import { deskReplacesPieces } from '#server/features/desk-orders/replace-pieces.ts';
import { readDeskOrder } from '#server/features/desk-orders/read-desk-order.ts';
import { deskRefunds, previewRefund } from '#server/features/desk-orders/return-lines.ts';
import { deskHoldsOrder, deskMarksReceived, deskNotesOrder, deskReleasesHold, deskSendsParcel } from '#server/features/desk-orders/sending-acts.ts'; // prettier-ignore
import { deskJoinsDeferred } from '#server/features/desk-orders/together.ts';
import { countsOf } from '#server/features/orders/order-search.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { mountOutside } from '#server/platform/outside.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const INT4_MAX = 2_147_483_647;

/** Orders at the desk (docs/product/desk.md, docs/decisions/240). */
export function deskOrdersRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, deskFetchOrders, async ({ body, now }) => {
    const search = deskSearchOf(body);
    const counts = countsOf(await countDeskOrders(shop.db, search));
    const { queue, sort, after } = body;
    // One more tells whether there is a page behind it.
    const found = await findDeskOrders(shop.db, { search, queue, sort, after, limit: DESK_PAGE + 1, now });
    const shown = found.slice(0, DESK_PAGE);
    return {
      orders: shown.map(toDeskRow),
      next: found.length > DESK_PAGE ? (shown.at(-1)?.order.id ?? null) : null,
      counts,
      queues: await countQueues(shop.db, now),
      cases: (await findCases(shop.db)).map((one) => ({
        order_id: one.orderId,
        kind: one.kind,
        amount: one.amountKop,
        at: one.at.toISOString(),
      })),
      server_time: now.toISOString(),
    };
  });
  mount(app, shop, deskGetOrder, async ({ params, session, now }) => {
    if (params.id > INT4_MAX) throw notFound(MESSAGES.orderNotFound);
    return {
      ...(await readDeskOrder(shop.db, params.id, { viewerId: requireUser(session).id, now })),
      server_time: now.toISOString(),
    };
  });
  mount(app, shop, deskPreviewRefund, async ({ body }) => ({ split: await previewRefund(shop.db, body) }));
  mountAct(app, shop, deskMarkPaid, deskMarksPaid);
  mountAct(app, shop, deskCancelOrder, deskCancels);
  mountAct(app, shop, deskRefundOrder, deskRefunds);
  mountAct(app, shop, deskGoodwill, deskGivesGoodwill);
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
  packingRoutes(app, shop);
}

/** What happens between «Оплачен» and the road (docs/product/desk.md#parcels). */
function packingRoutes(app: FastifyInstance, shop: Shop): void {
  mountAct(app, shop, deskStartPacking, deskStartsPacking);
  mountAct(app, shop, deskTakeParcel, deskTakesParcel);
  mountAct(app, shop, deskScanPiece, deskScansPiece, { isJournalled: false });
  mountAct(app, shop, deskPutPieces, deskPutsPieces, { isJournalled: false });
  mountAct(app, shop, deskFinishParcel, deskFinishesParcel);
  mountAct(app, shop, deskReopenParcel, deskReopensParcel);
  mountAct(app, shop, deskSplitParcel, deskSplitsParcel);
  mountOutside(app, shop, registerParcel);
  mountAct(app, shop, deskSendParcel, deskSendsParcel);
  mountAct(app, shop, deskJoinDeferred, deskJoinsDeferred);
  mountAct(app, shop, deskReplacePieces, deskReplacesPieces);
  mountAct(app, shop, deskHoldOrder, deskHoldsOrder);
  mountAct(app, shop, deskReleaseHold, deskReleasesHold);
  mountAct(app, shop, deskNoteOrder, deskNotesOrder);
  mountAct(app, shop, deskMarkReceived, deskMarksReceived);
}
