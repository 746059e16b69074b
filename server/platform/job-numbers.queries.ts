import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { gateHealth } from '#server/db/tables/jobs.ts';
import { ledgerChecks } from '#server/db/tables/ledger.ts';
import { payments, refunds } from '#server/db/tables/payments.ts';

export type QueueNumbers = { queue: string; waiting: number; active: number; failed: number; oldest_seconds: number };

/**
 * Counted now, not taken from pg-boss's own statistics: those stand still when nobody runs jobs, which is what these numbers
 * are to tell. Waiting is what is due or is tried again; a job whose time has not come yet waits for nobody.
 */
export async function countQueues(db: Db): Promise<QueueNumbers[]> {
  const { rows } = await db.execute<QueueNumbers>(sql`
    select q.name as queue,
      count(j.id) filter (where j.state = 'retry' or (j.state = 'created' and j.start_after <= now()))::int as waiting,
      count(j.id) filter (where j.state = 'active')::int as active,
      count(j.id) filter (where j.state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(case when j.state = 'retry' then j.created_on else j.start_after end)
        filter (where j.state = 'retry' or (j.state = 'created' and j.start_after <= now()))), 0)::float8 as oldest_seconds
    from pgboss.queue q
    left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
    where q.name not like '\\_\\_pgboss%'
    group by q.name order by q.name`);
  return rows;
}
export type GateHealth = typeof gateHealth.$inferSelect;
export async function findGateHealth(db: Db): Promise<GateHealth[]> {
  return db.select().from(gateHealth);
}
export async function findLedgerChecks(db: Db): Promise<(typeof ledgerChecks.$inferSelect)[]> {
  return db.select().from(ledgerChecks);
}
/** Attempts and refunds that nobody but a person moves on. */
export async function countMoneyToDecide(db: Db): Promise<{ review: number; refund: number }> {
  const [review, refund] = await Promise.all([
    db.$count(payments, eq(payments.status, 'needs_review')),
    db.$count(refunds, eq(refunds.state, 'failed')),
  ]);
  return { review, refund };
}
