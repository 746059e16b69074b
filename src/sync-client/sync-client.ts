import type { Identity, Saved, SaveOptions, SyncClient, SyncEvent } from '#src/sync-client/client.types.ts';
import type { Mutation, Mutations } from '#src/offline/outbox/mutation.ts';
import { openPersonQueue, type PersonQueue } from '#src/sync-client/person-queue.ts';
import type { SyncPorts, SyncWorld } from '#src/sync-client/sync-ports.ts';

/**
 * The page's side of the queue (docs/product/offline.md): what features save, what screens see of it, when it is sent. It
 * follows whoever holds the phone and decides nothing about that. One per page.
 */
export function createSyncClient({ definitions, ports }: { definitions: Mutations; ports: SyncPorts }): SyncClient {
  const world: SyncWorld = { ...ports, definitions };
  let held: { owner: string; queue: Promise<PersonQueue> } | null = null;
  const listeners = new Set<(event: SyncEvent) => void>();
  function tell(event: SyncEvent): void {
    for (const listen of listeners)
      try {
        listen(event);
      } catch (error) {
        // A screen that fails neither undoes a change nor keeps the others from hearing of it.
        ports.fault(error);
      }
  }
  /** Changes that are not in a store yet. */
  let saving = 0;

  /** The queue of whoever holds the phone; a person who has just left it takes theirs along. */
  function queueOf(identity: Identity): Promise<PersonQueue> {
    if (held?.owner === identity.owner) return held.queue;
    void held?.queue.then((queue) => queue.end()).catch(() => {});
    const queue = openPersonQueue(world, identity, tell);
    held = { owner: identity.owner, queue };
    // What could not be opened is opened anew by whoever comes next.
    queue.catch(() => {
      if (held?.queue === queue) held = null;
    });
    return queue;
  }
  const current = async (): Promise<PersonQueue | undefined> => held?.queue.catch(() => undefined);

  async function save(mutation: Mutation, how: SaveOptions): Promise<Saved> {
    const queue = await queueOf({ uid: how.uid, owner: await how.owner });
    const saved = await queue.save(mutation, how);
    // Another tab has just logged this guest in: the change is the account's, under the same key.
    return typeof saved === 'object' ? save(mutation, { ...how, uid: saved.account, owner: saved.account }) : saved;
  }

  const client: SyncClient = {
    async enter(identity) {
      const queue = await queueOf(identity);
      await queue.read();
      // What this person left here when another one's session came goes on; nobody else would wake it.
      void queue.flush();
    },
    async leave() {
      const left = current();
      held = null;
      (await left)?.end();
    },
    async guestsJoined(uid) {
      const queue = await current();
      // The queue of a person who has just come takes them in by itself.
      if (queue?.uid !== uid) return;
      await queue.takeGuestsIn();
      await queue.read();
      void queue.resume(true);
    },
    save(mutation, how) {
      saving += 1;
      return save(mutation, how).finally(() => {
        saving -= 1;
      });
    },
    async flush(why) {
      const queue = await current();
      if (why === 'leaving' && (saving > 0 || (queue?.now().pending.length ?? 0) > 0)) void ports.wakeWorker();
      // A tab that died right after its store has told nobody of it: whoever is looked at next finds what it has left.
      if (why !== 'leaving') await queue?.read();
      await queue?.resume(why !== 'resumed');
    },
    pull: async (of, fetch) => (await queueOf(of)).pull(of, fetch),
    result: async (key, withinMs) => (await current())?.result(key, withinMs) ?? { kind: 'waiting' },
    repeat: async (entry, isSure) => (await current())?.repeat(entry, isSure) ?? 'gone',
    discard: async (entry) => (await current())?.discard(entry),
    acknowledge: async (outcomes) => (await current())?.acknowledge(outcomes),
    inspect: async () => (await current())?.inspect() ?? { isMemory: false, partitions: [], lines: [] },
    subscribe(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };

  ports.page.watch((event) => void client.flush(event));
  ports.bus.hear(({ uid, isOnline }) => {
    if (isOnline) ports.network.report(true);
    void current().then(async (queue) => {
      if (queue?.uid !== uid) return;
      await queue.read();
      queue.goOnLater();
    });
  });
  return client;
}
