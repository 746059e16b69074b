import type { Db } from '#server/db/open.ts';
import {
  endMove,
  findDueMoves,
  findWaitingMove,
  lockStructure,
  type MoveRow,
  standsBelow,
  writeSponsor,
} from '#server/features/plan/moves/moves.queries.ts';
import { withRetry } from '#server/platform/retry.ts';

/**
 * Carries out the corrections of sponsors that hold from `period` or earlier (docs/product/rights.md#sponsor). The month before it
 * must be closed: its snapshot has the structure as it stood. A move that rests on another waits for it; what would close a circle
 * when nothing more can be done is left, and marked. Done twice it is done once.
 */
export async function carryOutMoves(db: Db, period: number, at: Date): Promise<void> {
  let due = await findDueMoves(db, period);
  for (let moved = 1; moved > 0 && due.length > 0; due = await findDueMoves(db, period)) {
    moved = 0;
    for (const move of due) if (await carryOut(db, move, at)) moved += 1;
  }
  for (const { id } of due) await withRetry(() => db.transaction((tx) => endMove(tx, id, 'refused', at)));
}

/** False: cancelled meanwhile, or the new sponsor stands below the person now. */
const carryOut = (db: Db, { id, userId }: MoveRow, at: Date): Promise<boolean> =>
  withRetry(() =>
    db.transaction(async (tx) => {
      await lockStructure(tx);
      const move = await findWaitingMove(tx, userId);
      if (move?.id !== id || (await standsBelow(tx, move))) return false;
      await writeSponsor(tx, userId, move.toId);
      await endMove(tx, id, 'done', at);
      return true;
    }),
  );
