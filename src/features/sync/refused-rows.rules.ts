import { reasonOf } from '#src/features/sync/words.rules.ts';
import type { OutboxRecord, ParkedRecord } from '#src/offline/outbox/record.ts';

/** One row of «Не отправлено»: what was refused, all pieces together. */
export type RefusedRow = {
  key: string;
  /** As the last gesture says it; its pieces are the sum. */
  record: OutboxRecord;
  /** In the order of the gestures; never empty. */
  parked: readonly [ParkedRecord, ...ParkedRecord[]];
};

/**
 * Pieces of one product that went in several requests (where `onLine` lies the first tap is tried alone) and were refused
 * for one reason are one row. Added and taken out stay apart: their sum is nobody's gesture.
 */
export function refusedRows(refused: readonly ParkedRecord[]): readonly RefusedRow[] {
  const rows = new Map<string, RefusedRow>();
  for (const one of refused) {
    const key = keyOf(one);
    const row = rows.get(key);
    rows.set(key, row ? joined(row, one) : { key, record: one.record, parked: [one] });
  }
  return [...rows.values()];
}

function keyOf(one: ParkedRecord): string {
  const { record, reason } = one;
  return record.kind === 'cart.change'
    ? `${record.lane} ${Math.sign(record.body.delta)} ${reason} ${reasonOf(one)}`
    : record.id;
}

function joined({ key, record: before, parked }: RefusedRow, one: ParkedRecord): RefusedRow {
  let { record } = one;
  if (record.kind === 'cart.change' && before.kind === 'cart.change')
    record = { ...record, body: { ...record.body, delta: before.body.delta + record.body.delta } };
  return { key, record, parked: [...parked, one] };
}
