import type { Getter } from 'jotai';
import { catalogueAtom, syncStateAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { diagnosticsText } from '#src/features/sync/diagnostics.rules.ts';
import { BUILD } from '#src/platform/update/build.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { syncAtom, syncClient } from '#src/sync-client/sync.atoms.ts';
import { readStorageUse } from '#src/platform/memory/storage-use.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** What a person may copy and send to whoever helps: no names, no ids of people, no addresses. */
export async function readDiagnostics(get: Getter): Promise<string> {
  const { isMemory, partitions, lines } = await (await syncClient(get)).inspect();
  const { rev, total, asOf } = get(catalogueAtom);
  const { pending, rejected, outcomes, sending } = get(syncAtom);
  const { total: used, isPersisted } = await readStorageUse(get(storesAtom), get(sessionAtom).uid);
  return diagnosticsText({
    build: BUILD,
    at: new Date().toISOString(),
    isOnline: get(networkAtom).isOnline,
    hint: globalThis.navigator?.onLine ?? true,
    connection: connectionOf(),
    worker: await workerState(),
    catalogue: { rev, total, asOf, sync: get(syncStateAtom).kind },
    queue: { pending: pending.length, sending: sending.size, rejected: rejected.length, outcomes: outcomes.length },
    books: partitions.map(({ ledger, pending: waiting, rejected, isBalanced }) => ({
      ledger,
      pending: waiting.length,
      rejected: rejected.length,
      isBalanced,
    })),
    isMemory,
    storage: { total: used, isPersisted },
    lines,
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
