import type { Getter, Setter } from 'jotai';
import { backoffMs } from '#src/offline/outbox/backoff.rules.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import type { OutboxTx } from '#src/offline/outbox/ports.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { isOutdatedAtom } from '#src/platform/update/min-build.atom.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { lockOnce } from '#src/device/outbox-ports.ts';
import { queueAtom } from '#src/sync-client/queue.atoms.ts';
import { heldAtom, LINES_KEY } from '#src/sync-client/engine.ts';
import { queueHostAtom } from '#src/sync-client/host.atom.ts';
import type { Engine, Partition } from '#src/sync-client/queue.types.ts';
import { readView } from '#src/sync-client/view.ts';

// flushPart · wake · flushNow: when the queue is sent. What an answer does is the engine's business (src/offline/outbox).

export function flushPart(get: Getter, set: Setter, engine: Engine, part: Partition): Promise<void> {
  part.isAgain = true;
  part.flusher.join();
  part.running ??= (async () => {
    while (part.isAgain && !engine.isDead) {
      part.isAgain = false;
      clearTimeout(part.timer);
      part.timer = undefined;
      await flushOnce(get, set, engine, part).catch((error: unknown) => {
        part.ports.log(`flush: ${String(error)}`);
        flushLater(get, set, engine, part, 5000);
      });
    }
    part.running = null;
    // Another tab may have told of something meanwhile.
    if (part.isCalm) goOnLater(get, set, engine);
  })();
  // Not a part of the flush: however long the answer takes, gestures go on.
  return part.running.then(() => (part.isCalm ? pullWanted(get, engine) : undefined));
}

async function flushOnce(get: Getter, set: Setter, engine: Engine, part: Partition): Promise<void> {
  const host = get(queueHostAtom);
  part.isCalm = false;
  const own = get(queueAtom).pending.filter((record) => record.owner === part.who.owner);
  if (own.length === 0) {
    // Back at a page that believes to be offline: `onLine` may never have said otherwise (docs/product/offline.md F27).
    if (!get(networkAtom).isOnline && (await get(apiAtom).ping())) set(reportNetworkAtom, true);
    part.isCalm = true;
    return;
  }
  // What waits is sent by the build that the shop asks for (docs/product/offline.md#updates).
  if (await set(isOutdatedAtom)) return;
  const again = () => {
    // The page may be closed or crash before there is a network: then the browser wakes the worker.
    if (part.failures === 0 && !engine.isMemory) void askWorkerToSend();
    // Whoever waits for a word of the server need not wait any longer.
    for (const done of engine.watched.values()) done({ kind: 'waiting' });
    flushLater(get, set, engine, part, backoffMs((part.failures += 1), Math.random(), part.ports.isVisible()));
  };
  // A try freezes a record: while we believe to be offline the question is asked without one, so that gestures go on
  // collapsing, and whatever `onLine` says the queue leaves as soon as the shop answers (docs/product/offline.md F8, F27).
  // How old something is that an earlier page has left only the shop can tell: it is asked first (docs/product/offline.md#time).
  const isLeft = !engine.clock.isHeard() && own.some((record) => !engine.mine.has(record.lane));
  if (!get(networkAtom).isOnline || isLeft) {
    const answer = await get(apiAtom).ping();
    if (!answer) return again();
    if (answer.serverTime !== null) engine.clock.note(answer.serverTime);
    set(reportNetworkAtom, true);
  }
  if (engine.uid === 'guest') {
    try {
      // Nothing of a guest is sent before the server knows the guest (docs/product/offline.md#owners).
      await host.openGuest(false);
    } catch {
      return again();
    }
  }
  if (engine.isDead) return;
  const result = await part.flusher.flush();
  await readView(get, set, engine);
  void keepLines(engine, part);
  switch (result.kind) {
    case 'drained':
    case 'waiting':
      part.failures = 0;
      if (result.nextInMs !== undefined && Number.isFinite(result.nextInMs))
        flushLater(get, set, engine, part, result.nextInMs);
      part.isCalm = true;
      return;
    case 'locked':
      return void waitForLock(get, set, engine, part);
    case 'paused': {
      part.failures += 1;
      if (engine.uid === 'guest' && result.paused === 'auth') await host.openGuest(true).catch(() => {});
      else await host.readSession();
      // Resumed for the same person only: a session of somebody else has made another engine meanwhile.
      if (engine.isDead) return;
      if (part.failures > 2) return flushLater(get, set, engine, part, backoffMs(part.failures + 3, 1, true));
      part.flusher.resume();
      part.isAgain = true;
    }
  }
}

/** The ring of transitions survives the page: what happened yesterday can be told from today's diagnostics. */
async function keepLines(engine: Engine, part: Partition): Promise<void> {
  const { lines } = engine;
  if (engine.isDead || part !== engine.parts[0] || lines.length === 0 || lines === engine.keptLines) return;
  engine.keptLines = lines;
  // Nothing comes into a database that a logout has emptied.
  const keep = async (tx: OutboxTx) => ((await tx.get(OPEN_KEY)) === false ? undefined : tx.put(LINES_KEY, lines));
  await part.ports.store.transact(keep).catch(() => {});
}

/** After `ms`, or when an earlier one is due: what waits for one lane is no reason to keep another waiting. */
export function flushLater(get: Getter, set: Setter, engine: Engine, part: Partition, ms: number): void {
  const at = performance.now() + ms;
  if (engine.isDead || (part.timer !== undefined && part.dueAt <= at)) return;
  clearTimeout(part.timer);
  part.dueAt = at;
  part.timer = setTimeout(() => {
    part.timer = undefined;
    if (part.failures > 2) part.flusher.resume();
    void flushPart(get, set, engine, part);
  }, ms);
}

/** How long a tab that has made a gesture is given to send it by itself. */
const OTHERS_MS = 10_000;
/**
 * What another tab has put into the queue is sent by that tab. Should it be closed or crash, and neither `online` nor `sync`
 * ever come, this one goes on (docs/product/offline.md F27).
 */
export function goOnLater(get: Getter, set: Setter, engine: Engine): void {
  for (const part of engine.parts) {
    if (part.running || part.isWaiting || part.timer !== undefined || engine.isDead) continue;
    if (get(queueAtom).pending.some((record) => record.owner === part.who.owner))
      flushLater(get, set, engine, part, OTHERS_MS * (1 + Math.random()));
  }
}

/** One pull at a time; what is wanted meanwhile is asked for next. */
function pullWanted(get: Getter, engine: Engine): Promise<void> {
  if (engine.wanted.size === 0 || engine.isDead) return engine.pulling ?? Promise.resolve();
  engine.pulling ??= (async () => {
    while (engine.wanted.size > 0 && !engine.isDead) {
      const scopes = new Set(engine.wanted);
      engine.wanted.clear();
      await get(queueHostAtom)
        .pull(scopes)
        .catch(() => {});
    }
    engine.pulling = null;
  })();
  return engine.pulling;
}

/** Another tab or the worker sends: one waiting request, and the lock is taken from a tab that is frozen with it. */
const STEAL_MS = 30_000;
async function waitForLock(get: Getter, set: Setter, engine: Engine, part: Partition): Promise<void> {
  if (part.isWaiting || engine.isDead) return;
  part.isWaiting = true;
  const isFree = await navigator.locks
    .request(part.who.lockName, { signal: AbortSignal.timeout(STEAL_MS) }, () => true)
    .catch(() => false);
  part.isWaiting = false;
  if (engine.isDead) return;
  if (!isFree) await lockOnce(part.who.lockName, async () => {}, true);
  void flushPart(get, set, engine, part);
}

/** Start, online, visible, pageshow, a good answer: waits begin anew. */
async function wakeEngine(get: Getter, set: Setter, engine: Engine): Promise<void> {
  await Promise.all(
    engine.parts.map((part) => {
      part.failures = 0;
      part.flusher.resetWaits();
      part.flusher.resume();
      return flushPart(get, set, engine, part);
    }),
  );
}
/** The person is known to the server again, or the network is back. */
export async function wake(get: Getter, set: Setter): Promise<void> {
  const engine = await get(heldAtom).now?.engine;
  if (engine) await wakeEngine(get, set, engine);
}
/** Everything that waits for a last tap goes now: the page is hidden or left. */
export async function flushNow(get: Getter, set: Setter): Promise<void> {
  const engine = await get(heldAtom).now?.engine;
  if (!engine) return;
  for (const part of engine.parts) part.flusher.release();
  await wakeEngine(get, set, engine);
}
/** Chromium only: the browser wakes the worker when there is a network, in seconds (docs/product/offline.md P13). */
export async function askWorkerToSend(): Promise<void> {
  type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  const registration: Syncing | undefined = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.sync?.register('outbox').catch(() => {});
}
