import { sql } from 'drizzle-orm';
import { JOBS } from '#server/jobs/registry.ts';
import type { PayingShop } from '#tests/payments/paying-shop.ts';

const NAMES = [
  'acquiring.confirm',
  'payments.refund',
  'getPaymentLink.finish',
  'changePaymentMethod.finish',
  'createDeposit.finish',
];

/**
 * Carries out the waiting jobs of payments without waiting for their time, by the code that runs them; a job that fails stays, as it
 * would for its next try. Answers how many there were.
 */
export async function drain(shop: PayingShop): Promise<number> {
  const { db } = shop;
  await db.execute(sql`update outside_calls set held_until = now() - interval '1 second' where ended_at is null`);
  const { rows } = await db.execute<{ id: string; name: string; data: unknown }>(sql`
    select id, name, data from pgboss.job where name in (${sql.join(
      NAMES.map((name) => sql`${name}`),
      sql`, `,
    )})
      and state in ('created', 'retry') order by created_on`);
  for (const { id, name, data } of rows) {
    const job = JOBS.find((one) => one.name === name);
    if (!job) throw new Error(`${name} is not in the registry`);
    await job
      .run({ ...shop.parts, env: shop.env, signal: AbortSignal.timeout(60_000) }, data)
      .then(() => db.execute(sql`delete from pgboss.job where id = ${id}::uuid`))
      .catch(() => undefined);
  }
  return rows.length;
}

/** The job of every minute, or another one of the schedule. */
export async function recheck(shop: PayingShop, name = 'acquiring.recheck'): Promise<void> {
  const job = JOBS.find((one) => one.name === name);
  if (!job) throw new Error(`${name} is not in the registry`);
  await job.run({ ...shop.parts, env: shop.env, signal: AbortSignal.timeout(60_000) }, {});
}
