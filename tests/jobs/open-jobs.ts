import * as z from 'zod/mini';
import type { ListedJob } from '#server/jobs/listed-job.ts';
import { listJob } from '#server/jobs/listed-job.ts';
import { type Runner, startRunner } from '#server/jobs/runner.ts';
import { defineJob, type JobWork } from '#server/platform/job.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';
import { sql } from 'drizzle-orm';

// A database with runners of its own. Contents: 1 jobs of the tests, 2 the database and its runners, 3 what the queue holds

// ── 1 Jobs of the tests ─────────────────────────────────────────────────────────────────────────
export const Note = z.object({ note: z.string() });
export type Note = z.infer<typeof Note>;
/** A job that does what the test says; tried again after a second, twice. */
export const noteJob = (handle: (work: JobWork, data: Note) => Promise<void>, name = 'test.note') =>
  defineJob({ name, data: Note, retry: { limit: 2, delay: 1, delayMax: 1 }, handle });

// ── 2 The database and its runners ──────────────────────────────────────────────────────────────
export async function openJobs() {
  const open = await openTestDb();
  const runners: Runner[] = [];
  const lines: string[] = [];
  return {
    ...open,
    /** What the runners complained of. */
    lines,
    async run(jobs: readonly ListedJob[], more: Partial<Omit<JobWork, 'signal'>> = {}): Promise<Runner> {
      const runner = await startRunner({
        open,
        url: open.url,
        jobs,
        work: { db: open.db, jobs: open.jobs, gates: {}, env: testEnv(), now: () => new Date(), ...more },
        log: { warn: (fields, message) => void lines.push(`${message} ${JSON.stringify(fields)}`) },
        superviseEvery: 1,
      });
      runners.push(runner);
      return runner;
    },
    close: async () => {
      await Promise.all(runners.map((runner) => runner.stop(1000)));
      await open.close();
    },
  };
}
export type TestJobs = Awaited<ReturnType<typeof openJobs>>;
export { listJob };

// ── 3 What the queue holds ──────────────────────────────────────────────────────────────────────
export type Row = { id: string; state: string; retry_count: number; output: { message?: string } | null };
export async function rowsOf({ db }: Pick<TestJobs, 'db'>, name: string): Promise<Row[]> {
  return (
    await db.execute<Row>(
      sql`select id, state, retry_count, output from pgboss.job where name = ${name} order by created_on`,
    )
  ).rows;
}
