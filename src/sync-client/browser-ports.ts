import { identityStores } from '#src/device/identity-stores.ts';
import { lockOnce, serverClock } from '#src/device/outbox-ports.ts';
import { newUuid } from '#src/device/uuid.ts';
import { accountOf, guestsToJoin } from '#src/offline/identity/guests.ts';
import { guestIdOf } from '#src/offline/identity/holder.rules.ts';
import { PUB } from '#src/offline/identity/keys.ts';
import type { Api } from '#src/platform/api/api.ts';
import { withRoom } from '#src/platform/memory/storage-room.ts';
import type { Stores } from '#src/platform/memory/stores.atom.ts';
import { BUILD } from '#src/platform/update/build.ts';
import type { SyncPorts, SyncStores } from '#src/sync-client/sync-ports.ts';

/** What a browser gives; the rest (who holds the phone, whose network, which pulls) only the app knows. */
type Known = { stores: Stores; api: Pick<Api, 'wire' | 'ping'> } & Pick<
  SyncPorts,
  'network' | 'timers' | 'bus' | 'session' | 'pulls' | 'isOutdated'
>;
export function browserPorts({ stores, api, ...known }: Known): SyncPorts {
  return {
    ...known,
    stores: syncStores(stores),
    clock: () => serverClock(stores.pub()),
    send: (request, headers) => api.wire(request, headers).catch(() => null),
    ping: () => api.ping(),
    locks: {
      tryHold: lockOnce,
      untilFree: (name, ms) =>
        navigator.locks.request(name, { signal: AbortSignal.timeout(ms) }, () => true).catch(() => false),
      steal: (name) => lockOnce(name, async () => {}, true),
    },
    page: { isVisible, watch: watchPage },
    wakeWorker,
    fault: (error) => queueMicrotask(() => throwOn(error)),
    random: Math.random,
    uuid: newUuid,
    build: BUILD,
  };
}

/** The device's databases as partitions: an account's has its own, guests share `u:guest` (docs/decisions/091-partitions.md). */
function syncStores(stores: Stores): SyncStores {
  const identity = identityStores(stores);
  return {
    async partition(owner) {
      const guestId = guestIdOf(owner);
      const plain = await (guestId === undefined ? identity.person(owner) : identity.guest(guestId));
      return { plain, roomy: withRoom(stores, plain) };
    },
    guestsOf: (uid) => guestsToJoin(identity, uid),
    accountOf: (owner) => accountOf(identity, owner),
    async device() {
      const known = await stores.pub().get<string>(PUB.device);
      if (typeof known === 'string') return known;
      const id = newUuid();
      await stores.pub().set(PUB.device, id);
      return id;
    },
  };
}

/** As an error that nobody has caught: heard by whoever watches the page. */
function throwOn(error: unknown): never {
  throw error;
}

const isVisible = (): boolean => globalThis.document?.visibilityState !== 'hidden';

function watchPage(listen: (event: 'resumed' | 'leaving') => void): void {
  if (typeof document === 'undefined') return;
  for (const name of ['online', 'pageshow']) addEventListener(name, () => listen('resumed'));
  addEventListener('pagehide', () => listen('leaving'));
  document.addEventListener('visibilitychange', () => listen(isVisible() ? 'resumed' : 'leaving'));
}

/** Chromium only: the browser wakes the worker when there is a network, in seconds (docs/product/offline.md P13). */
async function wakeWorker(): Promise<void> {
  type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  const registration: Syncing | undefined = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.sync?.register('outbox').catch(() => {});
}
