import type { OutboxPorts } from '#src/offline/outbox/ports.ts';
import { type OutboxSnapshot, readSnapshot } from '#src/offline/outbox/state.ts';
import { NOTHING_READ, type SyncState } from '#src/sync-client/client.types.ts';

type Sources = {
  uid: string;
  /** Partitions of this person, their own first. */
  stores(): readonly Pick<OutboxPorts, 'store' | 'definitions'>[];
  isOver(): boolean;
  /** `before` is null when there is nothing to compare: the first reading, or only a request began or ended. */
  changed(state: SyncState, durable: ReadonlySet<string>, before: SyncState | null): void;
  log(line: string): void;
};
export type Snapshot = {
  now(): SyncState;
  /** Reads the stores again; one reading at a time, and one more if something changed meanwhile. Never rejects. */
  read(): Promise<void>;
  /**
   * Nothing is shown that was read while `work` put a change into the store: it may hold the change or not, and nobody could
   * tell whether the tap still has to be drawn on top of it (I8).
   */
  whileStoring<T>(work: () => Promise<T>): Promise<T>;
  /** This key is in the store, or never will be: the next reading is without the tap. Called inside `whileStoring`. */
  stored(key: string): void;
  sending(key: string, isSending: boolean): void;
};
const NONE: ReadonlySet<string> = new Set();

/** The state of a person's queue as this page knows it, and the only reader of the stores. */
export function createSnapshot({ uid, stores, isOver, changed, log }: Sources): Snapshot {
  let state: SyncState = { ...NOTHING_READ, uid };
  let reading: Promise<void> | null = null;
  let isAgain = false;
  const durable = new Set<string>();
  const storing = new Set<Promise<unknown>>();
  let begun = 0;
  const sending = new Set<string>();

  async function readUntilCurrent(): Promise<void> {
    try {
      while (isAgain) {
        isAgain = false;
        await Promise.allSettled(storing);
        const before = begun;
        const keys = new Set(durable);
        const read: OutboxSnapshot[] = [];
        for (const store of stores()) read.push(await readSnapshot(store));
        if (isOver()) return;
        if (begun === before) show(read, keys);
        else isAgain = true;
      }
    } catch (error) {
      // What is stored is stored: a database that fails to be read undoes no change.
      log(`view: ${String(error)}`);
    } finally {
      reading = null;
    }
  }

  function show(read: readonly OutboxSnapshot[], keys: ReadonlySet<string>): void {
    const before = state.isRead ? state : null;
    for (const key of keys) durable.delete(key);
    state = {
      uid,
      isRead: true,
      pending: read.flatMap((one) => one.pending),
      rejected: read.flatMap((one) => one.rejected),
      outcomes: read.flatMap((one) => one.outcomes),
      bases: read[0]?.bases ?? {},
      sending: new Set(sending),
    };
    changed(state, keys, before);
  }

  return {
    now: () => state,
    read() {
      isAgain = true;
      return (reading ??= readUntilCurrent());
    },
    whileStoring(work) {
      begun += 1;
      const done = work();
      storing.add(done);
      const leave = () => void storing.delete(done);
      done.then(leave, leave);
      return done;
    },
    stored: (key) => void durable.add(key),
    sending(key, isSending) {
      if (isSending) sending.add(key);
      else sending.delete(key);
      if (isOver() || !state.isRead) return;
      state = { ...state, sending: new Set(sending) };
      changed(state, NONE, null);
    },
  };
}
