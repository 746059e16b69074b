import type { Flusher } from '#src/offline/outbox/flush.ts';
import type { Mutations } from '#src/offline/outbox/mutation.ts';
import type { OutboxIdentity, OutboxPorts } from '#src/offline/outbox/ports.ts';
import type { Outcome, OutboxRecord, ParkedRecord } from '#src/offline/outbox/record.ts';
import type { ServerClock } from '#src/device/outbox-ports.ts';

/** What the queue needs of the features above it. */
export type QueueHost = {
  /** Opens the guest's session on the server; `again` after a 401. @throws when the server was not reached. */
  openGuest(again: boolean): Promise<void>;
  /** Asks the server who holds the phone; the answer comes back as `startQueue` or `wake`. */
  readSession(): Promise<void>;
  /** Something of these was acknowledged: the whole snapshot is wanted. */
  pull(scopes: ReadonlySet<string>): Promise<unknown>;
  /** The gesture is seconds old and its page is in front: told at once instead of in the sheet (docs/product/offline.md#refusals). */
  refused(parked: ParkedRecord): void;
  changed(outcome: Outcome): void;
  /** Something that had to wait has reached the server. */
  arrived(record: OutboxRecord): void;
};

export type Partition = {
  uid: string;
  ports: OutboxPorts;
  /** The same over a store that makes room on a full phone: for what an action needs, not for snapshots and logs. */
  roomy: OutboxPorts;
  who: OutboxIdentity;
  flusher: Flusher;
  running: Promise<void> | null;
  isAgain: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer goes off, by the monotonic clock. */
  dueAt: number;
  /** The last flush came to rest by itself: what it has brought may be asked for. */
  isCalm: boolean;
  /** Tries to open the guest's session that have failed in a row; refusals of the session in a row. */
  failures: number;
  /** Waiting for the lock that another tab holds. */
  isWaiting: boolean;
};
export type Engine = {
  uid: string;
  definitions: Mutations;
  /** Its owner's own partition first; then those of guests that have joined. */
  parts: Partition[];
  clock: ServerClock;
  device: string;
  isDead: boolean;
  isMemory: boolean;
  reading: Promise<void> | null;
  isReadAgain: boolean;
  settled: Set<string>;
  sending: Set<string>;
  /** Gestures of this page: time by key of the record that carries them. */
  mine: Map<string, number>;
  watched: Map<string, (fate: Fate) => void>;
  wanted: Set<string>;
  pulling: Promise<void> | null;
  lines: string[];
  /** Those that stand in the store already. */
  keptLines: string[];
};
/** What became of a record that somebody waits for. */
export type Fate = { kind: 'done' } | { kind: 'refused'; parked: ParkedRecord } | { kind: 'waiting' };
