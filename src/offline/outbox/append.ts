import { isKnown, readBase } from '#src/offline/outbox/base.ts';
import { collapse, type Collapse, takesIn } from '#src/offline/outbox/collapse.rules.ts';
import { book, readRecords } from '#src/offline/outbox/entries.ts';
import { shown, withoutIncluded } from '#src/offline/outbox/fold.rules.ts';
import {
  type AnyMutation,
  type Asked,
  type Known,
  knownOf,
  storedVersion,
  type Mutations,
} from '#src/offline/outbox/mutation.ts';
import type { OutboxIdentity, OutboxPorts, OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  isRejectedRecord,
  LATELY_KEY,
  LATELY_MOST,
  OPEN_KEY,
  onceKey,
  rejectedKey,
  recordKey,
  SEQ_KEY,
  type OutboxRecord,
  type Seen,
} from '#src/offline/outbox/record.ts';

// What a gesture does. The page's half: the worker never appends.

export class PartitionClosedError extends Error {
  override name = 'PartitionClosedError' as const;
}

/** One of a `single` kind waits in this lane already: one unjudged result per quiz and device (docs/product/offline.md#lessons). */
export class UnjudgedError extends Error {
  override name = 'UnjudgedError' as const;
}

/** A guest has no account that could hold this. */
export class NeedsAccountError extends Error {
  override name = 'NeedsAccountError' as const;
}

export type NewMutation = {
  /** Minted at the gesture, before any debounce: the Idempotency-Key. */
  id: string;
  mutation: Asked;
  seen: Seen;
  /** A removal of the whole line: closes its rejected entries (docs/product/offline.md#cart-arithmetic). */
  removesLine?: boolean;
  /** Nothing happens when this key was appended before. */
  once?: boolean;
  /** The rejected entry that this gesture repeats: closed in the same transaction. */
  insteadOf?: number;
};

/**
 * Saves a gesture; resolves when it is durable. One of the last LATELY_MOST keys is not saved again.
 * @throws NeedsAccountError; PartitionClosedError after a logout, and in a guest's partition once it has joined an account; UnjudgedError;
 * QuotaExceededError when the device has no room: nothing was saved.
 */
export async function append(ports: OutboxPorts, who: OutboxIdentity, gesture: NewMutation): Promise<void> {
  const { id, mutation, seen, insteadOf } = gesture;
  const { definitions } = ports;
  const known = knownOf(definitions, mutation);
  if (!known) throw new TypeError(`no definition takes this: ${mutation.kind}`);
  const { definition, payload } = known;
  if (definition.who === 'account' && who.owner.startsWith('guest:')) throw new NeedsAccountError(mutation.kind);
  const lane = definition.lane(payload);
  await ports.store.transact(async (tx) => {
    // Asked for together: each question alone would wait for its turn behind what the tap has still to draw.
    const [isOpen, last, stored, records] = await Promise.all([
      tx.get<boolean>(OPEN_KEY),
      tx.get<number>(SEQ_KEY),
      tx.get<string[]>(LATELY_KEY),
      readRecords(definitions, tx),
    ]);
    const lately = Array.isArray(stored) ? stored : [];
    const inLane = records.filter((record) => record.lane === lane);
    const tail = inLane.at(-1);
    // A page that was left had stored it after all. What waits alone in its lane says so below, whoever sends it again.
    if (lately.includes(id) && !(tail && definition.single)) return;
    // What is still rejected here may be repeated: a purge has left nothing of it.
    if (insteadOf === undefined && isOpen === false) throw new PartitionClosedError('closed');
    if (gesture.once) {
      if (await tx.get(onceKey(id))) return;
      tx.put(onceKey(id), true);
    }
    let discarded = gesture.removesLine ? await closeRejected(definitions, tx, known) : 0;
    if (insteadOf !== undefined) {
      // Another tab has repeated or removed it already.
      if (!(await tx.get(rejectedKey(insteadOf)))) return;
      tx.del(rejectedKey(insteadOf));
      discarded += 1;
    }
    // Not before: a purge between the reading of a rejected entry and its repeat leaves nothing to write into.
    tx.put(LATELY_KEY, [id, ...lately].slice(0, LATELY_MOST));
    const seq = (last ?? 0) + 1;
    tx.put(SEQ_KEY, seq);
    if (tail && definition.single) throw new UnjudgedError(lane);
    const result = await collapsed(tx, known, inLane, who.owner);
    if (result.kind === 'append') {
      const record = {
        v: storedVersion(known),
        id,
        seq,
        owner: who.owner,
        lane,
        kind: definition.kind,
        body: payload,
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
    } else if (tail && result.kind === 'replace') {
      tx.put(recordKey(tail.seq), { ...tail, body: result.body, seen });
      await book(tx, { enqueued: 1, collapsed: 1, discarded });
    } else if (tail) {
      tx.del(recordKey(tail.seq));
      await book(tx, { enqueued: 1, collapsed: 2, discarded });
    }
  });
  ports.changed();
}

/** What becomes of the tail of the lane; what was asked before the tail decides whether two may cancel out. */
async function collapsed(
  tx: OutboxTx,
  known: Known,
  inLane: readonly OutboxRecord[],
  owner: string,
): Promise<Collapse> {
  const { definition, payload } = known;
  const tail = inLane.at(-1);
  const isAsked = definition.merge === 'set' && definition.view && takesIn(tail, definition.kind, owner);
  const at = isAsked ? definition.target(payload) : null;
  return collapse(known, tail, owner, at && (await viewBefore(tx, definition, at, inLane.slice(0, -1))));
}

/** The view without the tail; null when the server has said nothing of it to this partition yet. */
async function viewBefore(
  tx: OutboxTx,
  definition: AnyMutation,
  at: { scope: string; entry: string },
  earlier: readonly OutboxRecord[],
): Promise<unknown> {
  const base = await readBase(tx, at.scope);
  const isNews = withoutIncluded(earlier, base.included).length > 0;
  return isNews || isKnown(base, at.entry) ? shown(definition, base, earlier, at) : null;
}

async function closeRejected(definitions: Mutations, tx: OutboxTx, { definition, payload }: Known): Promise<number> {
  const lanes = [definition.lane(payload), ...(definition.related?.(payload) ?? [])];
  const mine = (await tx.list('park:')).filter(
    ([, entry]) => isRejectedRecord(definitions, entry) && lanes.includes(entry.record.lane),
  );
  for (const [key] of mine) tx.del(key);
  return mine.length;
}
