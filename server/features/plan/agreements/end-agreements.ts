import { endsAgreement, isActive } from '#contract/plan/activity.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { tellAgreement } from '#server/features/plan/agreements/agreements.jobs.ts';
import {
  endBond,
  findOpenHalf,
  findSilent,
  findUnlooked,
  holdBound,
  passOn,
  writeLooked,
  writeStep,
} from '#server/features/plan/agreements/agreements.queries.ts';
import { lockStructure } from '#server/features/plan/moves/moves.queries.ts';
import { withRetry } from '#server/platform/retry.ts';

type Work = { db: Db; jobs: JobSender; now: () => Date; signal: AbortSignal };

/**
 * After the youngest closed month: whoever was silent for twelve closed months in a row is a client from now on, and whoever has one
 * month left is warned (docs/product/network.md#end-of-an-agreement). A transaction a person; killed anywhere it is finished by the
 * next call, and done twice it is done once.
 */
export async function endAgreements({ db, jobs, now, signal }: Work): Promise<void> {
  const [newest] = await findUnlooked(db, 1);
  if (newest === undefined) return;
  const terms = termsOf(newest);
  const months = await findUnlooked(db, terms.endsAfterPeriods);
  const activeHalves = months.map((month) => termsOf(month).activeHalf);
  const silent = await findSilent(db, { months, activeHalves, least: terms.endsAfterPeriods - 1 });
  for (const { userId, months: count } of silent) {
    signal.throwIfAborted();
    const isOver = endsAgreement(count, terms);
    await withRetry(() => db.transaction((tx) => (isOver ? end(tx, userId) : warn(tx, userId))));
  }
  await writeLooked(db, newest, now());

  async function warn(tx: Tx, userId: number): Promise<void> {
    const bound = await holdBound(tx, userId);
    if (!bound || isActive(await findOpenHalf(tx, userId), terms)) return;
    await say(tx, { userId, step: 'warned', consId: bound.consId });
  }
  async function end(tx: Tx, userId: number): Promise<void> {
    await lockStructure(tx);
    const bound = await holdBound(tx, userId);
    // Active again in a month that is still open: the row of silent months is broken.
    if (!bound || isActive(await findOpenHalf(tx, userId), terms)) return;
    const { consId, heirId } = bound;
    const passed = await passOn(tx, userId, heirId, now());
    await endBond(tx, userId);
    await say(tx, { userId, step: 'ended', consId, heirId, ...passed });
  }
  async function say(tx: Tx, step: Omit<Parameters<typeof writeStep>[1], 'period' | 'at'>): Promise<void> {
    const id = await writeStep(tx, { ...step, period: newest!, at: now() });
    if (id !== undefined) await jobs.send(tx, tellAgreement, { id });
  }
}
