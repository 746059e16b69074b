import { randomInt } from 'node:crypto';
import type { deskRenewCode } from '#contract/desk-codes.ts';
import type { setOrderProxy } from '#contract/order-proxy.ts';
import type { Order } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { renewCode } from '#server/features/counter/arrival.commands.ts';
import { findPointOrder } from '#server/features/counter/counter.queries.ts';
import { makeCode } from '#server/features/counter/counter.rules.ts';
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { dropProxy, saveProxy } from '#server/features/orders/proxies.queries.ts';
import { assertTheirs, readOrder, whichOrderOf } from '#server/features/orders/read-order.commands.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// Who may make codes of issue: the buyer for somebody else, the desk anew (docs/product/counter.md#code).

/** @throws order_closed while there is no code yet, validation. */
export async function setsProxy(shop: Shop, asked: Asked<typeof setOrderProxy>): Promise<Order> {
  const { tx, body, session, now } = asked;
  const which = whichOrderOf(session, body, 'order.create');
  const order = assertTheirs(await lockOrder(tx, which), which, session);
  if (order.status !== ORDER_STATUSES.ready || order.issueCode === null)
    refuse('order_closed', 'Назначить другого человека можно, пока заказ ждёт в пункте выдачи');
  const { name } = body;
  if (name === '') await dropProxy(tx, order.id);
  else {
    if (name.length < 2) throw invalid({ name: ['Имя и фамилия того, кто придёт'] });
    const code = makeCode(randomInt, [order.issueCode]);
    await saveProxy(tx, { orderId: order.id, name, code, createdAt: now });
    await tellNews(tx, shop.jobs, order.id, { what: 'proxy', ref: now.getTime() });
  }
  const note = name === '' ? 'Другой человек за заказом не придёт' : 'Заказ может забрать другой человек';
  await insertEvent(tx, { orderId: order.id, kind: 'link', actor: 'buyer', note, at: now });
  return readOrder(tx, which);
}

/** @throws order_closed, not_found (404). */
export async function renewsCode(shop: Shop, asked: Asked<typeof deskRenewCode>): Promise<void> {
  const { tx, body, session, now } = asked;
  const order = await lockOrder(tx, { id: body.exp_id });
  const at = order && (await findPointOrder(tx, order.id));
  if (!order) throw notFound('Такого заказа нет');
  if (!at || order.status !== ORDER_STATUSES.ready)
    return refuse('order_closed', 'Код есть только у заказа, который ждёт в пункте выдачи');
  await renewCode(tx, { order, jobs: shop.jobs, now }, at.keepUntil);
  const actor = `desk:${requireUser(session).id}`;
  await insertEvent(tx, { orderId: order.id, kind: 'link', actor, note: `Новый код выдачи: ${body.reason}`, at: now });
}
