import type { createStore } from 'jotai';
import { pullScopes, SNAPSHOT_NAMES } from '#src/app/pulls.ts';
import { ensureServerSessionAtom, refreshSessionAtom } from '#src/features/session/session.atoms.ts';
import { FACES, MUTATIONS } from '#src/mutations.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { busAtom } from '#src/platform/api/bus.atom.ts';
import type { ApiError } from '#src/platform/api/failure.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { pendingCount } from '#src/platform/api/pending-count.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { isOutdatedAtom } from '#src/platform/update/min-build.atom.ts';
import { browserPorts } from '#src/sync-client/browser-ports.ts';
import type { SyncClient } from '#src/sync-client/client.types.ts';
import { kindsAtom, snapshotNamesAtom } from '#src/sync-client/kinds.atom.ts';
import { showSyncAtom } from '#src/sync-client/sync.atoms.ts';
import { createSyncClient } from '#src/sync-client/sync-client.ts';

type Store = ReturnType<typeof createStore>;

/** The server was not reached, or has said when it wants to be asked again. */
function waitAfter(error: unknown): { retryAfterMs: number | null } {
  // By its shape: the class stands in a part of the page that a queued change does not wait for.
  const failure = (error as Partial<ApiError> | null)?.failure;
  return { retryAfterMs: (failure?.kind === 'refused' && failure.retryAfterMs) || null };
}

/** The sync client of this page, joined with what only the app knows; what it tells of the state goes to the screens. */
export function openSync(store: Store): SyncClient {
  const bus = store.get(busAtom);
  const ports = browserPorts({
    stores: store.get(storesAtom),
    api: {
      wire: (request, headers) => store.get(apiAtom).wire(request, headers),
      ping: () => store.get(apiAtom).ping(),
    },
    network: {
      isOnline: () => store.get(networkAtom).isOnline,
      report: (isOnline) => store.set(reportNetworkAtom, isOnline),
    },
    timers: store.get(timersAtom),
    bus: { post: (news) => bus.post(news), hear: (listen) => bus.hear(listen, new AbortController().signal) },
    session: {
      openGuest: (isAgain) => store.set(ensureServerSessionAtom, isAgain).then(() => 'open' as const, waitAfter),
      read: () => store.set(refreshSessionAtom),
    },
    pulls: (scopes) => pullScopes(store, scopes),
    isOutdated: () => store.set(isOutdatedAtom),
  });
  store.set(kindsAtom, { definitions: MUTATIONS, faces: FACES });
  store.set(snapshotNamesAtom, SNAPSHOT_NAMES);
  const client = createSyncClient({ definitions: MUTATIONS, ports });
  client.subscribe((event) => {
    if (event.type !== 'state') return;
    pendingCount.now = event.state.pending.length;
    store.set(showSyncAtom, event.state, event.durable);
  });
  return client;
}
