import type { CallReply } from '#contract/call.ts';
import { mayCancel, ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { cancelOrder as cancelCall } from '#contract/orders.ts';
import { endOrder } from '#server/features/order-changes/cancel.commands.ts';
import { assertNotInReview } from '#server/features/order-changes/review.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { assertTheirs, readOrder, whichOrderOf } from '#server/features/orders/read-order.commands.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';

/** The buyer changes their mind. An order that is cancelled already is answered as it is: a second tap harms nothing. */
export async function cancelByBuyer(
  shop: Shop,
  { tx, session, body, now }: Asked<typeof cancelCall>,
): Promise<Omit<CallReply<typeof cancelCall>, 'status'>> {
  const which = whichOrderOf(session, body, 'order.cancel');
  const order = assertTheirs(await lockOrder(tx, which), which, session);
  if (order.status !== ORDER_STATUSES.cancelled) {
    if (!mayCancel(order.status))
      return refuse(
        'order_closed',
        'Отменить уже нельзя: заказ собран. Отказаться можно до передачи и 7 дней после неё',
      );
    if (body.refund_to === 'ls' && order.userId === null)
      throw invalid({ refund_to: ['Личный счёт есть только у тех, кто вошёл. Деньги вернутся туда, откуда пришли'] });
    await assertNotInReview(tx, order);
    const reason = body.reason?.trim() || 'Отменён покупателем';
    const by = { actor: 'buyer', reason, to: body.refund_to, holds: 'released' } as const;
    await endOrder(tx, { order, ...by, jobs: shop.jobs, now });
  }
  return { order: await readOrder(tx, which), server_time: now.toISOString() };
}
