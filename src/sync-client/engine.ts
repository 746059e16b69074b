import { atom, type Getter, type Setter } from 'jotai';
import { createFlusher } from '#src/offline/outbox/flush.ts';
import { moveGuestRecords } from '#src/offline/outbox/identity.ts';
import { quarantineUnreadable } from '#src/offline/outbox/quarantine.ts';
import type { OutboxIdentity, OutboxStore } from '#src/offline/outbox/ports.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { BUILD } from '#src/platform/update/build.ts';
import { busAtom } from '#src/platform/api/bus.atom.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { lockOnce, outboxPorts, serverClock } from '#src/device/outbox-ports.ts';
import { guestIdsIn, outboxStore } from '#src/device/outbox-store.ts';
import { withRoom } from '#src/platform/memory/storage-room.ts';
import { memoryStore } from '#src/sync-client/memory-store.ts';
import { definitionsAtom, loadDefinitionsAtom } from '#src/sync-client/definitions.atom.ts';
import type { Engine, Partition } from '#src/sync-client/queue.types.ts';
import { mark, readView } from '#src/sync-client/view.ts';
import { BOUND_KEY, DEVICE_KEY } from '#src/device/outbox-keys.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { newUuid } from '#src/device/uuid.ts';

// engineFor · heldAtom · stop · takeGuestsIn: the queue of one person on this page, over their partition and those of guests that joined.

/** The last 200 transitions, for diagnostics. */
const LOG_MAX = 200;
export const LINES_KEY = 'log:ring';
const GUEST = 'guest:';

type Held = { key: string; engine: Promise<Engine> } | null;
/** One per store: two stores are two tabs. */
export const heldAtom = atom((): { now: Held } => ({ now: null }));

/** The queue of whoever holds the phone; a person who has just left it takes theirs along. */
export function engineFor(get: Getter, set: Setter, uid: string, owner: string): Promise<Engine> {
  const held = get(heldAtom);
  if (held.now?.key === owner) return held.now.engine;
  void held.now?.engine.then(stop, () => {});
  const engine = open(get, set, uid, owner);
  held.now = { key: owner, engine };
  // The code did not come: the next tap asks for it again.
  engine.catch(() => {
    if (held.now?.engine === engine) held.now = null;
  });
  return engine;
}

export function stop(engine: Engine): void {
  engine.isDead = true;
  for (const { timer } of engine.parts) clearTimeout(timer);
  for (const done of engine.watched.values()) done({ kind: 'waiting' });
}

async function open(get: Getter, set: Setter, uid: string, owner: string): Promise<Engine> {
  const stores = get(storesAtom);
  const definitions = await get(loadDefinitionsAtom).load();
  set(definitionsAtom, definitions);
  const engine: Engine = {
    uid,
    definitions,
    parts: [],
    clock: await serverClock(stores.pub()),
    device: await deviceOf(get).catch(() => newUuid()),
    isDead: false,
    isMemory: false,
    reading: null,
    isReadAgain: false,
    settled: new Set(),
    sending: new Set(),
    mine: new Map(),
    watched: new Map(),
    wanted: new Set(),
    pulling: null,
    lines: [],
    keptLines: [],
  };
  let store: OutboxStore;
  try {
    store = await storeOf(get, owner);
    await store.transact((tx) => tx.get('seq'));
  } catch {
    // No database on this phone: what is done reaches the server as long as the page lives.
    store = memoryStore();
    engine.isMemory = true;
  }
  engine.parts.push(partition(get, set, engine, owner, store));
  if (!engine.isMemory) {
    await quarantineUnreadable(engine.parts[0]!.ports).catch(() => 0);
    engine.lines = (await store.transact((tx) => tx.get<string[]>(LINES_KEY)).catch(() => undefined)) ?? [];
    engine.keptLines = engine.lines;
    await takeGuestsIn(get, set, engine).catch(() => {});
  }
  return engine;
}

async function storeOf(get: Getter, owner: string): Promise<OutboxStore> {
  const stores = get(storesAtom);
  return owner.startsWith(GUEST)
    ? outboxStore(await stores.person('guest'), `${owner.slice(GUEST.length)}/`)
    : outboxStore(await stores.person(owner));
}

/** A partition of this engine. The lock carries the owner's name; a worker takes the same. */
function partition(get: Getter, set: Setter, engine: Engine, owner: string, store: OutboxStore): Partition {
  let isAnswered = false;
  const ports = outboxPorts({
    definitions: engine.definitions,
    store,
    clock: engine.clock,
    send: async (wire, headers) => {
      const key = headers['Idempotency-Key'] ?? '';
      mark(get, set, engine, key, true);
      const answer = await get(apiAtom)
        .wire(wire, headers)
        .catch(() => null);
      mark(get, set, engine, key, false);
      isAnswered = answer !== null && answer.type.startsWith('application/json');
      if (!engine.isDead) set(reportNetworkAtom, isAnswered);
      return answer;
    },
    lock: (name, work) => lockOnce(name, (held) => work(() => held() && !engine.isDead)),
    isVisible: () => globalThis.document?.visibilityState !== 'hidden',
    uuid: newUuid,
    changed: () => {
      void readView(get, set, engine);
      get(busAtom).post({ type: 'outbox', uid: engine.uid, isOnline: isAnswered });
      isAnswered = false;
    },
    log: (line) => {
      engine.lines = [...engine.lines.slice(1 - LOG_MAX), `${new Date().toISOString()} ${line}`];
    },
  });
  const roomy = { ...ports, store: withRoom(get(storesAtom), store) };
  const who: OutboxIdentity = { owner, lockName: `outbox:${owner}`, device: engine.device, build: BUILD };
  const part: Partition = {
    uid: engine.uid,
    ports,
    roomy,
    who,
    flusher: createFlusher(roomy, who),
    running: null,
    isAgain: false,
    timer: undefined,
    dueAt: 0,
    isCalm: false,
    failures: 0,
    isWaiting: false,
  };
  return part;
}

/** Guests that have joined this account: what was untried comes over, what was tried is sent from where it stands. */
export async function takeGuestsIn(get: Getter, set: Setter, engine: Engine): Promise<void> {
  const [own] = engine.parts;
  if (!own || engine.uid === 'guest') return;
  const stores = get(storesAtom);
  const bound = (await stores.pub().get<Record<string, string>>(BOUND_KEY)) ?? {};
  const keys = (await (await stores.person('guest')).entries('')).map(([key]) => key);
  for (const id of guestIdsIn(keys)) {
    if (bound[id] !== engine.uid || engine.parts.some(({ who }) => who.owner === GUEST + id)) continue;
    const guest = partition(get, set, engine, GUEST + id, await storeOf(get, GUEST + id));
    engine.parts.push(guest);
    await quarantineUnreadable(guest.ports).catch(() => 0);
    await moveGuestRecords(guest.ports, own.roomy, own.who);
  }
}
async function deviceOf(get: Getter): Promise<string> {
  const pub = get(storesAtom).pub();
  const known = await pub.get<string>(DEVICE_KEY);
  if (typeof known === 'string') return known;
  const id = newUuid();
  await pub.set(DEVICE_KEY, id);
  return id;
}
