import { mayFollow, RETURN_STATE_NAMES, type ReturnState } from '#contract/returns.ts';
import type { Tx } from '#server/db/open.ts';
import { lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { findReturn, type ReturnRecord, setReturnLine, stepReturn } from '#server/features/returns/returns.queries.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';

// holdReturn · assertFollows · receive: a return that is held for a step.

export type HeldReturn = { order: OrderRecord; one: ReturnRecord };
type Step = { return_id: number; version: number };
export const RETURN_NOT_FOUND = 'Такого возврата нет';

/** Its order is held first, as by everybody, so that two steps come one after the other. @throws not_found (404), order_changed. */
export async function holdReturn(tx: Tx, { return_id: id, version }: Step): Promise<HeldReturn> {
  const orderId = (await findReturn(tx, id))?.orderId;
  const order = orderId === undefined ? undefined : await lockOrder(tx, { id: orderId });
  const one = await findReturn(tx, id);
  if (!order || !one) throw notFound(RETURN_NOT_FOUND);
  if (one.version !== version) refuse('order_changed', 'Возврат изменили в другом окне. Посмотрите ещё раз');
  return { order, one };
}
/** @throws order_changed when the table of states does not lead there. */
export function assertFollows({ state }: ReturnRecord, to: ReturnState): void {
  if (!mayFollow(state, to))
    refuse('order_changed', `Возврат сейчас: ${RETURN_STATE_NAMES[state].toLowerCase()}. Посмотрите ещё раз`);
}

/**
 * The goods have come: so many pieces of each line, which is not more than was asked back. A line that is not named has not come.
 * @throws validation (`lines`).
 */
export async function receive(
  tx: Tx,
  one: ReturnRecord,
  {
    lines,
    site,
    receiverId,
    now,
  }: { lines: readonly { line_id: number; pieces: number }[]; site: string; receiverId: number; now: Date },
): Promise<void> {
  for (const { line_id: id, pieces } of lines) {
    const line = one.lines.find(({ lineId }) => lineId === id);
    if (!line) throw invalid({ lines: ['Такой строки в возврате нет'] });
    if (pieces > line.pieces) throw invalid({ lines: [`«${line.title}»: в возврате ${line.pieces} шт., не больше`] });
  }
  const came = (id: number) => lines.find(({ line_id: lineId }) => lineId === id)?.pieces ?? 0;
  if (one.lines.every(({ lineId }) => came(lineId) === 0))
    throw invalid({ lines: ['Отметьте, сколько пришло: хотя бы одна штука'] });
  for (const { lineId } of one.lines) await setReturnLine(tx, { returnId: one.id, lineId, received: came(lineId) });
  await stepReturn(tx, one.id, { state: 'received', stateAt: now, receivedSite: site, receiverId });
}
