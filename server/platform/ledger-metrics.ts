import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#server/db/open.ts';
import { findLedgerChecks } from '#server/platform/job-numbers.queries.ts';

/** What the last proof of the ledger found, as the database knows it: every node tells the same (docs/product/money.md#walls). */
export function addLedgerMetrics(registry: Registry, db: Db): void {
  const gauge = (name: string, help: string, valueOf: (row: { damaged: number; checkedAt: Date }) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['check'] as const,
      registers: [registry],
      async collect() {
        // Without a database there is nothing to tell.
        const rows = await findLedgerChecks(db).catch(() => []);
        this.reset();
        for (const row of rows) this.set({ check: row.name }, valueOf(row));
      },
    });
  gauge('rostok_ledger_damaged', 'Rows that the last check of the ledger found wrong', ({ damaged }) => damaged);
  gauge(
    'rostok_ledger_checked_timestamp_seconds',
    'When this check of the ledger last ran',
    ({ checkedAt }) => checkedAt.getTime() / 1000,
  );
}
