import { isKeyOld } from '#src/offline/outbox/backoff.rules.ts';
import { type Base, isKnown, readBase, type Scope, scopeOf } from '#src/offline/outbox/base.ts';
import { collapse } from '#src/offline/outbox/collapse.rules.ts';
import { book, readRecords } from '#src/offline/outbox/entries.ts';
import { foldHeart, foldQuantity, withoutIncluded } from '#src/offline/outbox/fold.rules.ts';
import { EMPTY_LEDGER, isBalanced, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import type { OutboxIdentity, OutboxPorts, OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  isFromNewerBuild,
  isParkedRecord,
  isShowable,
  laneOf,
  LEDGER_KEY,
  OPEN_KEY,
  onceKey,
  outcomeKey,
  parkKey,
  quarantineKey,
  recordKey,
  SEQ_KEY,
  type Intent,
  type Outcome,
  type OutboxRecord,
  type ParkedRecord,
  type Seen,
} from '#src/offline/outbox/record.ts';

// Contents: 1 append, 2 read, 3 what a person decides about parked entries. The page's half: the worker never appends.

export class PartitionClosedError extends Error {
  override name = 'PartitionClosedError' as const;
}

/** The answers of this quiz already wait to be judged: one unjudged result per quiz and device (settled.md §8, Lessons). */
export class UnjudgedError extends Error {
  override name = 'UnjudgedError' as const;
}

export type Gesture = {
  /** Minted at the gesture, before any debounce: the Idempotency-Key. */
  id: string;
  intent: Intent;
  seen: Seen;
  /** A removal of the whole line: closes its parked entries (settled.md §8, Cart arithmetic). */
  removesLine?: boolean;
  /** Nothing happens when this key was appended before. */
  once?: boolean;
  /** The parked entry that this gesture repeats: closed in the same transaction. */
  insteadOf?: number;
};

// ── 1 Append ────────────────────────────────────────────────────────────────────────────────────
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

// ── 2 Read ──────────────────────────────────────────────────────────────────────────────────────
export type OutboxState = {
  pending: OutboxRecord[];
  parked: ParkedRecord[];
  outcomes: Outcome[];
  /** All that is not settled: ours, a newer build's, what is on its way into an account (X-Client-Pending). */
  waiting: number;
  ledger: Ledger;
  isBalanced: boolean;
};
export type OutboxSnapshot = OutboxState & { bases: Record<Scope, Base>; isOpen: boolean };

export function readState(ports: Pick<OutboxPorts, 'store'>): Promise<OutboxState> {
  return ports.store.transact(stateIn);
}

async function stateIn(tx: OutboxTx): Promise<OutboxState> {
  const [stored, leaving, kept, told, booked] = await Promise.all([
    tx.list<unknown>('ob:'),
    tx.list('out:'),
    tx.list<unknown>('park:'),
    tx.list<Outcome>('res:'),
    tx.get<Ledger>(LEDGER_KEY),
  ]);
  const parked = kept.map(([, entry]) => entry);
  const ledger = booked ?? EMPTY_LEDGER;
  return {
    pending: stored.map(([, value]) => value).filter(isShowable),
    parked: parked.filter(isParkedRecord),
    outcomes: told.map(([, outcome]) => outcome).filter((outcome) => outcome?.v === 1),
    waiting: stored.length + leaving.length,
    ledger,
    isBalanced: isBalanced(ledger, stored.length + leaving.length, parked.length),
  };
}

/** Everything a screen shows of a partition, from one transaction: a fold of it never mixes two moments (I8). */
export function readSnapshot(ports: Pick<OutboxPorts, 'store'>): Promise<OutboxSnapshot> {
  return ports.store.transact(async (tx) => {
    const [state, fav, retail, wholesale, edu, isOpen] = await Promise.all([
      stateIn(tx),
      readBase(tx, 'fav'),
      readBase(tx, 'cart:retail'),
      readBase(tx, 'cart:wholesale'),
      readBase(tx, 'edu'),
      tx.get<boolean>(OPEN_KEY),
    ]);
    return {
      ...state,
      bases: { fav, 'cart:retail': retail, 'cart:wholesale': wholesale, edu },
      isOpen: isOpen !== false,
    };
  });
}

/** View of one line or heart: fold(server's word, pending gestures), both from one transaction (I8). */
export function readView(
  ports: Pick<OutboxPorts, 'store'>,
  scope: Scope,
  id: number,
  maxQty?: number,
): Promise<number> {
  return ports.store.transact(async (tx) => {
    const base = await readBase(tx, scope);
    const mine = (await readRecords(tx)).filter(
      (record) => scopeOf(record) === scope && 'productId' in record.body && record.body.productId === id,
    );
    const pending = withoutIncluded(mine, base.included);
    return scope === 'fav'
      ? Number(foldHeart((base.values[id] ?? 0) === 1, pending))
      : foldQuantity(base.values[id] ?? 0, pending, maxQty);
  });
}

/** At every start: what cannot be read is set aside and counted, and the app starts (offline.md F38). */
export function quarantineUnreadable(ports: OutboxPorts): Promise<number> {
  return ports.store.transact(async (tx) => {
    const entries = [...(await tx.list('ob:')), ...(await tx.list('out:')), ...(await tx.list('park:'))];
    const broken = entries.filter(
      ([key, value]) => !isFromNewerBuild(value) && !(key.startsWith('park:') ? isParkedRecord : isShowable)(value),
    );
    for (const [key, value] of broken) {
      tx.put(quarantineKey(key), value);
      tx.del(key);
    }
    if (broken.length > 0) await book(tx, { quarantined: broken.length });
    return broken.length;
  });
}

// ── 3 What a person decides ─────────────────────────────────────────────────────────────────────
/** «Убрать»: the entry is gone by the person's own will. */
export async function discardParked(ports: OutboxPorts, seq: number): Promise<void> {
  await ports.store.transact(async (tx) => {
    if (!(await tx.get(parkKey(seq)))) return;
    tx.del(parkKey(seq));
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
 * `ask`: show what the server holds, and if the person still wants it, call again with `isSure` (settled.md §8, Refusals in
 * front of the person).
 */
export async function repeatParked(
  ports: OutboxPorts,
  who: OutboxIdentity,
  seq: number,
  isSure = false,
): Promise<'queued' | 'ask' | 'gone'> {
  const kept = await ports.store.transact(async (tx) => {
    const parked = await tx.get<ParkedRecord>(parkKey(seq));
    if (!isParkedRecord(parked)) return 'gone';
    const { record, reason } = parked;
    if (reason === 'rejected' || isSure || (await isOutrun(tx, record))) return record;
    if (record.kind === 'quiz.submit' && (await readRecords(tx)).some(({ lane }) => lane === record.lane))
      throw new UnjudgedError(record.lane);
    const serverNow = ports.serverNow();
    // Without a signal nobody knows: it waits for the time, and should the key be too old by then, it is parked again.
    if (isKeyOld(record, serverNow)) return 'ask';
    const againAt = serverNow ?? AGAIN_LATER;
    const last = ((await tx.get<number>(SEQ_KEY)) ?? 0) + 1;
    tx.put(SEQ_KEY, last);
    tx.del(parkKey(seq));
    // Behind its lane: what was done since came first, and this is the person's latest word.
    tx.put(recordKey(last), { ...record, seq: last, countedTries: 0, retryAfterMs: null, againAt });
    return 'queued';
  });
  if (typeof kept === 'object') {
    const intent = { kind: kept.kind, body: kept.body } as Intent;
    await append(ports, who, { id: ports.uuid(), intent, seen: kept.seen, insteadOf: seq });
    return 'queued';
  }
  ports.changed();
  return kept;
}

/**
 * A heart that was set again since: under the old key the shop would only repeat its old answer, and this latest word would
 * change nothing. Set twice it is still one heart, so a new key does no harm.
 */
async function isOutrun(tx: OutboxTx, { kind, lane, body }: OutboxRecord): Promise<boolean> {
  if (kind !== 'fav.set') return false;
  const isWaiting = (await readRecords(tx)).some((other) => other.lane === lane);
  return isWaiting || isKnown(await readBase(tx, 'fav'), body.productId);
}

/** The sheet was closed: what it told is not told again. */
export async function forgetOutcomes(ports: OutboxPorts, seqs: readonly number[]): Promise<void> {
  await ports.store.transact(async (tx) => {
    for (const seq of seqs) tx.del(outcomeKey(seq));
  });
  ports.changed();
}
