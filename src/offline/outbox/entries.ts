import { addTo, EMPTY_LEDGER, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import type { Mutations } from '#src/offline/outbox/mutation.ts';
import type { OutboxTx } from '#src/offline/outbox/ports.ts';
import { isOutboxRecord, LEDGER_KEY, type OutboxRecord } from '#src/offline/outbox/record.ts';

// What every transaction over the entries shares; the worker loads this. What an answer writes is in settle.ts; the page's own
// half is append.ts, state.ts, quarantine.ts and rejected.ts.

/** Readable records in order. Written by a newer build: preserved, not sent. */
export async function readRecords(definitions: Mutations, tx: OutboxTx): Promise<OutboxRecord[]> {
  return (await tx.list<unknown>('ob:'))
    .map(([, value]) => value)
    .filter((value) => isOutboxRecord(definitions, value));
}

/** Every exit of a record changes the ledger in the same transaction (I4). */
export async function book(tx: OutboxTx, change: Partial<Omit<Ledger, 'v'>>): Promise<void> {
  tx.put(LEDGER_KEY, addTo((await tx.get<Ledger>(LEDGER_KEY)) ?? EMPTY_LEDGER, change));
}
