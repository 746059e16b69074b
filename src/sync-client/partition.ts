import type { OutboxIdentity, OutboxPorts } from '#src/offline/outbox/ports.ts';
import type { ServerClock } from '#src/device/outbox-ports.ts';
import type { PartitionStore, SyncWorld } from '#src/sync-client/sync-ports.ts';

/** One owner's part of the queue, as the engine takes it. The lock carries the owner's name; a worker takes the same. */
export type Partition = {
  ports: OutboxPorts;
  /** The same over a store that makes room on a full phone: for what an action needs, not for snapshots and logs. */
  roomy: OutboxPorts;
  who: OutboxIdentity;
};

type Around = {
  uid: string;
  owner: string;
  store: PartitionStore;
  clock: ServerClock;
  device: string;
  isOver(): boolean;
  sending(key: string, isSending: boolean): void;
  /** Something in the store is new. */
  changed(): void;
  log(line: string): void;
};

/** The engine's ports over the client's: what a send tells of the network reaches this page and the other tabs. */
export function partitionOf(
  ports: SyncWorld,
  { uid, owner, store, clock, device, isOver, sending, changed, log }: Around,
): Partition {
  /** The shop has answered since the other tabs were last told. */
  let isAnswered = false;
  const own: OutboxPorts = {
    definitions: ports.definitions,
    store: store.plain,
    async send(request, headers) {
      const key = headers['Idempotency-Key'] ?? '';
      sending(key, true);
      const answer = await ports.send(request, headers);
      sending(key, false);
      isAnswered = answer !== null && answer.type.startsWith('application/json');
      if (!isOver()) ports.network.report(isAnswered);
      return answer;
    },
    lock: (name, work) => ports.locks.tryHold(name, (held) => work(() => held() && !isOver())),
    now: ports.timers.now,
    serverNow: clock.now,
    lastServerTime: clock.last,
    noteServerTime: clock.note,
    random: ports.random,
    uuid: ports.uuid,
    isVisible: ports.page.isVisible,
    changed() {
      changed();
      ports.bus.post({ type: 'outbox', uid, isOnline: isAnswered });
      isAnswered = false;
    },
    log,
  };
  const who = { owner, lockName: `outbox:${owner}`, device, build: ports.build };
  return { ports: own, roomy: { ...own, store: store.roomy }, who };
}
