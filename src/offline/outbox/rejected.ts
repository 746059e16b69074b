import { append, UnjudgedError } from '#src/offline/outbox/append.ts';
import { isKeyOld } from '#src/offline/outbox/backoff.rules.ts';
import { isKnown, readBase } from '#src/offline/outbox/base.ts';
import { book, readRecords } from '#src/offline/outbox/entries.ts';
import { knownOf } from '#src/offline/outbox/mutation.ts';
import type { OutboxIdentity, OutboxPorts, OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  isRejectedRecord,
  outcomeKey,
  rejectedKey,
  recordKey,
  SEQ_KEY,
  type OutboxRecord,
  type RejectedRecord,
} from '#src/offline/outbox/record.ts';

// What a person decides about rejected entries and what the sheet has told.

/** «Убрать»: the entry is gone by the person's own will. */
export async function discardRejected(ports: OutboxPorts, seq: number): Promise<void> {
  await ports.store.transact(async (tx) => {
    if (!(await tx.get(rejectedKey(seq)))) return;
    tx.del(rejectedKey(seq));
    await book(tx, { discarded: 1 });
  });
  ports.changed();
}

/** Repeated before the shop has told the time: as young as can be. */
const AGAIN_LATER = Number.MAX_SAFE_INTEGER;
/**
 * «Повторить». After a refusal under a new key, the old one booked as discarded. Where the server may still do the thing
 * under the old key (too old, or a refusal that it does not store) the same key asks again, so that it cannot be done
 * twice (a heart that was set again since takes a new one); once the server may have forgotten the key the answer is
 * `ask`: show what the server holds, and if the person still wants it, call again with `isSure` (docs/product/offline.md#refusals in
 * front of the person).
 */
export async function repeatRejected(
  ports: OutboxPorts,
  who: OutboxIdentity,
  seq: number,
  isSure = false,
): Promise<'queued' | 'ask' | 'gone'> {
  const { definitions } = ports;
  const kept = await ports.store.transact(async (tx) => {
    const rejected = await tx.get<RejectedRecord>(rejectedKey(seq));
    if (!isRejectedRecord(definitions, rejected)) return 'gone';
    const { record, reason } = rejected;
    if (reason === 'rejected' || isSure || (await isOutrun(ports, tx, record))) return record;
    const isSingle = knownOf(definitions, record)?.definition.single === true;
    if (isSingle && (await readRecords(definitions, tx)).some(({ lane }) => lane === record.lane))
      throw new UnjudgedError(record.lane);
    const serverNow = ports.serverNow();
    // Without a signal nobody knows: it waits for the time, and should the key be too old by then, it is rejected again.
    if (isKeyOld(record, serverNow)) return 'ask';
    const againAt = serverNow ?? AGAIN_LATER;
    const last = ((await tx.get<number>(SEQ_KEY)) ?? 0) + 1;
    tx.put(SEQ_KEY, last);
    tx.del(rejectedKey(seq));
    // Behind its lane: what was done since came first, and this is the person's latest word.
    tx.put(recordKey(last), { ...record, seq: last, countedTries: 0, retryAfterMs: null, againAt });
    return 'queued';
  });
  if (typeof kept === 'object') {
    const mutation = { kind: kept.kind, body: kept.body };
    await append(ports, who, { id: ports.uuid(), mutation, seen: kept.seen, insteadOf: seq });
    return 'queued';
  }
  ports.changed();
  return kept;
}

/**
 * A heart that was set again since: under the old key the shop would only repeat its old answer, and this latest word would
 * change nothing. What is `repeatable` may be done twice, so a new key does no harm.
 */
async function isOutrun({ definitions }: OutboxPorts, tx: OutboxTx, record: OutboxRecord): Promise<boolean> {
  const known = knownOf(definitions, record);
  const target = known?.definition.target(known.payload);
  if (!known?.definition.repeatable || !target) return false;
  const isWaiting = (await readRecords(definitions, tx)).some((other) => other.lane === record.lane);
  return isWaiting || isKnown(await readBase(tx, target.scope), target.entry);
}

/** The sheet was closed: what it told is not told again. */
export async function forgetOutcomes(ports: OutboxPorts, seqs: readonly number[]): Promise<void> {
  await ports.store.transact(async (tx) => {
    for (const seq of seqs) tx.del(outcomeKey(seq));
  });
  ports.changed();
}
