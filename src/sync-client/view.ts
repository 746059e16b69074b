import { atom, type Getter, type Setter } from 'jotai';
import { knownOf, scopeOf } from '#src/offline/outbox/mutation.ts';
import { type OutboxSnapshot, readSnapshot } from '#src/offline/outbox/state.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { pendingCount } from '#src/platform/api/pending-count.ts';
import { freshAtom, queueAtom } from '#src/sync-client/queue.atoms.ts';
import { queueHostAtom } from '#src/sync-client/host.atom.ts';
import type { Engine } from '#src/sync-client/queue.types.ts';

// readView · mark: from the stores to queueAtom, and what a change of it means for whoever waits.

/** Seconds in which a refusal is told on the spot. */
const FRONT_MS = 10_000;

/** Both at once: a gesture never stands in the view twice, nor for a moment not at all (I8). */
const showAtom = atom(null, (get, set, work: (get: Getter, set: Setter) => void) => work(get, set));

export function mark(get: Getter, set: Setter, engine: Engine, key: string, isSending: boolean): void {
  if (isSending) engine.sending.add(key);
  else engine.sending.delete(key);
  if (!engine.isDead && get(queueAtom).uid === engine.uid)
    set(queueAtom, { ...get(queueAtom), sending: new Set(engine.sending) });
}

/** Reads the stores again; one reading at a time, and one more if something changed meanwhile. */
export function readView(get: Getter, set: Setter, engine: Engine): Promise<void> {
  engine.isReadAgain = true;
  engine.reading ??= (async () => {
    try {
      while (engine.isReadAgain) {
        engine.isReadAgain = false;
        const settled = new Set(engine.settled);
        const snapshots: OutboxSnapshot[] = [];
        for (const { ports } of engine.parts) snapshots.push(await readSnapshot(ports));
        if (engine.isDead) break;
        show(get, set, engine, snapshots, settled);
      }
    } catch (error) {
      // What is stored is stored: neither a database that fails to be read nor a listener that throws undoes a gesture.
      engine.parts[0]?.ports.log(`view: ${String(error)}`);
    } finally {
      engine.reading = null;
    }
  })();
  return engine.reading;
}

function show(
  get: Getter,
  set: Setter,
  engine: Engine,
  snapshots: readonly OutboxSnapshot[],
  settled: ReadonlySet<string>,
): void {
  const before = get(queueAtom);
  const pending = snapshots.flatMap((one) => one.pending);
  const parked = snapshots.flatMap((one) => one.parked);
  const outcomes = snapshots.flatMap((one) => one.outcomes);
  pendingCount.now = pending.length;
  for (const id of settled) engine.settled.delete(id);
  set(showAtom, (get, set) => {
    const { sending } = engine;
    const { bases } = snapshots[0] ?? { bases: {} };
    set(queueAtom, { uid: engine.uid, isRead: true, pending, parked, outcomes, bases, sending: new Set(sending) });
    const fresh = get(freshAtom);
    if (fresh.some((one) => settled.has(one.id)))
      set(
        freshAtom,
        fresh.filter((one) => !settled.has(one.id)),
      );
  });
  if (before.uid === engine.uid && before.isRead) notice(get, engine, before.pending, { pending, parked, outcomes });
}

/** What has left the queue since the last look: who waits for it, what is asked anew, what is told on the spot. */
function notice(
  get: Getter,
  engine: Engine,
  before: readonly OutboxRecord[],
  now: Pick<OutboxSnapshot, 'pending' | 'parked' | 'outcomes'>,
): void {
  const left = new Set(now.pending.map((record) => record.id));
  const short = new Set<string>();
  const host = get(queueHostAtom);
  for (const record of before) {
    const watcher = engine.watched.get(record.id);
    if (left.has(record.id)) {
      // A failed try is news for who waits; the record itself goes on.
      const tried = now.pending.find((one) => one.id === record.id);
      if (watcher && tried?.last && tried.last.class !== 'inflight' && !engine.sending.has(record.id))
        watcher({ kind: 'waiting' });
      continue;
    }
    const parked = now.parked.find((one) => one.record.id === record.id);
    const outcome = now.outcomes.find((one) => one.id === record.id);
    if (parked || outcome) short.add(record.lane);
    // What was to be taken away had never come: a removal behind it went with it and was never sent (docs/product/offline.md#cart-arithmetic).
    const isShrunk = short.has(record.lane) && record.state === 'queued' && isRemoval(engine, record);
    const isFront =
      performance.now() - (engine.mine.get(record.lane) ?? -Infinity) < FRONT_MS &&
      globalThis.document?.visibilityState !== 'hidden';
    if (watcher) watcher(parked ? { kind: 'refused', parked } : { kind: 'done' });
    else if (parked && isFront) host.refused(parked);
    if (outcome && isFront) host.changed(outcome);
    if (!parked && !outcome && !isFront && !isShrunk) host.arrived(record);
    const scope = scopeOf(engine.definitions, record);
    if (scope) engine.wanted.add(scope);
  }
}
function isRemoval({ definitions }: Engine, record: OutboxRecord): boolean {
  const known = knownOf(definitions, record);
  return (known?.definition.amount?.of(known.payload) ?? 0) < 0;
}
