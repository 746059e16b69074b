import { PgBoss } from 'pg-boss';
import type { OpenDb } from '#server/db/open.ts';
import { QUEUE_ACCESS } from '#server/db/queue-access.ts';

/** Puts failed jobs back into their queues for one more try each. Answers how many there were. */
export async function repeatJobs(
  { pool }: Pick<OpenDb, 'pool'>,
  failed: readonly { queue: string; ids: string[] }[],
): Promise<number> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    ...QUEUE_ACCESS,
  });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const { queue, ids } of failed) await boss.retry(queue, ids);
  } finally {
    await boss.stop({ graceful: false });
  }
  return failed.reduce((sum, { ids }) => sum + ids.length, 0);
}
