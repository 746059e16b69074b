import { isKnown, readBase } from '#src/offline/outbox/base.ts';
import { collapse } from '#src/offline/outbox/collapse.rules.ts';
import { book, readRecords } from '#src/offline/outbox/entries.ts';
import { foldHeart, withoutIncluded } from '#src/offline/outbox/fold.rules.ts';
import type { OutboxIdentity, OutboxPorts, OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  isParkedRecord,
  laneOf,
  OPEN_KEY,
  onceKey,
  parkKey,
  recordKey,
  SEQ_KEY,
  type Intent,
  type OutboxRecord,
  type Seen,
} from '#src/offline/outbox/record.ts';

// What a gesture does. The page's half: the worker never appends.

export class PartitionClosedError extends Error {
  override name = 'PartitionClosedError' as const;
}

/** The answers of this quiz already wait to be judged: one unjudged result per quiz and device (docs/product/offline.md#lessons). */
export class UnjudgedError extends Error {
  override name = 'UnjudgedError' as const;
}

export type Gesture = {
  /** Minted at the gesture, before any debounce: the Idempotency-Key. */
  id: string;
  intent: Intent;
  seen: Seen;
  /** A removal of the whole line: closes its parked entries (docs/product/offline.md#cart-arithmetic). */
  removesLine?: boolean;
  /** Nothing happens when this key was appended before. */
  once?: boolean;
  /** The parked entry that this gesture repeats: closed in the same transaction. */
  insteadOf?: number;
};

/**
 * Saves a gesture; resolves when it is durable.
 * @throws PartitionClosedError after a logout, and in a guest's partition once it has joined an account; UnjudgedError;
 * QuotaExceededError when the device has no room: nothing was saved.
 */
export async function append(ports: OutboxPorts, who: OutboxIdentity, gesture: Gesture): Promise<void> {
  const { id, intent, seen, insteadOf } = gesture;
  const lane = laneOf(intent);
  await ports.store.transact(async (tx) => {
    // Asked for together: each question alone would wait for its turn behind what the tap has still to draw.
    const [isOpen, last, records] = await Promise.all([
      tx.get<boolean>(OPEN_KEY),
      tx.get<number>(SEQ_KEY),
      readRecords(tx),
    ]);
    // What is still parked here may be repeated: a purge has left nothing of it.
    if (insteadOf === undefined && isOpen === false) throw new PartitionClosedError('closed');
    if (gesture.once) {
      if (await tx.get(onceKey(id))) return;
      tx.put(onceKey(id), true);
    }
    let discarded = gesture.removesLine ? await closeParked(tx, lane) : 0;
    if (insteadOf !== undefined) {
      // Another tab has repeated or removed it already.
      if (!(await tx.get(parkKey(insteadOf)))) return;
      tx.del(parkKey(insteadOf));
      discarded += 1;
    }
    const seq = (last ?? 0) + 1;
    tx.put(SEQ_KEY, seq);
    const inLane = records.filter((record) => record.lane === lane);
    const tail = inLane.at(-1);
    if (tail && intent.kind === 'quiz.submit') throw new UnjudgedError(lane);
    const fate = collapse(tail, intent, who.owner, await heartBeforeTail(tx, inLane));
    if (fate.kind === 'append') {
      const record = {
        v: 1,
        id,
        seq,
        owner: who.owner,
        lane,
        ...intent,
        seen,
        createdAt: Date.now(),
        serverAt: ports.serverNow() ?? ports.lastServerTime?.() ?? null,
        tries: 0,
        countedTries: 0,
        state: 'queued',
        build: who.build,
      } as OutboxRecord;
      tx.put(recordKey(seq), record);
      await book(tx, { enqueued: 1, discarded });
    } else if (tail && fate.kind === 'replace') {
      tx.put(recordKey(tail.seq), { ...tail, body: fate.body, seen });
      await book(tx, { enqueued: 1, collapsed: 1, discarded });
    } else if (tail) {
      tx.del(recordKey(tail.seq));
      await book(tx, { enqueued: 1, collapsed: 2, discarded });
    }
  });
  ports.changed();
}

/** The heart before the last record of its lane; null when the server has said nothing of it to this partition yet. */
async function heartBeforeTail(tx: OutboxTx, inLane: readonly OutboxRecord[]): Promise<boolean | null> {
  const tail = inLane.at(-1);
  if (tail?.kind !== 'fav.set') return null;
  const { productId } = tail.body;
  const base = await readBase(tx, 'fav');
  const before = withoutIncluded(inLane.slice(0, -1), base.included);
  if (before.length === 0 && !isKnown(base, productId)) return null;
  return foldHeart(base.values[productId] === 1, before);
}

async function closeParked(tx: OutboxTx, lane: string): Promise<number> {
  // An accepted price of the line goes with it.
  const lanes = [lane, lane.replace(/^cart/, 'price')];
  const mine = (await tx.list('park:')).filter(
    ([, entry]) => isParkedRecord(entry) && lanes.includes(entry.record.lane),
  );
  for (const [key] of mine) tx.del(key);
  return mine.length;
}
