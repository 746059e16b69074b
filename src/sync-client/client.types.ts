import type { Base } from '#src/offline/outbox/base.ts';
import type { Mutation } from '#src/offline/outbox/mutation.ts';
import type { Snapshot } from '#src/offline/outbox/pull.ts';
import type { Outcome, OutboxRecord, RejectedRecord, Seen } from '#src/offline/outbox/record.ts';
import type { OutboxState } from '#src/offline/outbox/state.ts';

/** Whose queue: `uid` names the database, `owner` is what X-Client-User says (docs/product/offline.md#owners). */
export type Identity = { uid: string; owner: string };

/** What stands in the partition of `uid` and of guests that have joined it; each partition is read in one transaction. */
export type SyncState = {
  uid: string;
  /** False until the device's memory has been read. */
  isRead: boolean;
  pending: readonly OutboxRecord[];
  rejected: readonly RejectedRecord[];
  outcomes: readonly Outcome[];
  bases: Readonly<Record<string, Base>>;
  /** Keys under way at this moment, from this tab. */
  sending: ReadonlySet<string>;
};
export const NOTHING_READ: SyncState = {
  uid: '',
  isRead: false,
  pending: [],
  rejected: [],
  outcomes: [],
  bases: {},
  sending: new Set<string>(),
};

export type SaveOptions = {
  uid: string;
  /** Fixed at the tap: a promise, because the device may not have told yet which guest this is. */
  owner: string | Promise<string>;
  seen: Seen;
  /** Minted where the change is made: the Idempotency-Key. */
  key: string;
  /** The first send waits so long for another change of the lane (docs/product/asked-for.md#constants). */
  holdMs?: number;
  /** The change removes the whole line: rejected entries of the line are closed with it. */
  removesLine?: boolean;
  /** Nothing happens when this key was saved before: a repeat after a crash. */
  once?: boolean;
};
/**
 * What became of a change on the device: `queued` is durable; `full`: no room; `broken`: its database does not answer;
 * `lost`: its person has left; `unjudged`: answers of this quiz wait already.
 */
export type Saved = 'queued' | 'full' | 'broken' | 'lost' | 'unjudged';

/** What became of a change that somebody waits for. */
export type Result =
  | { kind: 'done'; outcome?: Outcome }
  | { kind: 'rejected'; entry: RejectedRecord }
  | { kind: 'waiting' };

/**
 * `resumed`: the session, the network or the page is back: waits begin anew. `person`: somebody asks for it, so what is
 * held back for another tap goes too. `leaving`: the same, and the worker is asked to go on should the page not live.
 */
export type FlushReason = 'resumed' | 'person' | 'leaving';

export type SyncEvent =
  /** `durable`: keys of this page that the device holds since the last event (I8: shown once, never twice or not at all). */
  | { type: 'state'; state: SyncState; durable: ReadonlySet<string> }
  /** Seconds old, with its page in front: told at once instead of in the sheet (docs/product/offline.md#refusals). */
  | { type: 'rejected'; entry: RejectedRecord }
  /** `isAwaited`: whoever waits for the result has got the outcome with it. */
  | { type: 'changed'; outcome: Outcome; isAwaited: boolean }
  /** Something that had to wait has reached the server. */
  | { type: 'arrived'; record: OutboxRecord };

/** For diagnostics: the books of every partition of this person, their own first. */
export type Inspection = { isMemory: boolean; partitions: readonly OutboxState[]; lines: readonly string[] };

export type SyncClient = {
  /** This person holds the phone: their memory is read, their queue goes on. */
  enter(identity: Identity): Promise<void>;
  /** The queue of this person ends in this page: nothing more is sent for them. */
  leave(): Promise<void>;
  /** Guests who turned out to have joined this account: what they queued goes on as the account's. */
  guestsJoined(uid: string): Promise<void>;
  /** Makes a change durable and starts its way. Never rejects. */
  save(mutation: Mutation, how: SaveOptions): Promise<Saved>;
  flush(why: FlushReason): Promise<void>;
  /**
   * Takes a whole snapshot of a scope (docs/product/offline.md#reads) and resolves when it is in the state. `fetch` is always
   * called, also when the phone's database does not work. @throws what `fetch` throws.
   */
  pull(of: Identity & { scope: string }, fetch: (tried: readonly string[]) => Promise<Snapshot | null>): Promise<void>;
  /** Resolves when the change saved under this key is answered, rejected, or found to wait (no network, or the time is up). */
  result(key: string, withinMs: number): Promise<Result>;
  /** `ask`: so old that the server may have forgotten the key; only the person can tell by what the shop holds now. */
  repeat(entry: RejectedRecord, isSure?: boolean): Promise<'queued' | 'ask' | 'gone'>;
  /** «Убрать»; resolves when it is out of the state. */
  discard(entry: RejectedRecord): Promise<void>;
  /** Acknowledged: the sheet was closed or the toast shown. */
  acknowledge(outcomes: readonly Outcome[]): Promise<void>;
  inspect(): Promise<Inspection>;
  subscribe(listen: (event: SyncEvent) => void): () => void;
};
