import type { agreeToOrder } from '#contract/orders.ts';
import { isUnpaid } from '#contract/order-statuses.ts';
import { MESSAGES } from '#contract/messages.ts';
import { insertConsents } from '#server/features/consents/consents.queries.ts';
import { consentRowsOf } from '#server/features/consents/purposes.rules.ts';
import { insertEvent, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { neededConsents } from '#server/features/orders/order-view.rules.ts';
import { assertTheirs, readOrder, whichOrderOf } from '#server/features/orders/read-order.commands.ts';
import type { Asked } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';

const MISSING = {
  personal: 'Без согласия на обработку персональных данных заказ не отправить',
  offer: 'Нужно согласие с условиями оферты',
  delivery: 'Перевозчику нужны имя, телефон и адрес. Без согласия он заказ не повезёт',
} as const;

/** The buyer's own consents to an order that the desk wrote down. A repeat changes nothing. @throws validation, order_cancelled. */
export async function agreesToOrder({ tx, session, body, request, now }: Asked<typeof agreeToOrder>) {
  const which = whichOrderOf(session, body, 'order.pay');
  const order = assertTheirs(await lockOrder(tx, which), which, session);
  const needed = neededConsents(order);
  if (needed.length > 0) {
    const missing = needed.filter((purpose) => !body.consents[purpose]);
    if (missing.length > 0)
      throw invalid(Object.fromEntries(missing.map((purpose) => [`consents.${purpose}`, [MISSING[purpose]]])));
    const purposes = needed.map((purpose) => (purpose === 'personal' ? 'order' : purpose));
    const rows = consentRowsOf(purposes, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
    const { id: orderId, userId } = order;
    await insertConsents(tx, rows.map((row) => ({ ...row, orderId, userId, at: now }))); // prettier-ignore
    await updateOrder(tx, orderId, { isAgreed: true });
    await insertEvent(tx, { orderId, kind: 'comment', actor: 'buyer', note: 'Согласия к заказу даны', at: now });
  } else if (!isUnpaid(order.status)) return refuse('order_closed', MESSAGES.orderCancelled);
  return { order: await readOrder(tx, which), server_time: now.toISOString() };
}
