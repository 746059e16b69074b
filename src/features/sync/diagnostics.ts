import type { Getter } from 'jotai';
import { catalogueAtom, syncStateAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { diagnosticsText } from '#src/features/sync/diagnostics.rules.ts';
import { readState } from '#src/offline/outbox/state.ts';
import { BUILD } from '#src/platform/update/build.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { queueAtom } from '#src/sync-client/queue.atoms.ts';
import { heldAtom } from '#src/sync-client/engine.ts';
import { diagnosticLines } from '#src/sync-client/queue.ts';
import { readStorageUse } from '#src/platform/memory/storage-use.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** What a person may copy and send to whoever helps: no names, no ids of people, no addresses. */
export async function readDiagnostics(get: Getter): Promise<string> {
  const engine = await get(heldAtom).now?.engine.catch(() => undefined);
  const { rev, total, asOf } = get(catalogueAtom);
  const { pending, parked, outcomes, sending } = get(queueAtom);
  const { total: used, isPersisted } = await readStorageUse(get(storesAtom), get(sessionAtom).uid);
  const states = await Promise.all((engine?.parts ?? []).map(({ ports }) => readState(ports).catch(() => null)));
  return diagnosticsText({
    build: BUILD,
    at: new Date().toISOString(),
    isOnline: get(networkAtom).isOnline,
    hint: globalThis.navigator?.onLine ?? true,
    connection: connectionOf(),
    worker: await workerState(),
    catalogue: { rev, total, asOf, sync: get(syncStateAtom).kind },
    queue: { pending: pending.length, sending: sending.size, parked: parked.length, outcomes: outcomes.length },
    books: states.flatMap((state) =>
      state
        ? [
            {
              ledger: state.ledger,
              pending: state.pending.length,
              parked: state.parked.length,
              isBalanced: state.isBalanced,
            },
          ]
        : [],
    ),
    isMemory: engine?.isMemory ?? false,
    storage: { total: used, isPersisted },
    lines: await diagnosticLines(get),
  });
}

function connectionOf(): string {
  const { connection } = (globalThis.navigator ?? {}) as {
    connection?: { effectiveType?: string; rtt?: number; saveData?: boolean };
  };
  if (!connection) return 'о связи браузер не говорит';
  const { effectiveType = '?', rtt = 0, saveData } = connection;
  return `${effectiveType}, ${rtt} мс${saveData ? ', экономия трафика' : ''}`;
}

async function workerState(): Promise<string> {
  const container = globalThis.navigator?.serviceWorker;
  if (!container) return 'браузер не умеет';
  const registration = await container.getRegistration().catch(() => undefined);
  if (!registration) return 'не установлен';
  return `${container.controller ? 'управляет' : 'не управляет'}${registration.waiting ? ', ждёт новая сборка' : ''}`;
}
