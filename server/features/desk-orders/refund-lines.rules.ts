import type { PiecesBack } from '#server/features/order-changes/shares.rules.ts';

type Line = { id: number; quantity: number; returnedQuantity: number };
export type ChosenPieces = { ok: true; pieces: PiecesBack[]; isWhole: boolean } | { ok: false; why: string };

/** Which pieces of an order go back, and whether nothing is left of it. A line that is named twice is asked for twice. */
export function piecesOf(lines: readonly Line[], asked: readonly { line_id: number; pieces: number }[]): ChosenPieces {
  const wanted = new Map<number, number>();
  for (const { line_id: id, pieces } of asked) wanted.set(id, (wanted.get(id) ?? 0) + pieces);
  const leftOf = (line: Line): number => line.quantity - line.returnedQuantity;
  for (const [id, pieces] of wanted) {
    const line = lines.find((one) => one.id === id);
    if (!line) return { ok: false, why: 'Такой строки в заказе нет' };
    if (pieces > leftOf(line)) return { ok: false, why: 'В заказе столько не осталось' };
  }
  return {
    ok: true,
    pieces: [...wanted].map(([lineId, pieces]) => ({ lineId, pieces })),
    isWhole: lines.every((line) => leftOf(line) === (wanted.get(line.id) ?? 0)),
  };
}
