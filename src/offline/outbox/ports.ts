import type { Mutations } from '#src/offline/outbox/mutation.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';

/** One transaction over one store: all or nothing. Only these calls may be awaited inside. */
export type OutboxTx = {
  get<T>(key: string): Promise<T | undefined>;
  /** Entries whose key starts with the prefix, in key order. */
  list<T>(prefix: string): Promise<[string, T][]>;
  /** All keys, without their values: a person's database also holds films. */
  keys?(): Promise<string[]>;
  put(key: string, value: unknown): void;
  del(key: string): void;
};
/** Resolves when the transaction is durable, not when its requests have succeeded. */
export type OutboxStore = { transact<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> };

/** Everything the engine needs from the world; React, ky, Web Locks and IndexedDB are adapters of it. */
export type OutboxPorts = {
  /** All kinds this build knows: the engine knows none by name. */
  definitions: Mutations;
  store: OutboxStore;
  /** Sends the frozen bytes; null when nothing answered in time. Never throws, never retries. */
  send(wire: StoredRequest, headers: Readonly<Record<string, string>>): Promise<RequestAnswer | null>;
  /** Runs `work` while holding the lock of this partition; `held()` turns false when it was stolen. Undefined = not had. */
  lock<T>(name: string, work: (held: () => boolean) => Promise<T>): Promise<T | undefined>;
  /** Monotonic milliseconds of this context; survives nothing. */
  now(): number;
  /** Server time by an answer of this start, moved on by the monotonic clock, ms; null before the first (docs/product/offline.md F13). */
  serverNow(): number | null;
  /** The last server time that the device remembers from earlier starts: stamps gestures made before the first answer. */
  lastServerTime?(): number | null;
  noteServerTime(ms: number): void;
  random(): number;
  uuid(): string;
  isVisible(): boolean;
  /** Something in the store changed: other tabs and this one's views read again. */
  changed(): void;
  /** One line for the diagnostics ring. */
  log(line: string): void;
};
/** Whose partition this is and which code writes it. */
export type OutboxIdentity = { owner: string; lockName: string; device: string; build: string };
