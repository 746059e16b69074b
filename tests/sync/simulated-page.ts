import { randomUUID } from 'node:crypto';
import type { ServerClock } from '#src/device/outbox-ports.ts';
import { MUTATIONS } from '#src/mutations.ts';
import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import type { QueueNews } from '#src/platform/api/bus.atom.ts';
import type { SyncEvent } from '#src/sync-client/client.types.ts';
import { memoryStore } from '#src/sync-client/memory-store.ts';
import { createSyncClient } from '#src/sync-client/sync-client.ts';
import type { SyncPorts, SyncStores } from '#src/sync-client/sync-ports.ts';

// A phone without a browser: time passes when a test says so, and everything the sync client asks of the world is here.

export type Request = StoredRequest & { key: string; owner: string };
/** Everything that follows from what has just happened; nothing here waits for a socket. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await new Promise((done) => setImmediate(done));
};

/** One time for every tab of the phone. */
function simulatedTime() {
  let now = 0;
  let timers: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    after(ms: number, work: () => void): () => void {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    async pass(ms: number): Promise<void> {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        now = Math.max(now, next.at);
        next.work();
        await settle();
      }
      now = end;
    },
  };
}

/** Locks of one phone: `holders` may be given a name that never lets go, as a frozen tab does. */
function simulatedLocks(time: ReturnType<typeof simulatedTime>) {
  const holders = new Set<string>();
  const stolen: string[] = [];
  const locks: SyncPorts['locks'] = {
    async tryHold(name, work) {
      if (holders.has(name)) return undefined;
      holders.add(name);
      return work(() => holders.has(name)).finally(() => holders.delete(name));
    },
    untilFree: (name, ms) =>
      new Promise((done) => {
        const end = time.now() + ms;
        const look = () => {
          if (!holders.has(name)) done(true);
          else if (time.now() >= end) done(false);
          else time.after(100, look);
        };
        look();
      }),
    async steal(name) {
      holders.delete(name);
      stolen.push(name);
    },
  };
  return { locks, holders, stolen };
}

export function simulatedPhone() {
  const time = simulatedTime();
  const { locks, holders, stolen } = simulatedLocks(time);
  const partitions = new Map<string, OutboxStore>();
  const bound: Record<string, string> = {};
  const ears: { tab: number; listen: (news: QueueNews) => void }[] = [];
  const sent: Request[] = [];
  const hearts = new Set<number>();
  let version = 0;
  /** `answer` replaces the shop's; null is no answer at all. */
  const shop = { isThere: true, answer: null as ((request: Request) => RequestAnswer | null) | null };
  const partition = (owner: string): OutboxStore => {
    const store = partitions.get(owner) ?? memoryStore();
    partitions.set(owner, store);
    return store;
  };
  const stores: SyncStores = {
    partition: async (owner) => ({ plain: partition(owner), roomy: partition(owner) }),
    guestsOf: async (uid) => Object.keys(bound).filter((guest) => bound[guest] === uid),
    accountOf: async (owner) => bound[owner],
    device: async () => 'phone',
  };

  /** The shop knows hearts, PUT and DELETE of /favorite-products/{id}, and changes of the cart, which it grants as asked. */
  function serve(request: Request): RequestAnswer | null {
    if (!shop.isThere) return null;
    if (shop.answer) return shop.answer(request);
    if (request.path === '/cart/change') {
      const { items } = JSON.parse(request.body ?? '') as { items: { product_id: number; delta: number }[] };
      const applied = items.map(({ product_id, delta }) => ({ product_id, applied: delta, quantity: delta }));
      return reply(request, 200, { status: 'success', items: applied, version: (version += 1) });
    }
    const id = Number(request.path.split('/').at(-1));
    if (request.method === 'PUT') hearts.add(id);
    else hearts.delete(id);
    version += 1;
    return reply(request, 200, { status: 'success', favoriteProducts: [...hearts], version });
  }

  let tabs = 0;
  /** A tab of this phone; `more` replaces what a test wants otherwise. */
  function openTab(more: Partial<SyncPorts> = {}) {
    const me = (tabs += 1);
    const seen = {
      isVisible: true,
      isOnline: true,
      woken: 0,
      readings: 0,
      opened: 0,
      pulled: [] as string[][],
      faults: [] as unknown[],
    };
    const isOpen = { now: true };
    let page: (event: 'resumed' | 'leaving') => void = () => {};
    const clock: ServerClock = { now: () => null, last: () => null, note: () => {}, isHeard: () => true };
    const client = createSyncClient({
      definitions: MUTATIONS,
      ports: {
        stores,
        clock: async () => clock,
        async send(wire, headers) {
          const request = { ...wire, key: headers['Idempotency-Key'] ?? '', owner: headers['X-Client-User'] ?? '' };
          sent.push(request);
          return serve(request);
        },
        ping: async () => (shop.isThere ? { serverTime: null } : null),
        locks,
        // A closed tab has no timers any more.
        timers: {
          now: time.now,
          after: (ms, work) => time.after(ms, () => isOpen.now && work()),
          date: () => new Date(time.now()),
        },
        network: { isOnline: () => seen.isOnline, report: (isOnline) => void (seen.isOnline = isOnline) },
        page: { isVisible: () => seen.isVisible, watch: (listen) => void (page = listen) },
        bus: {
          post: (news) => ears.forEach(({ tab, listen }) => tab !== me && listen(news)),
          hear: (listen) => void ears.push({ tab: me, listen: (news) => isOpen.now && listen(news) }),
        },
        wakeWorker: async () => void (seen.woken += 1),
        isOutdated: async () => false,
        session: {
          openGuest: async () => {
            seen.opened += 1;
            return 'open';
          },
          read: async () => void (seen.readings += 1),
        },
        pulls: async (scopes) => void seen.pulled.push([...scopes]),
        fault: (error) => void seen.faults.push(error),
        random: () => 0.5,
        uuid: randomUUID,
        build: 'test',
        ...more,
      },
    });
    const events: SyncEvent[] = [];
    client.subscribe((event) => events.push(event));
    return {
      client,
      events,
      seen,
      page: (event: 'resumed' | 'leaving') => page(event),
      /** Gone without a word: its timers and its ears with it. */
      close: () => void (isOpen.now = false),
      told: (type: SyncEvent['type']) => events.filter((event) => event.type === type),
      state: () => events.findLast((event) => event.type === 'state')?.state,
    };
  }
  return { time, shop, sent, hearts, holders, stolen, bound, stores, partition, openTab };
}
export type SimulatedTab = ReturnType<ReturnType<typeof simulatedPhone>['openTab']>;

export const reply = ({ key }: Request, http: number, json: Record<string, unknown>): RequestAnswer => ({
  http,
  type: 'application/json',
  text: JSON.stringify(json),
  echo: key,
  retryAfterMs: null,
  serverTime: null,
});
export const refusal = (request: Request, code: string, message = 'Нельзя'): RequestAnswer =>
  reply(request, 422, { status: 'error', code, message });
