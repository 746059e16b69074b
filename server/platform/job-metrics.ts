import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#server/db/open.ts';
import {
  countQueues,
  findGateHealth,
  type GateHealth,
  type QueueNumbers,
} from '#server/platform/job-numbers.queries.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

const PER_QUEUE = {
  waiting: ['rostok_jobs_waiting', 'Jobs that are due and not yet done, those that are tried again among them'],
  oldest_seconds: ['rostok_jobs_oldest_seconds', 'How long the oldest of them has been waiting'],
  active: ['rostok_jobs_active', 'Jobs that run at the moment, in whichever process'],
  failed: ['rostok_jobs_failed', 'Jobs that are not tried any more: npm run jobs'],
} as const satisfies Partial<Record<keyof QueueNumbers, readonly [string, string]>>;

/** The queues and the gates as the database knows them: every node tells the same. Without a database they are left out. */
export function addJobMetrics(registry: Registry, db: Db): void {
  const look = onceAtATime(() => countQueues(db));
  for (const [field, [name, help]] of Object.entries(PER_QUEUE) as [
    keyof typeof PER_QUEUE,
    readonly [string, string],
  ][])
    new Gauge({
      name,
      help,
      labelNames: ['queue'] as const,
      registers: [registry],
      async collect() {
        const rows = await look();
        this.reset();
        for (const row of rows) this.set({ queue: row.queue }, row[field]);
      },
    });
  addGateMetrics(registry, db);
}

function addGateMetrics(registry: Registry, db: Db): void {
  const look = onceAtATime(() => findGateHealth(db));
  const gauge = (name: string, help: string, valueOf: (row: GateHealth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['gate'] as const,
      registers: [registry],
      async collect() {
        const rows = await look();
        this.reset();
        for (const row of rows) this.set({ gate: row.gate }, valueOf(row));
      },
    });
  gauge(
    'rostok_gate_stopped',
    '1: the last try at this gate failed and nothing has gone out since (mail: rostok_gate_stopped{gate="mail"})',
    ({ workedAt, failedAt }) => (failedAt !== null && (workedAt === null || failedAt > workedAt) ? 1 : 0),
  );
  gauge(
    'rostok_gate_worked_timestamp_seconds',
    'When something last went out by this gate; 0: never',
    ({ workedAt }) => (workedAt?.getTime() ?? 0) / 1000,
  );
}

/** A scrape that waits for the database would lose the numbers of everything else. */
const SCRAPE_MS = 2000;

/** One look at the database for all gauges of a scrape; without a database there is nothing to tell. */
function onceAtATime<T>(read: () => Promise<T[]>): () => Promise<T[]> {
  let looking: Promise<T[]> | null = null;
  return () =>
    (looking ??= withTimeout(read(), SCRAPE_MS)
      .catch(() => [])
      .finally(() => (looking = null)));
}
