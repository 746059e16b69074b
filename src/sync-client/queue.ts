import type { Getter, Setter } from 'jotai';
import { appendKeyed } from '#src/offline/outbox/identity.ts';
import { append, NeedsAccountError, PartitionClosedError, UnjudgedError } from '#src/offline/outbox/append.ts';
import { discardParked, forgetOutcomes, repeatParked } from '#src/offline/outbox/parked.ts';
import { laneOf, scopeOf } from '#src/offline/outbox/mutation.ts';
import { pull, type Snapshot } from '#src/offline/outbox/pull.ts';
import type { Outcome, ParkedRecord } from '#src/offline/outbox/record.ts';
import { busAtom } from '#src/platform/api/bus.atom.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { BOUND_KEY } from '#src/device/outbox-keys.ts';
import { freshAtom, type MadeGesture, queueAtom, type Saved } from '#src/sync-client/queue.atoms.ts';
import { engineFor, heldAtom, stop, takeGuestsIn } from '#src/sync-client/engine.ts';
import { queueHostAtom } from '#src/sync-client/host.atom.ts';
import type { Engine, Fate, Partition } from '#src/sync-client/queue.types.ts';
import { askWorkerToSend, flushLater, flushNow, flushPart, goOnLater, wake } from '#src/sync-client/send.ts';
import { readView } from '#src/sync-client/view.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Contents: 1 gestures, 2 what a person decides, pulls, 3 life of the page
// The page's side of the outbox (docs/product/offline.md). What a feature does comes in by gestureAtom and comes back by queueAtom.
export { flushNow, wake };

// ── 1 Gestures ──────────────────────────────────────────────────────────────────────────────────
/** Makes a gesture durable and starts its way. `full`: the phone has no room; `lost`: its person has left. */
export async function save(get: Getter, set: Setter, gesture: MadeGesture): Promise<Saved> {
  const { id, uid, intent, seen, holdMs = 0, removesLine } = gesture;
  const engine = await engineFor(get, set, uid, await gesture.owner);
  const [part] = engine.parts;
  const lane = laneOf(engine.definitions, intent);
  if (!part || lane === null) return 'lost';
  let saved: Saved = 'queued';
  try {
    await append(part.roomy, part.who, { id, intent, seen, ...(removesLine ? { removesLine } : {}) });
    part.flusher.hold(lane, holdMs);
  } catch (error) {
    const account = error instanceof PartitionClosedError && (await accountOf(get, part.who.owner));
    // Another tab has just logged this guest in: the gesture is the account's, under the same key.
    if (account) return save(get, set, { ...gesture, uid: account, owner: Promise.resolve(account) });
    saved = whyNot(error);
  }
  engine.mine.set(lane, performance.now());
  engine.settled.add(id);
  await readView(get, set, engine);
  flushLater(get, set, engine, part, holdMs);
  return saved;
}

function whyNot(error: unknown): Saved {
  if (error instanceof PartitionClosedError || error instanceof NeedsAccountError) return 'lost';
  if (error instanceof UnjudgedError) return 'unjudged';
  return (error as DOMException)?.name === 'QuotaExceededError' ? 'full' : 'broken';
}

/** The account that a guest of this phone has joined. */
async function accountOf(get: Getter, owner: string): Promise<string | undefined> {
  const bound = await get(storesAtom)
    .pub()
    .get<Record<string, string>>(BOUND_KEY)
    .catch(() => undefined);
  return bound?.[owner.slice('guest:'.length)];
}

/** Resolves when the record of this lane is answered, refused, or found to wait (no network, or `ms` have passed). */
export async function fateOf(
  get: Getter,
  set: Setter,
  { uid, owner, lane, ms }: { uid: string; owner: string; lane: string; ms: number },
): Promise<Fate> {
  const engine = await engineFor(get, set, uid, owner);
  const record = get(queueAtom).pending.findLast((one) => one.lane === lane);
  if (!record) return { kind: 'done' };
  return new Promise((done) => {
    const finish = (fate: Fate) => {
      clearTimeout(timer);
      engine.watched.delete(record.id);
      done(fate);
    };
    const timer = setTimeout(() => finish({ kind: 'waiting' }), ms);
    engine.watched.set(record.id, finish);
  });
}

// ── 2 What a person decides; the ports of a partition for pulls and logout ───────────────────────
async function partOf(get: Getter, owner: string): Promise<[Engine, Partition] | undefined> {
  const engine = await get(heldAtom).now?.engine;
  const part = engine?.parts.find((one) => one.who.owner === owner);
  return engine && part ? [engine, part] : undefined;
}
export async function discard(get: Getter, parked: ParkedRecord): Promise<void> {
  const [, part] = (await partOf(get, parked.record.owner)) ?? [];
  if (part) await discardParked(part.ports, parked.record.seq);
}
/** `ask`: so old that the server may have forgotten the key; only the person can tell by what the shop holds now. */
export async function repeat(
  get: Getter,
  set: Setter,
  parked: ParkedRecord,
  isSure = false,
): Promise<'queued' | 'ask' | 'gone'> {
  const [engine, part] = (await partOf(get, parked.record.owner)) ?? [];
  if (!engine || !part) return 'gone';
  const fate = await repeatParked(part.roomy, part.who, parked.record.seq, isSure).catch((error: unknown) => {
    // Newer answers of this quiz wait to be judged: the old ones stay where they are.
    if (error instanceof UnjudgedError) return 'gone' as const;
    throw error;
  });
  const scope = scopeOf(engine.definitions, parked.record);
  if (fate === 'ask' && scope) await get(queueHostAtom).pull(new Set([scope]));
  if (fate !== 'queued') return fate;
  engine.mine.set(parked.record.lane, -Infinity);
  // The flush looks at what is shown: it must be there by then.
  await readView(get, set, engine);
  await flushPart(get, set, engine, part);
  return fate;
}
/** The sheet was closed or the toast shown: not told again. */
export async function forget(get: Getter, outcomes: readonly Outcome[]): Promise<void> {
  const engine = await get(heldAtom).now?.engine;
  const seqs = outcomes.map((one) => one.seq);
  for (const { ports } of engine?.parts ?? []) await forgetOutcomes(ports, seqs);
}
/** Joins a guest's heart under a key that was stored beforehand: once, whatever crashes in between. */
export async function join(
  get: Getter,
  set: Setter,
  { uid, ...gesture }: Pick<MadeGesture, 'id' | 'uid' | 'intent' | 'seen'>,
): Promise<void> {
  const engine = await engineFor(get, set, uid, uid);
  const [part] = engine.parts;
  if (!part) return;
  await appendKeyed(part.roomy, part.who, gesture);
  await readView(get, set, engine);
  void flushPart(get, set, engine, part);
}
/**
 * Takes a whole snapshot of a scope (docs/product/offline.md#reads) and resolves when it is in the view. `fetch` may throw; it
 * is always called, also when the phone's database does not work.
 */
export async function pullScope(
  get: Getter,
  set: Setter,
  { uid, owner, scope }: { uid: string; owner: string; scope: string },
  fetch: (tried: readonly string[]) => Promise<Snapshot | null>,
): Promise<void> {
  const engine = await engineFor(get, set, uid, owner);
  const [part] = engine.parts;
  let isAsked = false;
  const ask = (tried: readonly string[]) => {
    isAsked = true;
    return fetch(tried);
  };
  try {
    // What a guest has tried before joining is sent from where it stands (takeGuestsIn): the account's answer may hold it.
    const tried = get(queueAtom).pending.filter((one) => one.state === 'tried' && one.owner !== owner);
    const joined = engine.parts.length > 1 ? tried.map(({ id }) => id) : [];
    if (part) await pull(part.ports, scope, new Date().toISOString(), (keys) => ask([...keys, ...joined]));
  } catch (error) {
    if (isAsked) throw error;
  }
  if (!isAsked) await fetch([]);
  await readView(get, set, engine);
}
/** Guests who turned out to have joined this account: what they queued goes on as the account's. */
export async function takeGuests(get: Getter, set: Setter, uid: string): Promise<void> {
  const engine = await get(heldAtom).now?.engine;
  // The queue of a person who has just come takes them in by itself.
  if (!engine || engine.uid !== uid || engine.isMemory) return;
  await takeGuestsIn(get, set, engine);
  await readView(get, set, engine);
  void flushNow(get, set);
}
export async function diagnosticLines(get: Getter): Promise<readonly string[]> {
  return (await get(heldAtom).now?.engine)?.lines ?? [];
}

// ── 3 Life of the page ──────────────────────────────────────────────────────────────────────────
/** Called for whoever holds the phone, at the start and after each login: their memory is read, their queue goes on. */
export async function startQueue(get: Getter, set: Setter, uid: string, owner: string): Promise<void> {
  const engine = await engineFor(get, set, uid, owner);
  await readView(get, set, engine);
  // What this person left here when another one's session came goes on; nobody else would wake it.
  for (const part of engine.parts) void flushPart(get, set, engine, part);
}
/** The queue of this person ends in this page: nothing more is sent for them. */
export async function leaveQueue(get: Getter): Promise<void> {
  const held = get(heldAtom);
  const engine = await held.now?.engine.catch(() => undefined);
  held.now = null;
  if (engine) stop(engine);
}

/** Listens until `left`: other tabs' news, network, sight. */
export function watchPage(get: Getter, set: Setter, left: AbortSignal): void {
  get(busAtom).hear(({ uid, isOnline }) => {
    if (isOnline) set(reportNetworkAtom, true);
    void get(heldAtom).now?.engine.then(async (engine) => {
      if (engine.uid !== uid) return;
      await readView(get, set, engine);
      goOnLater(get, set, engine);
    });
  }, left);
  if (typeof document === 'undefined') return;
  const options = { signal: left };
  addEventListener('online', () => void wake(get, set), options);
  addEventListener('pageshow', () => void wake(get, set), options);
  addEventListener('pagehide', () => leaving(get, set), options);
  document.addEventListener(
    'visibilitychange',
    () => void (document.visibilityState === 'hidden' ? leaving(get, set) : wake(get, set)),
    options,
  );
}

/** What waits goes now; the worker is asked to go on should the page not live to see the answer. */
function leaving(get: Getter, set: Setter): void {
  void flushNow(get, set);
  if (get(queueAtom).pending.length > 0 || get(freshAtom).length > 0) void askWorkerToSend();
}
