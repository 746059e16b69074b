import type { DeliveryRow, DeliveryState, DeliveryType } from '#contract/delivery-types.ts';
import { isFixedCost } from '#contract/delivery-types.ts';

// The ways of delivery on a screen as a state machine (docs/product/delivery.md#states). Pure: the checkout keeps a board and
// replaces it by what these functions return.

/** `rid` is the number of the request whose answer a row waits for, or has had. */
export type BoardRow = DeliveryRow & { rid: number };
export type Board = { rows: readonly BoardRow[]; current: DeliveryType | null; lastRid: number };

/** What may follow what. A way of fixed cost stays ready; only whether it is seen may change. */
const NEXT: Record<DeliveryState, readonly DeliveryState[]> = {
  process: ['process', 'success', 'need_choose', 'error'],
  success: ['process'],
  need_choose: ['process'],
  error: ['process'],
};
export const mayBecome = (from: DeliveryState, to: DeliveryState): boolean => NEXT[from].includes(to);

export const startBoard = (rows: readonly DeliveryRow[]): Board => ({
  rows: rows.map((row) => ({ ...row, rid: 0 })),
  current: null,
  lastRid: 0,
});

/**
 * Address, weight, cart or point have changed: the named ways (all, when none are named) are calculated anew under the new
 * `lastRid`, their old costs are cleared. What was chosen stays chosen; it cannot be ordered meanwhile.
 */
export function recalculate(board: Board, types?: readonly DeliveryType[]): Board {
  const rid = board.lastRid + 1;
  const isAsked = (row: BoardRow): boolean => types === undefined || types.includes(row.type);
  return {
    ...board,
    lastRid: rid,
    rows: board.rows.map((row) => (isAsked(row) ? { ...begun(row), rid } : row)),
  };
}
const begun = (row: BoardRow): BoardRow =>
  isFixedCost(row.type)
    ? row
    : {
        ...row,
        state: 'process',
        cost: null,
        costGate: null,
        costSelected: null,
        costBefore: null,
        deliveryTime: null,
        notice: null,
        error: null,
      };

export type Answered = {
  board: Board;
  /** The chosen way that can no longer be had: it is no longer chosen. `error` is told with 'Недоступен', `hidden` is not. */
  dropped: { type: DeliveryType; why: 'error' | 'hidden' } | null;
};
/** The answer to request `rid`. A row that has been asked about again since does not listen: that answer is late. */
export function answered(board: Board, rid: number, rows: readonly DeliveryRow[]): Answered {
  const of = new Map(rows.map((row) => [row.type, row]));
  const next = board.rows.map((row) => {
    const news = of.get(row.type);
    return news && row.rid === rid && listens(row, news) ? { ...news, rid } : row;
  });
  const current = next.find(({ type }) => type === board.current);
  const why = current && (current.visible ? (current.state === 'error' ? 'error' : null) : 'hidden');
  return current && why
    ? { board: { ...board, rows: next, current: null }, dropped: { type: current.type, why } }
    : { board: { ...board, rows: next }, dropped: null };
}
const listens = (row: BoardRow, news: DeliveryRow): boolean =>
  isFixedCost(row.type) || mayBecome(row.state, news.state);

/** Chooses a way. Undefined: it is hidden, still being calculated or in error, and the board stays as it was. */
export function choose(board: Board, type: DeliveryType): Board | undefined {
  const row = board.rows.find((one) => one.type === type);
  const isOpen = row?.visible === true && (row.state === 'success' || row.state === 'need_choose');
  return isOpen ? { ...board, current: type } : undefined;
}
/** The chosen way, when the order can be placed with it. */
export function readyRow({ rows, current }: Board): BoardRow | undefined {
  return rows.find(({ type, state, visible }) => type === current && state === 'success' && visible);
}
