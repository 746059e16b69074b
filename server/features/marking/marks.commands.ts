import { readMark, unitOf } from '#contract/marking.ts';
import type { Tx } from '#server/db/open.ts';
import { findSoldUnits, insertMarks } from '#server/features/marking/marks.queries.ts';
import { orderName } from '#server/features/orders/letter-frame.rules.ts';
import { RefusedError } from '#server/platform/refuse.ts';

/** A line of an order; `scanned`: of how many of its units the code is known. */
type LineRow = { lineId: number; title: string; pieces: number; marked: boolean; scanned: number };
type Scanned = readonly { line_id: number; codes: readonly string[] }[];
type Taken = { lineId: number; code: string; unit: string };
export const WAY_OUT =
  'Отложите эту упаковку и отсканируйте другую. Если другой нет, хозяйство вернёт за неё деньги, и заказ можно будет выдать';

/**
 * Codes of «Честный знак» of an order that is handed over: one for each unit that has none, or nothing (docs/product/counter.md#marking).
 * @throws marks_wrong, which names the code and the way out.
 */
export async function takeMarks(tx: Tx, lines: readonly LineRow[], scanned: Scanned, now: Date): Promise<void> {
  const taken = lines.flatMap((line) =>
    readLine(line, scanned.find((one) => one.line_id === line.lineId)?.codes ?? []),
  );
  const strange = scanned.find(
    ({ line_id: id, codes }) => codes.length > 0 && !lines.some((line) => line.lineId === id),
  );
  if (strange) throw wrong('Код относится к строке, которой в заказе нет. Откройте заказ заново', []);
  const units = taken.map(({ unit }) => unit);
  const twice = taken.find(({ unit }, at) => units.indexOf(unit) !== at);
  if (twice) throw wrong('Один и тот же код отсканирован дважды. Отсканируйте другую упаковку', [twice.code]);
  const [sold] = await findSoldUnits(tx, units);
  if (sold) throw wrong(`Этот код уже продан в заказе ${orderName(sold.orderId)}. ${WAY_OUT}`, [sold.unit]);
  const rows = taken.map((one) => ({ ...one, at: now }));
  if (rows.length > 0 && !(await insertMarks(tx, rows)))
    throw wrong(`Один из кодов только что продан в другом пункте. ${WAY_OUT}`, []);
}
function readLine({ lineId, title, pieces, marked, scanned }: LineRow, codes: readonly string[]): Taken[] {
  const needed = marked ? Math.max(0, pieces - scanned) : 0;
  const marks = codes.map((code) => ({ typed: code, mark: readMark(code) }));
  const bad = marks.find(({ mark }) => mark === null);
  if (bad) throw wrong(`${title}: это не код «Честного знака». ${WAY_OUT}`, [bad.typed]);
  if (codes.length !== needed)
    throw wrong(`${title}: нужно кодов — ${needed}, отсканировано — ${codes.length}. Отсканируйте каждую упаковку`, []);
  const found = marks.flatMap(({ mark }) => (mark ? [mark] : []));
  if (new Set(found.map(({ gtin }) => gtin)).size > 1)
    throw wrong(`${title}: коды разных товаров. Проверьте, что лежит в посылке`, []);
  return found.map((mark) => ({ lineId, code: mark.code, unit: unitOf(mark) }));
}
const wrong = (message: string, codes: readonly string[]): RefusedError =>
  new RefusedError('marks_wrong', message, { details: { codes } });
