import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';

export type FailedJob = {
  id: string;
  queue: string;
  data: unknown;
  /** What the last try ended with; no person and no address stands in it (docs/decisions/140). */
  cause: string;
  tries: number;
  created_at: Date;
  failed_at: Date;
};

const columns = sql`id, name as queue, data, retry_count + 1 as tries, created_on as created_at, completed_on as failed_at,
  coalesce(output ->> 'message', output #>> '{value,message}', output::text, '') as cause`;

/** Jobs that are not tried any more, the last one first. */
export async function findFailed(db: Db, limit: number): Promise<FailedJob[]> {
  return (
    await db.execute<FailedJob>(
      sql`select ${columns} from pgboss.job where state = 'failed' order by completed_on desc limit ${limit}`,
    )
  ).rows;
}
export async function findFailedById(db: Db, id: string): Promise<FailedJob | undefined> {
  return (
    await db.execute<FailedJob>(sql`select ${columns} from pgboss.job where state = 'failed' and id = ${id}::uuid`)
  ).rows[0];
}
/** Ids of failed jobs by queue, all of them or those of one queue. */
export async function findFailedIds(db: Db, queue: string | null): Promise<{ queue: string; ids: string[] }[]> {
  return (
    await db.execute<{ queue: string; ids: string[] }>(sql`
      select name as queue, array_agg(id::text) as ids from pgboss.job
      where state = 'failed' and (${queue}::text is null or name = ${queue}) group by name order by name`)
  ).rows;
}
