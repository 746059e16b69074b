import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { Mutations } from '#src/offline/outbox/mutation.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import type { ServerClock } from '#src/device/outbox-ports.ts';
import type { QueueNews } from '#src/platform/api/bus.atom.ts';
import type { Timers } from '#src/platform/timers.atom.ts';

/** The store of a partition; `roomy` gives up what can be fetched again before it refuses for want of room. */
export type PartitionStore = { plain: OutboxStore; roomy: OutboxStore };

export type SyncStores = {
  /** @throws when the phone's database does not open. */
  partition(owner: string): Promise<PartitionStore>;
  /** Owners `guest:<id>` that have joined this account and may hold something unsent. */
  guestsOf(uid: string): Promise<readonly string[]>;
  /** The account that this guest has joined. */
  accountOf(owner: string): Promise<string | undefined>;
  /** Names this device in X-Client-Seq. */
  device(): Promise<string>;
};

/**
 * Everything the sync client needs of the world. What it must wait for is here; what it only tells is a SyncEvent.
 * A simulator gives it a scheduler, stores in memory and a server of its own.
 */
export type SyncPorts = {
  stores: SyncStores;
  /** Server time as this device knows it. */
  clock(): Promise<ServerClock>;
  /** Sends the frozen bytes once; null when nothing answered. */
  send(request: StoredRequest, headers: Readonly<Record<string, string>>): Promise<RequestAnswer | null>;
  /** Asks whether the shop is there; null when it is not. */
  ping(): Promise<{ serverTime: number | null } | null>;
  locks: {
    /** Undefined when somebody else has it; `held()` turns false when it is stolen. */
    tryHold<T>(name: string, work: (held: () => boolean) => Promise<T>): Promise<T | undefined>;
    /** True as soon as nobody has it, false when `ms` have passed. */
    untilFree(name: string, ms: number): Promise<boolean>;
    /** Takes it from a tab that is frozen with it. */
    steal(name: string): Promise<void>;
  };
  timers: Timers;
  network: { isOnline(): boolean; report(isOnline: boolean): void };
  page: {
    isVisible(): boolean;
    /** `resumed`: back in sight, or the browser believes in a network; `leaving`: hidden or left. */
    watch(listen: (event: 'resumed' | 'leaving') => void): void;
  };
  /** Other tabs of this phone. */
  bus: { post(news: QueueNews): void; hear(listen: (news: QueueNews) => void): void };
  /** The browser is to wake the worker when there is a network (docs/product/offline.md P13). */
  wakeWorker(): Promise<void>;
  /** This build may not send any more (docs/product/offline.md#updates). */
  isOutdated(): Promise<boolean>;
  session: {
    /** Opens the guest's session on the server; `isAgain` after a 401. Told not to come back sooner, it names the wait. */
    openGuest(isAgain: boolean): Promise<'open' | { retryAfterMs: number | null }>;
    /** Asks the server who holds the phone; the answer comes back as `enter` or `flush`. */
    read(): Promise<void>;
  };
  /** Something of these scopes was acknowledged: whole snapshots are wanted. */
  pulls(scopes: ReadonlySet<string>): Promise<unknown>;
  /** Somebody who listens has failed: it must be heard, and nothing here depends on it. */
  fault(error: unknown): void;
  random(): number;
  uuid(): string;
  build: string;
};

/** What every part of the client is given: its ports, and all kinds of changes this build knows. */
export type SyncWorld = SyncPorts & { definitions: Mutations };
