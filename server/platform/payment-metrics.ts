import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#server/db/open.ts';
import { countMoneyToDecide } from '#server/platform/job-numbers.queries.ts';

/** Money that waits for a person at the desk, as the database knows it (docs/product/payments.md#states). */
export function addPaymentMetrics(registry: Registry, db: Db): void {
  new Gauge({
    name: 'rostok_payments_need_person',
    help: 'review: a wrong sum has come; refund: a refund that a provider would not make or that is made by hand',
    labelNames: ['kind'] as const,
    registers: [registry],
    async collect() {
      // Without a database there is nothing to tell.
      const counts = await countMoneyToDecide(db).catch(() => null);
      this.reset();
      for (const [kind, count] of Object.entries(counts ?? {})) this.set({ kind }, count);
    },
  });
}
