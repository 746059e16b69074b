import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type * as z from 'zod/mini';
import type { Deadlines } from '#server/db/deadlines.ts';
import type { Tx } from '#server/db/handle.ts';
import { QUEUE_ACCESS } from '#server/db/queue-access.ts';

/** How a job waits and is tried again. All times in seconds; a deadline over a day is a column and a sweep. */
export type JobQueue<Data extends object = object> = {
  /** `<feature>.<what>`; also the name of its queue in the database, so it is never renamed while jobs wait. */
  name: string;
  data: z.ZodMiniType<Data>;
  /** Tries after the first one. The pause doubles from `delay` up to `delayMax`. */
  retry: { limit: number; delay: number; delayMax: number };
  /** A run that takes longer is given up and tried again. */
  expireIn: number;
};

/** Puts jobs into the transaction of the change that needs them: either both are there afterwards or neither. */
export type JobSender = {
  send<Data extends object>(
    tx: Tx,
    job: JobQueue<Data>,
    data: Data,
    options?: { startAfterSeconds?: number },
  ): Promise<void>;
  /** Opens its connection ahead, so that the first change does not wait for it. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

/** Finished and failed jobs stay readable for so long (`npm run jobs`). */
const KEPT_SECONDS = 14 * 86_400;
/** A process that was killed is noticed after so long without a sign of life; its job is then tried again. */
const HEARTBEAT_SECONDS = 20;

/** What pg-boss is told of a queue. */
export const queueOptions = ({ retry, expireIn }: JobQueue) => ({
  retryLimit: retry.limit,
  retryDelay: retry.delay,
  retryDelayMax: retry.delayMax,
  retryBackoff: true,
  expireInSeconds: expireIn,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
  notify: true,
});

/**
 * A sender on a connection of its own, opened when the first job is sent: pg-boss keeps its list of queues there, while
 * the job itself is written by the caller's transaction.
 */
export function openJobSender(url: string, deadlines?: Deadlines): JobSender {
  let starting: Promise<PgBoss> | null = null;
  const queues = new Map<string, Promise<void>>();

  const start = (): Promise<PgBoss> => (starting ??= open(url, deadlines).catch(forget));
  const forget = (error: unknown): never => {
    // The next job tries again: the database may only have been away for a moment.
    starting = null;
    throw error;
  };
  async function ensureQueue(boss: PgBoss, job: JobQueue): Promise<void> {
    let made = queues.get(job.name);
    if (!made) {
      made = boss.createQueue(job.name, queueOptions(job)).catch((error: unknown) => {
        queues.delete(job.name);
        throw error;
      });
      queues.set(job.name, made);
    }
    await made;
  }

  return {
    async send(tx, job, data, { startAfterSeconds } = {}) {
      const boss = await start();
      await ensureQueue(boss, job);
      await boss.send(job.name, data, { db: fromDrizzle(tx, sql), startAfter: startAfterSeconds });
    },
    ready: async () => void (await start()),
    async close() {
      const boss = await starting?.catch(() => undefined);
      starting = null;
      await boss?.stop({ graceful: false });
    },
  };
}

async function open(url: string, deadlines?: Deadlines): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    // The queue hands them to the driver.
    ...deadlines,
    application_name: 'rostok send',
    max: 1,
    ...QUEUE_ACCESS,
  });
  // A lost connection fails the statement that needed it; unheard it would end the process.
  boss.on('error', () => {});
  await boss.start();
  return boss;
}
