import { writeUnknown } from '#src/offline/outbox/base.ts';
import { cancelShortage } from '#src/offline/outbox/collapse.rules.ts';
import { addTo, EMPTY_LEDGER, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import type { OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  isOutboxRecord,
  LEDGER_KEY,
  parkKey,
  recordKey,
  type LastTry,
  type OutboxRecord,
  type ParkedRecord,
  type ParkReason,
} from '#src/offline/outbox/record.ts';

// What every transaction over the entries shares; the worker loads this. The page's own half is append.ts, state.ts,
// quarantine.ts and parked.ts.

/** Readable records in order. Written by a newer build: preserved, not sent. */
export async function readRecords(tx: OutboxTx): Promise<OutboxRecord[]> {
  return (await tx.list<unknown>('ob:')).map(([, value]) => value).filter(isOutboxRecord);
}

/** Every exit of a record changes the ledger in the same transaction (I4). */
export async function book(tx: OutboxTx, change: Partial<Omit<Ledger, 'v'>>): Promise<void> {
  tx.put(LEDGER_KEY, addTo((await tx.get<Ledger>(LEDGER_KEY)) ?? EMPTY_LEDGER, change));
}

/** The server's last word, or too old to be sent unasked: kept with its reason, never in the way of its lane. */
export async function park(
  tx: OutboxTx,
  record: OutboxRecord,
  reason: ParkReason,
  last: LastTry | null,
): Promise<void> {
  tx.del(recordKey(record.seq));
  tx.put(parkKey(record.seq), { v: 1, record, reason, last } satisfies ParkedRecord);
  if (record.kind === 'fav.set' && reason === 'stale' && record.tries > 0)
    await writeUnknown(tx, 'fav', record.body.productId);
  if (record.kind === 'cart.change' && record.body.delta > 0) await shrinkBehind(tx, record, record.body.delta);
}

/** docs/product/offline.md#cart-arithmetic: a shortage is cancelled against the untried removals behind it, in the transaction that learns of it. */
export async function shrinkBehind(tx: OutboxTx, record: OutboxRecord, shortage: number): Promise<void> {
  const behind = (await readRecords(tx)).filter((other) => other.lane === record.lane && other.seq > record.seq);
  for (const [seq, delta] of cancelShortage(shortage, behind)) {
    const other = behind.find((one) => one.seq === seq);
    if (other?.kind !== 'cart.change') continue;
    if (delta === 0) {
      tx.del(recordKey(seq));
      await book(tx, { collapsed: 1 });
    } else tx.put(recordKey(seq), { ...other, body: { ...other.body, delta } });
  }
}
