import { mayCancel, ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { Tx } from '#server/db/open.ts';
import { smallerOrder } from '#server/features/order-changes/lessen.rules.ts';
import type { PiecesBack } from '#server/features/order-changes/shares.rules.ts';
import { insertVersion, lessenLines } from '#server/features/order-changes/versions.queries.ts';
import { insertEvent, updateOrder, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import type { OrderLine, OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { cancelPayments } from '#server/features/payments/payments.commands.ts';
import { invalid } from '#server/platform/refuse.ts';

// takeOff · assertTarget: pieces of a paid order go back, by a refund of the desk or a return of the buyer.

export type LinesBack = {
  /** Held by the caller, as it was before. */
  order: OrderRecord;
  lines: OrderLine[];
  pieces: PiecesBack[];
  /** Nothing is left of it. */
  isWhole: boolean;
  actor: string;
  reason: string;
  now: Date;
};
/** The pieces are not in the order any more. The money is `giveBack`'s, the stock the caller's. */
export const takeOff = (tx: Tx, back: LinesBack): Promise<void> =>
  back.isWhole ? endWhole(tx, back) : takePieces(tx, back);

/** Cancelled when it had not been packed, else a return. */
async function endWhole(tx: Tx, { order, actor, reason, now }: LinesBack): Promise<void> {
  const status = mayCancel(order.status) ? ORDER_STATUSES.cancelled : ORDER_STATUSES.returned;
  await updateOrder(tx, order.id, { version: order.version + 1, cancelReason: reason });
  await writeStatus(tx, { orderId: order.id, status, actor, note: reason, at: now });
  await cancelPayments(tx, order.id, now);
}
async function takePieces(tx: Tx, { order, lines, pieces, actor, reason, now }: LinesBack): Promise<void> {
  await insertVersion(tx, order, lines, { actor, at: now });
  await lessenLines(tx, pieces, 'returned');
  const { goodsKop, itemsCount, weightGrams, ballsHalf } = smallerOrder(order, lines, pieces);
  await updateOrder(tx, order.id, { version: order.version + 1, goodsKop, itemsCount, weightGrams, ballsHalf });
  const what = pieces.map(({ lineId, pieces: count }) => `${titleOf(lines, lineId)} × ${count}`).join(', ');
  await insertEvent(tx, { orderId: order.id, kind: 'refund', actor, note: `${what}: ${reason}`, at: now });
}
const titleOf = (lines: readonly OrderLine[], id: number): string => lines.find((line) => line.id === id)?.title ?? '';

/** A guest has no accounts. @throws validation. */
export function assertTarget(order: Pick<OrderRecord, 'userId'>, to: 'source' | 'ls'): void {
  if (to === 'ls' && order.userId === null)
    throw invalid({ refund_to: ['У гостя нет личного счёта. Деньги вернутся туда, откуда пришли'] });
}
