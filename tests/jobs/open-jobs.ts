import { openGates } from '#server/gates/gates.ts';
import * as z from 'zod/mini';
import type { OpenDb } from '#server/db/open.ts';
import type { ListedJob } from '#server/jobs/listed-job.ts';
import { type Runner, startRunner } from '#server/jobs/runner.ts';
import { defineJob, type JobWork } from '#server/platform/job.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';
import { sql } from 'drizzle-orm';

// A database with runners of its own. Contents: 1 jobs of the tests, 2 runners on a database, 3 what the queue holds

// ── 1 Jobs of the tests ─────────────────────────────────────────────────────────────────────────
export const Note = z.object({ note: z.string() });
export type Note = z.infer<typeof Note>;
/** A job that does what the test says; tried again after a second, twice. */
export const noteJob = (handle: (work: JobWork, data: Note) => Promise<void>, name = 'test.note') =>
  defineJob({ name, data: Note, retry: { limit: 2, delay: 1, delayMax: 1 }, handle });

// ── 2 Runners on a database ─────────────────────────────────────────────────────────────────────
/** A database of the test's own, where it may start as many runners as it likes. */
export async function openJobs() {
  const open = await openTestDb();
  const runners = runnersOn(open);
  const close = async () => {
    await runners.stop();
    await open.close();
  };
  return { ...open, ...runners, close };
}
export type TestJobs = Awaited<ReturnType<typeof openJobs>>;

/** They live at the time of a shop that has one of its own: what a call has written is not weeks old to the job behind it. */
export function runnersOn(open: OpenDb & { url: string; clock?: { now: Date } }) {
  const running: Runner[] = [];
  const lines: string[] = [];
  return {
    /** What the runners complained of. */
    lines,
    async run(jobs: readonly ListedJob[], more: Partial<Omit<JobWork, 'signal'>> = {}): Promise<Runner> {
      const gates = openGates(open.db, testEnv());
      const runner = await startRunner({
        open,
        url: open.url,
        jobs,
        work: {
          db: open.db,
          jobs: open.jobs,
          gates,
          env: testEnv(),
          now: () => open.clock?.now ?? new Date(),
          ...more,
        },
        log: { warn: (fields, message) => void lines.push(`${message} ${JSON.stringify(fields)}`) },
        superviseEvery: 1,
      });
      running.push(runner);
      return runner;
    },
    async stop(): Promise<void> {
      await Promise.all(running.splice(0).map((runner) => runner.stop(1000)));
    },
  };
}

// ── 3 What the queue holds ──────────────────────────────────────────────────────────────────────
export type Row = { id: string; state: string; retry_count: number; output: { message?: string } | null };
export async function rowsOf({ db }: Pick<TestJobs, 'db'>, name: string): Promise<Row[]> {
  return (
    await db.execute<Row>(
      sql`select id, state, retry_count, output from pgboss.job where name = ${name} order by created_on`,
    )
  ).rows;
}
