import type { deskGoodwill } from '#contract/desk-orders.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { postGoodwill } from '#server/features/accounts/goodwill.commands.ts';
import { gatewayOf } from '#server/features/accounts/house.rules.ts';
import type { LedgerEntry } from '#server/features/accounts/ledger.rules.ts';
import { actorOf, holdOrder } from '#server/features/desk-orders/desk-acts.ts';
import { sumGoodwill } from '#server/features/desk-orders/replace.queries.ts';
import { backOf, everythingLeft, moneyLeft } from '#server/features/order-changes/shares.rules.ts';
import { roubles } from '#server/features/orders/letter-frame.rules.ts';
import { insertEvent, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findLines, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { beginRefund } from '#server/features/payments/payments.commands.ts';
import { lowerItems } from '#server/features/payments/refund.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';

const NOTHING_LEFT =
  'Деньги этого заказа уже вернулись, а личного счёта у гостя нет. Когда покупатель заведёт кабинет с телефоном или почтой заказа, начислите на личный счёт';

/**
 * Money for nothing that went back: the shop is sorry (docs/product/desk.md#goodwill). Onto ЛС, to a guest the way it came; from the house
 * account of corrections, and never more for one order than it cost. @throws order_closed, validation.
 */
export async function deskGivesGoodwill(shop: Shop, asked: Asked<typeof deskGoodwill>): Promise<void> {
  const { tx, body, now } = asked;
  const order = await holdOrder(tx, body.exp_id);
  if (order.paidAt === null) refuse('order_closed', 'Заказ не оплачен: извиняться деньгами не за что');
  const { sumKop, times } = await sumGoodwill(tx, order.id);
  const left = order.goodsKop + order.deliveryKop - sumKop;
  if (body.amount > left)
    throw invalid({ amount: [`Не больше стоимости заказа: можно ещё ${roubles(Math.max(0, left))}`] });
  const actor = actorOf(asked);
  const given = { order, amountKop: body.amount, actor, reason: body.reason, now };
  const isGuest = order.userId === null;
  await (isGuest ? payBack(tx, shop, given) : payGoodwill(tx, given));
  const where = isGuest ? 'тем же способом, каким платили' : 'на личный счёт';
  const note = `${roubles(body.amount)} ${where}: ${body.reason}`;
  await insertEvent(tx, { orderId: order.id, kind: 'refund', actor, note, at: now });
  await tellNews(tx, shop.jobs, order.id, {
    what: 'goodwill',
    ref: times + 1,
    words: body.words,
    accountsKop: isGuest ? 0 : body.amount,
    sourceKop: isGuest ? body.amount : 0,
  });
}

type Goodwill = { order: OrderRecord; amountKop: number; actor: string; reason: string; now: Date };
/** The order is held, so the number of its goodwill is nobody else's. */
export async function payGoodwill(tx: Tx, given: Goodwill): Promise<void> {
  await book(tx, given, { ownerId: given.order.userId ?? 0, type: ACCOUNT_TYPES.LS });
}
/**
 * A guest has no ЛС: the money goes the way it came, as a lower price of all that is left of the order, with its receipt. Pieces that go
 * back later give no more than what is left then. @throws validation when nothing is left that could go back.
 */
async function payBack(tx: Tx, shop: Shop, given: Goodwill): Promise<void> {
  const { order, amountKop, ...by } = given;
  const left = moneyLeft(order);
  if (left === 0) throw invalid({ amount: [NOTHING_LEFT] });
  if (amountKop > left) throw invalid({ amount: [`Не больше того, что осталось от оплаты: ${roubles(left)}`] });
  const lines = await findLines(tx, order.id);
  const { items: kept } = backOf(order, lines, { pieces: everythingLeft(lines), delivery: true });
  const items = lowerItems(kept, amountKop).back;
  const key = await book(tx, given, { house: gatewayOf(order.paymentType) });
  await beginRefund(tx, { key, orderId: order.id, items, to: 'source', ...by, jobs: shop.jobs });
  await updateOrder(tx, order.id, { refundedKop: order.refundedKop + amountKop });
}
/** One movement from the house account of corrections. Answers its key. */
async function book(
  tx: Tx,
  { order, amountKop, actor, reason, now }: Goodwill,
  account: LedgerEntry['account'],
): Promise<string> {
  const { times } = await sumGoodwill(tx, order.id);
  const key = `order:${order.id}:goodwill:${times + 1}`;
  await postGoodwill(tx, { key, orderId: order.id, amountKop, account, actor, reason, at: now });
  return key;
}
