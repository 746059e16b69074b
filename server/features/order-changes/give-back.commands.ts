import { ACCOUNT_TYPES, PAYMENT_TYPES } from '#contract/tables.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { refundSpends } from '#server/features/accounts/accounts.commands.ts';
import { postGoodwill } from '#server/features/accounts/goodwill.commands.ts';
import { gatewayOf } from '#server/features/accounts/house.rules.ts';
import { findMovement } from '#server/features/accounts/ledger.queries.ts';
import { type Back, backOf, type PiecesBack } from '#server/features/order-changes/shares.rules.ts';
import { tellWhoWaits } from '#server/features/notify/notify.commands.ts';
import { giveBackStock, insertPointsBack, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import type { OrderLine, OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { movementKeyOf } from '#server/features/orders/orders.commands.ts';
import { beginRefund } from '#server/features/payments/payments.commands.ts';
import { retailComesBack } from '#server/features/retail-income/retail-back.commands.ts';

/** Where the money from outside goes: the way it came, or onto ЛС. */
export type RefundTo = 'source' | 'ls';
export type GiveBack = {
  order: OrderRecord;
  lines: readonly OrderLine[];
  pieces: readonly PiecesBack[];
  /** The delivery too: the order as a whole goes back. */
  delivery: boolean;
  to: RefundTo;
  /** `buyer`, `shop`, `desk:<user id>`. */
  actor: string;
  reason: string;
  /** Names this return among those of the order; the version that it makes. */
  returnId: number;
  jobs: JobSender;
  now: Date;
};

/**
 * Money, account spends and points of pieces of a paid order go back. The order is held. Answers what went back; the money
 * itself is carried out by payments. Stock is the caller's matter: what comes back from a buyer need not be fit for sale.
 */
export async function giveBack(tx: Tx, asked: GiveBack): Promise<GivenBack> {
  const { order, lines, pieces, delivery, jobs, now } = asked;
  const back = backOf(order, lines, { pieces, delivery });
  const key = `order:${order.id}:back:${asked.returnId}`;
  if (back.moneyKop > 0) {
    const { items } = back;
    const { to, actor, reason } = asked;
    await beginRefund(tx, { key, orderId: order.id, items, to, actor, reason, jobs, now });
    await updateOrder(tx, order.id, { refundedKop: order.refundedKop + back.moneyKop });
  }
  await insertPointsBack(tx, { orderId: order.id, returnId: asked.returnId, lines: pieces });
  await retailComesBack(tx, jobs, order.id);
  const where = whereTo(asked, back);
  await postBack(tx, asked, where, key);
  return { sourceKop: where.outside, accountsKop: where.ls + where.parts.reduce((sum, one) => sum + one.amountKop, 0) };
}

/** Kopecks that go back the way they came, and those that the person's accounts have already. */
export type GivenBack = { sourceKop: number; accountsKop: number };
type Where = { outside: number; ls: number; goodwill: number; parts: Back['parts'] };
export function whereTo({ order, to }: Pick<GiveBack, 'order' | 'to'>, back: Back): Where {
  const isByAccount = order.paymentType === PAYMENT_TYPES.personalAccount;
  const toLs = to === 'ls' || isByAccount ? back.moneyKop : 0;
  const parts = back.parts.filter(({ type }) => type !== ACCOUNT_TYPES.LS);
  const ls = toLs + (back.parts.find(({ type }) => type === ACCOUNT_TYPES.LS)?.amountKop ?? 0);
  return { outside: back.moneyKop - toLs, ls, goodwill: back.goodwillKop, parts };
}

/**
 * One movement for all of it: what the accounts had paid returns to them, the rest goes out by the gateway or onto ЛС. What its buyer has had
 * as goodwill was the price of these pieces after all, and has left the gateway before: the house gets it back by a movement of its own.
 */
async function postBack(tx: Tx, asked: GiveBack, { outside, ls, goodwill, parts }: Where, key: string): Promise<void> {
  const { order, actor, reason, now } = asked;
  if (outside + ls + goodwill + parts.length === 0) return;
  const spent = await findMovement(tx, movementKeyOf(order.id));
  if (!spent) throw new Error(`order ${order.id} is paid and the ledger does not know it`);
  await refundSpends(tx, {
    key,
    reverses: spent.id,
    ref: { type: 'order', id: order.id },
    ownerId: order.userId ?? 0,
    parts: [...parts, ...(ls > 0 ? [{ type: ACCOUNT_TYPES.LS, amountKop: ls }] : [])],
    gateways: outside + goodwill > 0 ? [{ house: gatewayOf(order.paymentType), amountKop: outside + goodwill }] : [],
    house: 'sales',
    actor,
    reason,
    at: now,
  });
  if (goodwill === 0) return;
  const account = { house: gatewayOf(order.paymentType) };
  const back = { key: `${key}:goodwill`, orderId: order.id, amountKop: -goodwill };
  await postGoodwill(tx, { ...back, account, actor, reason, at: now });
}

/** Pieces that never left the warehouse are on sale again, and whoever waited for them is told. */
export async function putBackOnSale(
  tx: Tx,
  jobs: JobSender,
  { lines, pieces }: { lines: readonly OrderLine[]; pieces: readonly PiecesBack[] },
): Promise<void> {
  const given = pieces.flatMap(({ lineId, pieces: count }) => {
    const line = lines.find(({ id }) => id === lineId);
    return line && count > 0 ? [{ productId: line.productId, pieces: count }] : [];
  });
  if (given.length > 0 && (await giveBackStock(tx, given))) await tellWhoWaits(tx, jobs);
}
