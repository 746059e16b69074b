import { reasonOf } from '#src/features/sync/words.rules.ts';
import type { Look } from '#src/offline/outbox/face.ts';
import type { OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';

/** One row of «Не отправлено»: what was refused, all pieces together. */
export type RefusedRow = {
  key: string;
  /** As the last gesture says it; its pieces are the sum. */
  record: OutboxRecord;
  /** In the order of the gestures; never empty. */
  rejected: readonly [RejectedRecord, ...RejectedRecord[]];
};

/**
 * Pieces of one product that went in several requests (where `onLine` lies the first tap is tried alone) and were refused
 * for one reason are one row. Added and taken out stay apart: their sum is nobody's gesture.
 */
export function refusedRows(look: Look, refused: readonly RejectedRecord[]): readonly RefusedRow[] {
  const rows = new Map<string, RefusedRow>();
  for (const one of refused) {
    const key = keyOf(look, one);
    const row = rows.get(key);
    rows.set(key, row ? joined(look, row, one) : { key, record: one.record, rejected: [one] });
  }
  return [...rows.values()];
}

function keyOf(look: Look, one: RejectedRecord): string {
  const { record, reason } = one;
  const pieces = piecesOf(look, record);
  return pieces === null ? record.id : `${record.lane} ${Math.sign(pieces)} ${reason} ${reasonOf(one)}`;
}

/** Signed; null for what is not counted. */
function piecesOf(look: Look, record: OutboxRecord): number | null {
  const faced = look(record);
  return faced?.definition.amount?.of(faced.payload) ?? null;
}

function joined(look: Look, { key, record: before, rejected }: RefusedRow, one: RejectedRecord): RefusedRow {
  const { record } = one;
  const faced = look(record);
  const sum = (piecesOf(look, before) ?? 0) + (piecesOf(look, record) ?? 0);
  // The definition gives back what it takes: a payload of the record's own kind.
  const body = (faced?.definition.amount?.with(faced.payload, sum) ?? record.body) as OutboxRecord['body'];
  return { key, record: { ...record, body } as OutboxRecord, rejected: [...rejected, one] };
}
