import { backoffMs, mayBeForgotten } from '#src/offline/outbox/backoff.rules.ts';
import { createFlusher, type FlushResult } from '#src/offline/outbox/flush.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import type { ServerClock } from '#src/device/outbox-ports.ts';
import { createAlarm } from '#src/sync-client/alarm.ts';
import type { Partition } from '#src/sync-client/partition.ts';
import type { SyncPorts } from '#src/sync-client/sync-ports.ts';

/** After a fault of the phone's own: its store, a lock. */
const FAULT_MS = 5000;
/** How long a tab that has made a change is given to send it by itself. */
const OTHERS_MS = 10_000;
/** One waiting request for the lock, then it is taken from a tab that is frozen with it. */
const STEAL_MS = 30_000;
/** So many failures in a row are no hiccup: the next try waits. */
const PATIENCE = 2;

/** What a sender asks of the person's queue it belongs to. */
type Around = {
  isGuest: boolean;
  /** Nothing is stored on this phone: no worker could go on with it. */
  isMemory: boolean;
  clock: ServerClock;
  isOver(): boolean;
  pending(): readonly OutboxRecord[];
  isMine(lane: string): boolean;
  read(): Promise<void>;
  /** A flush has ended: the diagnostics may be written down. */
  flushed(): void;
  /** The server's word will take longer. */
  delayed(): void;
  /** Came to rest by itself: another tab may have told of something meanwhile. */
  rested(): void;
  pull(): Promise<void>;
};
export type Sender = {
  owner: string;
  /** Joins a flush under way. Resolves when this partition rests, with the snapshots it has made necessary. Never rejects. */
  flush(): Promise<void>;
  flushIn(ms: number): void;
  /** Waits begin anew, and it goes. */
  resume(): Promise<void>;
  /** Nothing of this lane is sent before `ms` from now. */
  hold(lane: string, ms: number): void;
  /** Every hold ends. */
  release(): void;
  /** What another tab has put into the queue is sent by that tab; should it be closed or crash, this one goes on (F27). */
  goOnLater(): void;
  stop(): void;
};

/** When one partition is sent. What an answer does is the engine's business (src/offline/outbox/flush.ts). */
export function createSender(ports: SyncPorts, { ports: own, roomy, who }: Partition, around: Around): Sender {
  const { network, session, locks, random } = ports;
  const { isGuest, isMemory, clock, isOver } = around;
  const flusher = createFlusher(roomy, who);
  const alarm = createAlarm(ports.timers, () => {
    if (failures > PATIENCE) flusher.resume();
    void flush();
  });
  /** True when it has come to rest by itself. */
  let running: Promise<boolean> | null = null;
  let isAgain = false;
  let failures = 0;
  let isLockAwaited = false;
  /** Monotonic: the shop opens no session of this guest before then. Nothing resets it (docs/product/offline.md#time). */
  let guestFrom = -Infinity;
  const waiting = (): readonly OutboxRecord[] => around.pending().filter((record) => record.owner === who.owner);
  const flushIn = (ms: number): void => (isOver() ? undefined : alarm.set(ms));

  function flush(): Promise<void> {
    isAgain = true;
    flusher.join();
    running ??= run();
    // Not a part of the flush: however long the pull takes, changes go on.
    return running.then((isCalm) => (isCalm ? around.pull() : undefined));
  }

  async function run(): Promise<boolean> {
    let isCalm = false;
    while (isAgain && !isOver()) {
      isAgain = false;
      alarm.clear();
      isCalm = await flushOnce().catch((error: unknown) => {
        own.log(`flush: ${String(error)}`);
        flushIn(FAULT_MS);
        return false;
      });
    }
    running = null;
    if (isCalm) around.rested();
    return isCalm;
  }

  async function flushOnce(): Promise<boolean> {
    const records = waiting();
    if (records.length === 0) {
      // Back at a page that believes to be offline: `onLine` may never have said otherwise (docs/product/offline.md F27).
      if (!network.isOnline() && (await ports.ping())) network.report(true);
      return true;
    }
    // What waits is sent by the build that the shop asks for (docs/product/offline.md#updates).
    if (await ports.isOutdated()) return false;
    if (!(await isShopReady(records))) {
      tryLater();
      return false;
    }
    if (isOver()) return false;
    const result = await flusher.flush();
    await around.read();
    around.flushed();
    return goOnAfter(result);
  }

  /** False when the shop, or the guest's session on it, is out of reach. */
  async function isShopReady(records: readonly OutboxRecord[]): Promise<boolean> {
    // A try freezes a record: while we believe to be offline the question is asked without one, so that changes go on
    // collapsing, and whatever `onLine` says the queue leaves as soon as the shop answers (docs/product/offline.md F8, F27).
    // How old something is that an earlier page has left only the shop can tell: it is asked first (docs/product/offline.md#time).
    const isLeft = !clock.isHeard() && records.some((record) => !around.isMine(record.lane) || waitsForTime(record));
    if (!network.isOnline() || isLeft) {
      const answer = await ports.ping();
      if (!answer) return false;
      if (answer.serverTime !== null) clock.note(answer.serverTime);
      network.report(true);
    }
    // Nothing of a guest is sent before the server knows the guest (docs/product/offline.md#owners).
    return !isGuest || openGuest(false);
  }

  /** «Повторить» makes the lane this page's own; the engine still sends none of it before some answer has told the time. */
  const waitsForTime = (record: OutboxRecord): boolean =>
    mayBeForgotten(record, clock.now(), ports.timers.date().getTime());

  async function openGuest(isAgain: boolean): Promise<boolean> {
    if (ports.timers.now() < guestFrom) return false;
    const opened = await session.openGuest(isAgain);
    if (opened === 'open') return true;
    if (opened.retryAfterMs !== null) guestFrom = ports.timers.now() + opened.retryAfterMs;
    return false;
  }

  function tryLater(): void {
    // The page may be closed or crash before there is a network: then the browser wakes the worker.
    if (failures === 0 && !isMemory) void ports.wakeWorker();
    around.delayed();
    failures += 1;
    const wait = guestFrom - ports.timers.now();
    flushIn(wait > 0 ? wait : backoffMs(failures, random(), ports.page.isVisible()));
  }

  async function goOnAfter(result: FlushResult): Promise<boolean> {
    if (result.kind === 'locked') void awaitLock();
    else if (result.kind === 'paused') await askSession(result.paused);
    else {
      failures = 0;
      if (result.nextInMs !== undefined && Number.isFinite(result.nextInMs)) flushIn(result.nextInMs);
      return true;
    }
    return false;
  }

  /** Resumed for the same person only: a session of somebody else has made another client's queue meanwhile. */
  async function askSession(paused: FlushResult['paused']): Promise<void> {
    failures += 1;
    if (isGuest && paused === 'auth') await openGuest(true);
    else await session.read();
    if (isOver()) return;
    if (failures > PATIENCE) return flushIn(backoffMs(failures + 3, 1, true));
    flusher.resume();
    isAgain = true;
  }

  /** Another tab or the worker sends. */
  async function awaitLock(): Promise<void> {
    if (isLockAwaited || isOver()) return;
    isLockAwaited = true;
    const isFree = await locks.untilFree(who.lockName, STEAL_MS);
    isLockAwaited = false;
    if (isOver()) return;
    if (!isFree) await locks.steal(who.lockName);
    void flush();
  }

  return {
    owner: who.owner,
    flush,
    flushIn,
    resume() {
      failures = 0;
      flusher.resetWaits();
      flusher.resume();
      return flush();
    },
    hold: (lane, ms) => flusher.hold(lane, ms),
    release: () => flusher.release(),
    goOnLater() {
      if (running || isLockAwaited || alarm.isSet() || isOver() || waiting().length === 0) return;
      flushIn(OTHERS_MS * (1 + random()));
    },
    stop: alarm.clear,
  };
}
