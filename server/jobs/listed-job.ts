import { type Job, JobGivenUp, type JobWork } from '#server/platform/job.ts';

/** A job among others, whose kind of data is its own business: `run` parses before it hands over. */
export type ListedJob = Pick<Job, 'name' | 'retry' | 'expireIn' | 'together'> & {
  data: Job['data'];
  schedule?: { cron: string; data: object };
  run(work: JobWork, data: unknown): Promise<void>;
};

export const listJob = <Data extends object>({ handle, ...job }: Job<Data>): ListedJob => ({
  ...job,
  // A job written by an older release may lack what this one needs: no later try changes that.
  async run(work, data) {
    const parsed = job.data.safeParse(data);
    if (!parsed.success) throw new JobGivenUp(`the data of ${job.name} does not fit its schema`);
    await handle(work, parsed.data);
  },
});
