import type { CallReply } from '#contract/call.ts';
import { totalOf } from '#contract/amount-to-pay.ts';
import { isPaymentCode } from '#contract/payment-methods.ts';
import { mayChangeLines } from '#contract/order-statuses.ts';
import type { changeOrder as changeCall, previewOrderChange as previewCall } from '#contract/orders.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { holdFunds, releaseHolds } from '#server/features/accounts/accounts.commands.ts';
import { assertMayLeave } from '#server/features/deferred/shipment.commands.ts';
import { giveBack, putBackOnSale } from '#server/features/order-changes/give-back.commands.ts';
import {
  lessen,
  type Lessened,
  type Smaller,
  smallerOrder,
  toLinesChange,
} from '#server/features/order-changes/lessen.rules.ts';
import { assertNotInReview } from '#server/features/order-changes/review.ts';
import { insertVersion, lessenLines } from '#server/features/order-changes/versions.queries.ts';
import { holdParts } from '#server/features/orders/hold-parts.rules.ts';
import { insertEvent, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import {
  findLines,
  findOrder,
  lockOrder,
  type OrderLine,
  type OrderRecord,
} from '#server/features/orders/order-rows.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { orderPaid } from '#server/features/orders/orders.commands.ts';
import { assertTheirs, readOrder, whichOrderOf } from '#server/features/orders/read-order.commands.ts';
import { cancelPayments, createPayment } from '#server/features/payments/payments.commands.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { refuse, RefusedError } from '#server/platform/refuse.ts';

// Fewer pieces until the order is packed (docs/product/orders.md#changing-until-packing). Contents: 1 the money first, 2 the change,
// 3 an unpaid order, 4 a paid one

// ── 1 The money first ───────────────────────────────────────────────────────────────────────────
type Body = Pick<Asked<typeof previewCall>['body'], 'version' | 'lines'>;
const WORDS: Record<Exclude<Lessened, { ok: true }>['why'], string> = {
  unknown: 'Такой строки в заказе нет',
  more: 'Добавить к заказу нельзя: оформите ещё один',
  same: 'В заказе ничего не изменилось',
  nothing: 'Чтобы убрать всё, отмените заказ',
};

/** What the order would be. @throws order_closed, order_changed (another tab was first), validation. */
async function plan(db: DbOrTx, order: OrderRecord, body: Body): Promise<{ lines: OrderLine[]; smaller: Smaller }> {
  if (!mayChangeLines(order.status)) return refuse('order_closed', 'Изменить уже нельзя: заказ собран');
  if (order.version !== body.version)
    return refuse('order_changed', 'Заказ изменился в другом окне. Посмотрите ещё раз');
  await assertNotInReview(db, order);
  const lines = await findLines(db, order.id);
  const lessened = lessen(lines, body.lines);
  if (!lessened.ok) return refuse('validation', WORDS[lessened.why], { lines: [WORDS[lessened.why]] });
  return { lines, smaller: smallerOrder(order, lines, lessened.pieces) };
}

export async function previewChange(
  shop: Shop,
  { session, body }: Asked<typeof previewCall>,
): Promise<Omit<CallReply<typeof previewCall>, 'status'>> {
  const which = whichOrderOf(session, body, 'order.create');
  const order = assertTheirs((await findOrder(shop.db, which))?.order, which, session);
  const { smaller } = await plan(shop.db, order, body);
  return { change: toLinesChange(order, smaller) };
}

// ── 2 The change ────────────────────────────────────────────────────────────────────────────────
export async function changeLines(
  shop: Shop,
  { tx, session, body, now }: Asked<typeof changeCall>,
): Promise<Omit<CallReply<typeof changeCall>, 'status'>> {
  const which = whichOrderOf(session, body, 'order.create');
  const order = assertTheirs(await lockOrder(tx, which), which, session);
  await assertMayLeave(tx, order, 'lessen');
  const { lines, smaller } = await plan(tx, order, body);
  if (smaller.dueKop !== body.expected_due)
    throw new RefusedError('order_changed', 'Сумма уже другая. Посмотрите ещё раз', {
      details: toLinesChange(order, smaller),
    });
  await insertVersion(tx, order, lines, { actor: 'buyer', at: now });
  await lessenLines(tx, smaller.pieces, order.paidAt === null ? 'quantity' : 'returned');
  const { goodsKop, itemsCount, weightGrams, ballsHalf, dueKop } = smaller;
  await updateOrder(tx, order.id, {
    version: order.version + 1,
    goodsKop,
    itemsCount,
    weightGrams,
    ballsHalf,
    ...(order.paidAt === null ? { dueKop, spend: smaller.spend } : {}),
  });
  await insertEvent(tx, { orderId: order.id, kind: 'change', actor: 'buyer', note: noteOf(lines, smaller), at: now });
  await putBackOnSale(tx, shop.jobs, { lines, pieces: smaller.pieces });
  if (order.paidAt === null) await rearrange(tx, shop, { order, smaller, now });
  else await returnMoney(tx, shop, { order, lines, smaller, now });
  return { order: await readOrder(tx, which), server_time: now.toISOString() };
}
const noteOf = (lines: readonly OrderLine[], { pieces }: Smaller): string =>
  pieces
    .map(({ lineId, pieces: count }) => `${lines.find(({ id }) => id === lineId)?.title ?? ''} −${count}`)
    .join(', ');

// ── 3 An unpaid order ───────────────────────────────────────────────────────────────────────────
/** Holds and the payment follow the smaller sum; when the accounts pay all of it, the order is paid here. */
async function rearrange(tx: Tx, shop: Shop, { order, smaller, now }: Omit<ToReturn, 'lines'>): Promise<void> {
  const { id, userId, paymentType } = order;
  const { spend, dueKop } = smaller;
  const ref = { type: 'order', id } as const;
  await cancelPayments(tx, id, now, 'order_changed');
  if (userId !== null && totalOf(spend) !== totalOf(order.spend)) {
    await releaseHolds(tx, { ref, state: 'released', at: now });
    const key = `order:${id}:v${order.version + 1}`;
    await holdFunds(tx, { key, ownerId: userId, parts: holdParts(spend, 0), ref, expiresAt: order.payUntil, at: now });
  }
  if (dueKop === 0) {
    await orderPaid(tx, { orderId: id, capturedAt: now, now, money: null, actor: `user:${userId}` });
    await tellNews(tx, shop.jobs, id, { what: 'paid' });
  } else if (isPaymentCode(paymentType))
    await createPayment(tx, { orderId: id, code: paymentType, amountKop: dueKop, now });
}

// ── 4 A paid order ──────────────────────────────────────────────────────────────────────────────
type ToReturn = { order: OrderRecord; lines: OrderLine[]; smaller: Smaller; now: Date };
async function returnMoney(tx: Tx, shop: Shop, { order, lines, smaller, now }: ToReturn): Promise<void> {
  const by = { actor: 'buyer', reason: 'Покупатель убрал товары из заказа', to: 'source' } as const;
  const returnId = order.version + 1;
  const { pieces } = smaller;
  const back = await giveBack(tx, { order, lines, pieces, delivery: false, ...by, returnId, jobs: shop.jobs, now });
  await tellNews(tx, shop.jobs, order.id, { what: 'lessened', ref: returnId, ...back });
}
