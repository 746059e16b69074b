import { mayFollow, RETURN_STATE_NAMES, type ReturnState } from '#contract/returns.ts';
import { readMark, unitOf } from '#contract/marking.ts';
import type { Tx } from '#server/db/open.ts';
import { findUnitsOf } from '#server/features/marking/marks.queries.ts';
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
  { lines, site, receiverId, now }: { lines: readonly Came[]; site: string; receiverId: number; now: Date },
): Promise<void> {
  for (const { line_id: id, pieces } of lines) {
    const line = one.lines.find(({ lineId }) => lineId === id);
    if (!line) throw invalid({ lines: ['Такой строки в возврате нет'] });
    if (pieces > line.pieces) throw invalid({ lines: [`«${line.title}»: в возврате ${line.pieces} шт., не больше`] });
  }
  const came = (id: number) => lines.find(({ line_id: lineId }) => lineId === id)?.pieces ?? 0;
  if (one.lines.every(({ lineId }) => came(lineId) === 0))
    throw invalid({ lines: ['Отметьте, сколько пришло: хотя бы одна штука'] });
  for (const line of one.lines) {
    const units = await unitsOf(
      tx,
      line,
      lines.find(({ line_id: id }) => id === line.lineId),
    );
    await setReturnLine(tx, { returnId: one.id, lineId: line.lineId, received: came(line.lineId), units });
  }
  await stepReturn(tx, one.id, { state: 'received', stateAt: now, receivedSite: site, receiverId });
}

type Came = { line_id: number; pieces: number; codes: readonly string[] };
/**
 * Which units of «Честный знак» these pieces are. All of a line that have come are known without a scan; a code that cannot be read is left
 * out, and its unit stays sold. @throws validation: not a code, twice, of another order, more codes than pieces.
 */
async function unitsOf(tx: Tx, { lineId, title }: ReturnRecord['lines'][number], came?: Came): Promise<string[]> {
  const codes = came?.codes ?? [];
  const wrong = (why: string) => invalid({ lines: [`«${title}»: ${why}`] }, `«${title}»: ${why}`);
  const units = codes.map((code) => {
    const mark = readMark(code);
    if (!mark) throw wrong('это не код «Честного знака». Отсканируйте ещё раз');
    return unitOf(mark);
  });
  if (new Set(units).size < units.length) throw wrong('один код отсканирован дважды');
  if (units.length > (came?.pieces ?? 0)) throw wrong('кодов больше, чем штук');
  const sold = await findUnitsOf(tx, lineId);
  if (units.some((unit) => !sold.includes(unit)))
    throw wrong('этой упаковки в заказе не было. Проверьте, что принесли');
  return units.length === 0 && came?.pieces === sold.length ? sold : units;
}
