import type { deskGoodwill } from '#contract/desk-orders.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { actorOf, holdOrder } from '#server/features/desk-orders/desk-acts.ts';
import { sumGoodwill } from '#server/features/desk-orders/replace.queries.ts';
import { roubles } from '#server/features/orders/letter-frame.rules.ts';
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';

/**
 * Money for nothing that went back: the shop is sorry (docs/product/desk.md#goodwill). Onto ЛС alone, from the house account of corrections, and
 * never more for one order than it cost. @throws order_closed, validation.
 */
export async function deskGivesGoodwill(shop: Shop, asked: Asked<typeof deskGoodwill>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  if (order.paidAt === null) refuse('order_closed', 'Заказ не оплачен: извиняться деньгами не за что');
  if (order.userId === null)
    throw invalid({ amount: ['У гостя нет личного счёта. Деньги ему возвращают только за товар'] });
  const { sumKop, times } = await sumGoodwill(tx, order.id);
  const left = order.goodsKop + order.deliveryKop - sumKop;
  if (body.amount > left)
    throw invalid({ amount: [`Не больше стоимости заказа: можно ещё ${roubles(Math.max(0, left))}`] });
  const actor = actorOf(asked);
  await payGoodwill(tx, { order, amountKop: body.amount, actor, reason: body.reason, now });
  const note = `${roubles(body.amount)} на личный счёт: ${body.reason}`;
  await insertEvent(tx, { orderId: order.id, kind: 'refund', actor, note, at: now });
  await tellNews(tx, shop.jobs, order.id, {
    what: 'goodwill',
    ref: times + 1,
    words: body.words,
    accountsKop: body.amount,
  });
}

type Goodwill = { order: OrderRecord; amountKop: number; actor: string; reason: string; now: Date };
/** The order is held, so the number of its goodwill is nobody else's. */
export async function payGoodwill(tx: Tx, { order, amountKop, actor, reason, now }: Goodwill): Promise<void> {
  const { times } = await sumGoodwill(tx, order.id);
  await postLedger(tx, {
    key: `order:${order.id}:goodwill:${times + 1}`,
    kind: 'correction',
    ref: { type: 'order', id: order.id },
    actor,
    reason,
    at: now,
    entries: [
      { account: { house: 'corrections' }, amountKop: -amountKop },
      { account: { ownerId: order.userId ?? 0, type: ACCOUNT_TYPES.LS }, amountKop },
    ],
  });
}
