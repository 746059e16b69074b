import { PgBoss } from 'pg-boss';
import { queueOptions } from '#server/db/job-sender.ts';
import { type OpenDb, underMigrationLock } from '#server/db/open.ts';
import type { ListedJob } from '#server/jobs/listed-job.ts';
import { JobGivenUp, type JobWork } from '#server/platform/job.ts';
import { describeError } from '#server/platform/log.ts';
import { createOutages } from '#server/platform/outages.ts';

export type Runner = {
  /** Takes no more jobs; running ones have `graceMs` to end, the others go back to the queue. */
  stop(graceMs: number): Promise<void>;
};
export type RunnerParts = {
  open: Pick<OpenDb, 'pool'>;
  url: string;
  jobs: readonly ListedJob[];
  work: Omit<JobWork, 'signal'>;
  log: { warn(fields: object, message: string): void };
  /** Seconds between two looks for jobs whose process was killed. */
  superviseEvery?: number;
};

/** At most so many jobs of one kind at once in a process. */
const AT_ONCE = 2;
/** Without NOTIFY: the listener's connection has dropped. */
const POLL_SECONDS = 2;
/** With it only what was put off has to be looked for, a fifth of its own pause late at most. */
const lookEvery = ({ retry }: ListedJob): number => Math.min(30, Math.max(POLL_SECONDS, retry.delay / 5));

/** Runs the listed jobs in this process, and the schedules of which one node of all takes each tick. */
export async function startRunner(parts: RunnerParts): Promise<Runner> {
  const { url, jobs, log, superviseEvery = 15 } = parts;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'rostok jobs',
    max: 3,
    useListenNotify: true,
    superviseIntervalSeconds: superviseEvery,
    monitorIntervalSeconds: superviseEvery,
  });
  const outages = createOutages();
  boss.on('error', (error) => {
    // It looks every two seconds; one line tells of the outage.
    if (outages.note(error)?.isNew !== false) log.warn({ err: describeError(error) }, 'jobs: database');
  });
  boss.on('warning', ({ message }) => log.warn({}, `jobs: ${message}`));
  await boss.start();
  try {
    // Two nodes that start at once would write the same schedules.
    await underMigrationLock(parts.open, () => announce(boss, jobs));
    for (const job of jobs) await workOn(boss, job, parts);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return { stop: (graceMs) => boss.stop({ graceful: true, timeout: graceMs }) };
}

/** Queues and schedules as this release knows them; a schedule that it does not know is ended. */
async function announce(boss: PgBoss, jobs: readonly ListedJob[]): Promise<void> {
  for (const job of jobs) {
    await boss.createQueue(job.name, queueOptions(job));
    await boss.updateQueue(job.name, queueOptions(job));
    if (job.schedule) await boss.schedule(job.name, job.schedule.cron, job.schedule.data, { tz: 'Europe/Moscow' });
  }
  const scheduled = new Set(jobs.filter((job) => job.schedule).map((job) => job.name));
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
}

async function workOn(boss: PgBoss, job: ListedJob, { work, log }: RunnerParts): Promise<void> {
  const options = {
    perJobResults: true,
    // Whoever takes several at once needs no second one to take them.
    ...(job.together === undefined
      ? // What was put off wakes nobody when it comes due. Once pg-boss's count of the queue, up to a minute old, tells of a backlog, it is
        // taken without a pause between two.
        { localConcurrency: AT_ONCE, burstWhenReadyExceeds: 1 }
      : { batchSize: job.together, burstWhenBatchFull: true }),
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: lookEvery(job),
  } as const;
  await boss.work(job.name, options, async (taken) =>
    Promise.all(
      taken.map(async ({ id, data, signal }) => {
        try {
          await job.run({ ...work, signal, log }, data);
          return { id, status: 'completed' as const };
        } catch (error) {
          const cause = describeError(error);
          log.warn({ err: cause, job: job.name, jobId: id }, 'job failed');
          // «deadletter» is pg-boss's word for «no further try».
          const status = error instanceof JobGivenUp ? ('deadletter' as const) : ('failed' as const);
          return { id, status, output: { message: `${cause.type}: ${cause.message}`, code: cause.code } };
        }
      }),
    ),
  );
}
