// What stands on phones, as it stands there: names and shapes stay, for phones keep queues over many builds
// (tests/offline/stored-yesterday.test.ts).

/** What was on the screen at the gesture: a refused intent is explained with it, never with a bare id (F22). */
export type Seen = {
  title: string;
  image?: string | null;
  price?: number;
  priceAt?: string;
  catalogueRev?: string | null;
};

/** Frozen at the first send: retries repeat it byte for byte, so one key never has two payloads (I6). */
export type StoredRequest = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body: string | null };
export type ErrorClass = 'unknown' | 'busy' | 'inflight' | 'auth' | 'owner' | 'forbidden' | 'rejected';
export type LastTry = {
  class: ErrorClass;
  http?: number;
  code?: string;
  message?: string;
  errors?: Record<string, string[]>;
};

export type OutboxRecord = {
  v: 1 | 2;
  /** Which definition reads it; its payload has passed that one's guard. */
  kind: string;
  body: unknown;
  /** UUID v4, minted at the gesture: the Idempotency-Key. Immutable. */
  id: string;
  /** Allocated in the transaction of the append: the only order. */
  seq: number;
  /** `<user id>` or `guest:<guest id>`: what X-Client-User says. */
  owner: string;
  lane: string;
  seen: Seen;
  /** Device clock, for display only; never for order or age (F13). */
  createdAt: number;
  /** Last server time known at the gesture, ms; null = none yet, then nothing is ever stale (docs/product/offline.md#time). */
  serverAt: number | null;
  /** Server time when a person asked for it again: its age for `stale` counts from here. */
  againAt?: number | null;
  /** What the last answer's Retry-After asked for, a duration: kept for other contexts and later starts. */
  retryAfterMs?: number | null;
  tries: number;
  /** Tries that count for `stale`: 401, 403 and 429 do not. */
  countedTries: number;
  /** `tried` never goes back: the server may know the key. */
  state: 'queued' | 'tried';
  wire?: StoredRequest;
  last?: LastTry;
  build: string;
};
export type RejectReason = 'rejected' | 'forbidden' | 'stale';
export type RejectedRecord = { v: 1 | 2; record: OutboxRecord; reason: RejectReason; last: LastTry | null };
/** What an accepted change turned out to be when it differs from what was asked; kept until a person has seen it. */
export type Outcome = {
  v: 1 | 2;
  seq: number;
  id: string;
  kind: string;
  seen: Seen;
  body: unknown;
  change: { code: string; asked?: number; applied?: number; message?: string };
};

/** What the server last said, per scope. A value is what the scope's definitions make of it: pieces, 0 or 1, bits. */
export type Base = {
  v: 1;
  /** The highest version seen in any answer: an older pull is not applied. */
  top: number;
  values: Record<string, number>;
  /** Versions of single values that acks have written since the last pull. */
  versions: Record<string, number>;
  /** Single lines as acks have told them since the last pull, for the screens; the engine does not look inside. */
  lines?: Record<string, unknown>;
  /** Tried keys whose effect the last pull held: the fold leaves them out (docs/product/offline.md#reads). */
  included: string[];
  /** The whole snapshot for the screens, as pulled. */
  data: unknown;
  at: string;
};
