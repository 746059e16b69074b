import type { ServerClock } from '#src/device/outbox-ports.ts';
import type { Identity, SyncEvent } from '#src/sync-client/client.types.ts';
import { createLines, type Lines } from '#src/sync-client/lines.ts';
import { memoryStore } from '#src/sync-client/memory-store.ts';
import { createNews, type News } from '#src/sync-client/news.ts';
import { type Partition, partitionOf } from '#src/sync-client/partition.ts';
import { createPulls } from '#src/sync-client/pulls.ts';
import { createSender, type Sender } from '#src/sync-client/sender.ts';
import { createSnapshot, type Snapshot } from '#src/sync-client/snapshot.ts';
import type { PartitionStore, SyncPorts, SyncWorld } from '#src/sync-client/sync-ports.ts';

export type Part = Partition & { sender: Sender };
/** What one person's queue consists of: partitions with a sender each, and what all of them share. */
export type PersonParts = {
  /** The person's own partition; the first of `all`. */
  own: Part;
  /** With those of guests that have joined. */
  all(): readonly Part[];
  of(owner: string): Part | undefined;
  /** @throws when its store does not open. */
  open(owner: string): Promise<Part>;
  snapshot: Snapshot;
  news: News;
  lines: Lines;
  /** No database answers on this phone. */
  isMemory: boolean;
  /** Nothing more is sent or shown for this person. */
  end(): void;
};

export async function openPersonParts(
  ports: SyncWorld,
  identity: Identity,
  tell: (event: SyncEvent) => void,
): Promise<PersonParts> {
  const clock = await ports.clock();
  const device = await ports.stores.device().catch(() => ports.uuid());
  return joinParts(ports, { ...identity, clock, device, ...(await openStore(ports, identity.owner)) }, tell);
}

type Opened = Identity & { clock: ServerClock; device: string; store: PartitionStore; isMemory: boolean };

function joinParts(ports: SyncWorld, opened: Opened, tell: (event: SyncEvent) => void): PersonParts {
  const { uid, owner, clock, device, isMemory } = opened;
  const all: Part[] = [];
  let isEnded = false;
  const isOver = (): boolean => isEnded;
  const lines = createLines(opened.store.plain, ports.timers.date);
  const pulls = createPulls(ports.pulls, isOver);
  const news = createNews({ ...ports, tell, want: pulls.want });
  const snapshot = createSnapshot({
    uid,
    stores: () => all.map((part) => part.ports),
    isOver,
    log: lines.add,
    changed(state, durable, before) {
      tell({ type: 'state', state, durable });
      if (before) news.compare(before, state);
    },
  });

  function add(of: string, store: PartitionStore): Part {
    const changed = () => void snapshot.read();
    const around = { uid, owner: of, store, clock, device, isOver, sending: snapshot.sending, changed, log: lines.add };
    const part = partitionOf(ports, around);
    const sender = createSender(ports, part, {
      isGuest: uid === 'guest',
      isMemory,
      clock,
      isOver,
      pending: () => snapshot.now().pending,
      isMine: news.isMine,
      read: snapshot.read,
      flushed: () => (isEnded || isMemory || of !== owner ? undefined : void lines.keep()),
      delayed: news.waiting,
      rested: () => all.forEach((one) => one.sender.goOnLater()),
      pull: pulls.run,
    });
    const whole = { ...part, sender };
    all.push(whole);
    return whole;
  }

  return {
    own: add(owner, opened.store),
    all: () => all,
    of: (wanted) => all.find(({ who }) => who.owner === wanted),
    open: async (wanted) => add(wanted, await ports.stores.partition(wanted)),
    snapshot,
    news,
    lines,
    isMemory,
    end() {
      isEnded = true;
      for (const { sender } of all) sender.stop();
      news.waiting();
    },
  };
}

async function openStore({ stores }: SyncPorts, owner: string): Promise<Pick<Opened, 'store' | 'isMemory'>> {
  try {
    const store = await stores.partition(owner);
    await store.plain.transact((tx) => tx.get('seq'));
    return { store, isMemory: false };
  } catch {
    // No database on this phone: what is done reaches the server as long as the page lives.
    const store = memoryStore();
    return { store: { plain: store, roomy: store }, isMemory: true };
  }
}
