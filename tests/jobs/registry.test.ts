import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { JOBS } from '#server/jobs/registry.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Whatever a *.jobs.ts gives away that is a job, or that has one to finish it (`defineOutside`). */
async function definedJobs(): Promise<string[]> {
  const names: string[] = [];
  for (const file of globSync('server/**/*.jobs.ts', { cwd: ROOT })) {
    const given = (await import(`${ROOT}${file}`)) as Record<
      string,
      { name?: string; handle?: unknown; job?: unknown }
    >;
    for (const one of Object.values(given)) {
      const job = (one.job ?? one) as { name?: string; handle?: unknown };
      if (typeof job.handle === 'function' && job.name !== undefined) names.push(job.name);
    }
  }
  return names;
}

it('every job that is defined is listed, under a name of its own', async () => {
  const listed = JOBS.map((job) => job.name);
  expect((await definedJobs()).toSorted()).toEqual(listed.toSorted());
  expect(new Set(listed).size).toBe(listed.length);
});

it('what is sent by a schedule fits the job that it is for', () => {
  const misfits = JOBS.filter(({ schedule, data }) => schedule && !data.safeParse(schedule.data).success);
  expect(misfits.map((job) => job.name)).toEqual([]);
});
