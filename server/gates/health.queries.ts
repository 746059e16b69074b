import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { gateHealth } from '#server/db/tables/jobs.ts';

/** The clock is the database's: several processes tell of one gate. */
export async function tellWorked(db: Db, gate: string): Promise<void> {
  const workedAt = sql`now()`;
  await db
    .insert(gateHealth)
    .values({ gate, workedAt })
    .onConflictDoUpdate({ target: gateHealth.gate, set: { workedAt } });
}
export async function tellFailed(db: Db, gate: string, cause: string): Promise<void> {
  const failedAt = sql`now()`;
  await db
    .insert(gateHealth)
    .values({ gate, failedAt, cause })
    .onConflictDoUpdate({ target: gateHealth.gate, set: { failedAt, cause } });
}
