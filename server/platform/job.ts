import type { Env } from '#server/platform/env.ts';
import type { Db } from '#server/db/open.ts';
import type { JobQueue, JobSender } from '#server/db/job-sender.ts';
import type { Gates } from '#server/gates/gates.ts';

/** What every job is given. No transaction is open: a job that calls a gate must not hold one while it waits. */
export type JobWork = {
  db: Db;
  jobs: JobSender;
  gates: Gates;
  env: Pick<Env, 'publicUrl' | 'shopName' | 'production'>;
  now: () => Date;
  /** Aborted when the run has taken too long, or when the process stops and cannot wait any more. */
  signal: AbortSignal;
  /** For what is worth a line and no failure. */
  log?: { warn(fields: object, message: string): void };
};

export type Job<Data extends object = object> = JobQueue<Data> & {
  /** Minute, hour, day, month, weekday in Moscow time. One node of all sends the job, whoever runs it. */
  schedule?: { cron: string; data: Data };
  /** So many short jobs are taken from the queue at once and run side by side: taking one costs more than most letters do. */
  together?: number;
  /**
   * Runs after the commit of the change that sent it, at least once: a process that was killed leaves the job to the
   * next one. So it reads what there is to do from the database and finds nothing when it comes a second time.
   * @throws JobGivenUp when another try cannot help; anything else is tried again.
   */
  handle(work: JobWork, data: Data): Promise<void>;
};

/** The cause stands in `npm run jobs`: it names no person and no address. */
export class JobGivenUp extends Error {
  override name = 'JobGivenUp' as const;
}

const MINUTE = 60;
/** Five tries over about an hour. */
const RETRY: JobQueue['retry'] = { limit: 5, delay: MINUTE, delayMax: 30 * MINUTE };

type Defined<Data extends object> = Pick<Job<Data>, 'name' | 'data' | 'handle' | 'schedule' | 'together'> &
  Partial<Pick<Job<Data>, 'retry' | 'expireIn'>>;

/** One job described once: who sends it names this object, the registry lists it, the runner parses its data. */
export const defineJob = <Data extends object>(job: Defined<Data>): Job<Data> => ({
  retry: RETRY,
  expireIn: 5 * MINUTE,
  ...job,
});
