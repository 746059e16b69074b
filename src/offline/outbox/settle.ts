import { writeBits, writeDrawn, writeEntry, writeUnknown } from '#src/offline/outbox/base.ts';
import { countsForStale, UNKNOWN, type Verdict } from '#src/offline/outbox/classify.rules.ts';
import { cancelShortage } from '#src/offline/outbox/collapse.rules.ts';
import { book, readRecords } from '#src/offline/outbox/entries.ts';
import { knownOf, type Known, type Write } from '#src/offline/outbox/mutation.ts';
import type { OutboxPorts, OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  outcomeKey,
  rejectedKey,
  recordKey,
  type LastTry,
  type Outcome,
  type OutboxRecord,
  type RejectedRecord,
  type RejectReason,
} from '#src/offline/outbox/record.ts';

// What an answer does to the store. What it means is the definition's business: it speaks in writes, this carries them out.

/** One transaction: the record leaves, is rejected or waits, together with everything its answer says. */
export function settle(ports: OutboxPorts, sent: OutboxRecord, verdict: Verdict): Promise<Verdict> {
  return ports.store.transact(async (tx) => {
    const records = await readRecords(ports.definitions, tx);
    const record = records.find((one) => one.seq === sent.seq && one.id === sent.id);
    // Another context was first, or the person has left: its answer was booked there.
    if (!record) return verdict;
    const known = knownOf(ports.definitions, record);
    const writes = verdict.kind === 'ack' && known?.definition.readAnswer(known.payload, verdict.json);
    if (known && writes) {
      tx.del(recordKey(record.seq));
      await book(tx, { acked: 1 });
      await write(ports, tx, record, known, writes);
      return verdict;
    }
    const failed = verdict.kind === 'failed' ? verdict : UNKNOWN;
    const { last, retryAfterMs } = failed;
    if (last.class === 'rejected' || last.class === 'forbidden')
      await reject(ports, tx, { ...record, last }, last.class, last);
    else
      tx.put(recordKey(record.seq), {
        ...record,
        last,
        retryAfterMs,
        countedTries: record.countedTries + (countsForStale(last) ? 1 : 0),
      });
    return failed;
  });
}

/** The server's last word, or too old to be sent unasked: kept with its reason, never in the way of its lane. */
export async function reject(
  ports: OutboxPorts,
  tx: OutboxTx,
  record: OutboxRecord,
  reason: RejectReason,
  last: LastTry | null,
): Promise<void> {
  tx.del(recordKey(record.seq));
  tx.put(rejectedKey(record.seq), { v: record.v, record, reason, last } satisfies RejectedRecord);
  const known = knownOf(ports.definitions, record);
  const writes = known?.definition.afterReject?.(known.payload, reason, record.tries);
  if (known && writes) await write(ports, tx, record, known, writes);
}

async function write(
  ports: OutboxPorts,
  tx: OutboxTx,
  record: OutboxRecord,
  { definition, payload }: Known,
  writes: readonly Write[],
): Promise<void> {
  const { v, id, seq, kind, seen, body } = record;
  const target = definition.target(payload);
  for (const one of writes) {
    switch (one.do) {
      case 'entry':
        if (target) await ('value' in one ? writeEntry(tx, target, one) : writeDrawn(tx, target, one.data));
        break;
      case 'bits':
        if (target) await writeBits(tx, target, one);
        break;
      case 'unknown':
        if (target) await writeUnknown(tx, target);
        break;
      case 'shortage':
        await shrinkBehind(ports, tx, record, one.pieces);
        break;
      case 'keep':
        tx.put(one.key, { v: 1, id, body, ...one.value, at: ports.serverNow() });
        break;
      case 'tell': {
        const { do: _do, ...change } = one;
        tx.put(outcomeKey(seq), { v, seq, id, kind, seen, body, change } as Outcome);
      }
    }
  }
}

/** docs/product/offline.md#cart-arithmetic: a shortage is cancelled against the untried removals behind it, in the transaction that learns of it. */
async function shrinkBehind(ports: OutboxPorts, tx: OutboxTx, record: OutboxRecord, shortage: number): Promise<void> {
  const records = await readRecords(ports.definitions, tx);
  const behind = records.filter((other) => other.lane === record.lane && other.seq > record.seq);
  for (const [seq, amount] of cancelShortage(ports.definitions, shortage, behind)) {
    const other = behind.find((one) => one.seq === seq);
    const known = other && knownOf(ports.definitions, other);
    if (!known?.definition.amount) continue;
    if (amount === 0) {
      tx.del(recordKey(seq));
      await book(tx, { collapsed: 1 });
    } else tx.put(recordKey(seq), { ...other, body: known.definition.amount.with(known.payload, amount) });
  }
}
