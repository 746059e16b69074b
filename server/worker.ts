import pino from 'pino';
import { inWords } from '#server/command.ts';
import { migrateDb } from '#server/db/open.ts';
import { openShopDatabase } from '#server/db/shop-database.ts';
import { runJobs } from '#server/jobs/run-jobs.ts';
import { endOnSignal } from '#server/platform/end-on-signal.ts';
import { readEnv } from '#server/platform/env.ts';
import { workerLogger } from '#server/platform/log.ts';

/** Running jobs have so long to end; the others go back to the queue at once. */
const DRAIN_MS = 10_000;

/** `npm run worker`: the shop's jobs in a process of their own, beside API processes with `JOBS=off`. */
try {
  const env = readEnv(process.env);
  const database = await openShopDatabase(env, 'command');
  try {
    await migrateDb(database);
    const log = pino(workerLogger(env));
    const runner = await runJobs(database, env, log);
    const end = async () => {
      await runner.stop(DRAIN_MS);
      await database.close();
    };
    endOnSignal({ log, end });
    console.log(`Задания «${env.shopName}» выполняются`);
  } catch (error) {
    await database.close();
    throw error;
  }
} catch (error) {
  console.error(inWords(error));
  process.exit(1);
}
