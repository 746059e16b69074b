import type { FastifyBaseLogger } from 'fastify';
import type { ShopDatabase } from '#server/db/shop-database.ts';
import { openGates } from '#server/gates/gates.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { type Runner, startRunner } from '#server/jobs/runner.ts';
import type { Env } from '#server/platform/env.ts';

/** The shop's jobs in this process: beside the API, or alone in `npm run worker`. */
export function runJobs(database: ShopDatabase, env: Env, log: FastifyBaseLogger): Promise<Runner> {
  const { db, jobs } = database;
  return startRunner({
    open: database,
    url: database.url,
    jobs: JOBS,
    work: { db, jobs, gates: openGates(db, env), env, now: () => new Date() },
    log,
  });
}
