import type { FastifyBaseLogger } from 'fastify';
import { describeError } from '#server/platform/log.ts';

/** Whatever still holds on after this (a query that never ends, a job) does not keep the process alive. */
const STOP_MS = 15_000;

/** Ends the process in order on SIGTERM, Ctrl+C or an uncaught error; a second signal ends it at once. */
export function endOnSignal({ log, end }: { log: FastifyBaseLogger; end: () => Promise<void> }): void {
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) process.exit(130);
    isStopping = true;
    setTimeout(() => {
      log.error('stopped before everything had ended');
      process.exit(1);
    }, STOP_MS).unref();
    try {
      await end();
    } catch (error) {
      log.error({ err: describeError(error) }, 'stop failed');
    }
    process.exit(code);
  };
  // `kill` of npm ends the shell between npm and us, and the shell passes nothing on: its end is our signal.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && !isStopping && void stop(0), 500).unref();
  }
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: describeError(error) }, 'uncaught');
    void stop(1);
  });
}
