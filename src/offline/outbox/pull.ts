import { GENERATION_KEY, writePulled } from '#src/offline/outbox/base.ts';
import { readRecords } from '#src/offline/outbox/entries.ts';
import type { OutboxPorts } from '#src/offline/outbox/ports.ts';

/** A server snapshot of one scope, as the page parsed it. */
export type Snapshot = { version: number; values: Record<string, number>; included: string[]; data: unknown };

/**
 * Takes a whole snapshot. `fetch` is given the partition's tried keys for `X-Client-Tried`. False when a send overlapped or
 * something newer is known: the caller asks again once the queue rests (docs/product/offline.md F54).
 */
export async function pull(
  ports: OutboxPorts,
  scope: string,
  at: string,
  fetch: (triedKeys: string[]) => Promise<Snapshot | null>,
): Promise<boolean> {
  const before = await ports.store.transact(async (tx) => ({
    generation: (await tx.get<number>(GENERATION_KEY)) ?? 0,
    tried: (await readRecords(ports.definitions, tx))
      .filter((record) => record.state === 'tried')
      .map((record) => record.id),
  }));
  const snapshot = await fetch(before.tried);
  if (!snapshot) return false;
  const isApplied = await ports.store.transact((tx) =>
    writePulled(tx, scope, { ...snapshot, generation: before.generation, at }),
  );
  if (isApplied) ports.changed();
  return isApplied;
}
