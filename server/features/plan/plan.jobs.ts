import * as z from 'zod/mini';
import { checkTree, treeInWords } from '#server/features/plan/check-tree.ts';
import { endAgreements } from '#server/features/plan/agreements/end-agreements.ts';
import { closePeriod, isIntact } from '#server/features/plan/closing/close-period.commands.ts';
import { firstNotDue } from '#server/features/plan/closing/due.rules.ts';
import { findClosed, findUnclosed } from '#server/features/plan/closing/periods.queries.ts';
import { carryOutMoves } from '#server/features/plan/moves/carry-out-moves.ts';
import { findUnpaid } from '#server/features/plan/posting/approvals.queries.ts';
import { correctPeriod } from '#server/features/plan/posting/correct-period.ts';
import { findToCorrect } from '#server/features/plan/posting/corrections.queries.ts';
import { postPeriod } from '#server/features/plan/posting/post-period.commands.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

/** Every night the structure is compared with the sponsors; a person has to look at a difference: `npm run tree-check`. */
export const checkTreeNightly = defineJob({
  name: 'plan.check-tree',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '50 3 * * *', data: {} },
  async handle({ db }) {
    const words = treeInWords(await checkTree(db));
    if (words.length > 0) throw new JobGivenUp(`the structure differs from the sponsors in ${words.length} places`);
  },
});

/**
 * Ten minutes after every Moscow midnight: closes what is due, the oldest first. A month that a fallen shop missed is closed later.
 * Between two months, after the snapshot of the one and before that of the next, agreements of the silent are ended, then corrections of
 * sponsors are carried out.
 */
export const closePeriods = defineJob({
  name: 'plan.close-periods',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '10 0 * * *', data: {} },
  async handle(work) {
    const { db, now, signal } = work;
    const at = now();
    const open = firstNotDue(periodOf(at), at);
    // Of the month that a process closed which was killed behind it.
    await endAgreements(work);
    for (const period of await findUnclosed(db, open)) {
      await carryOutMoves(db, period, at);
      await closePeriod(db, period, { now: at, signal });
      await endAgreements(work);
    }
    await carryOutMoves(db, open, at);
  },
});

/**
 * Posts the bonuses of closed months from the 10th on, the oldest first; what two people have not approved waits, and everything
 * behind it. The second approval sends it too.
 */
export const postBonuses = defineJob({
  name: 'plan.post-bonuses',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '20 0 * * *', data: {} },
  async handle({ db, now, signal }) {
    for (const period of await findUnpaid(db)) {
      const posted = await postPeriod(db, period, { now: now(), signal });
      if (posted === 'changed') throw new JobGivenUp(`closed period ${period} was changed: nothing is posted of it`);
      if (posted !== 'paid' && posted !== 'already') return;
    }
  },
});

/** Every night what came back after its month was paid is posted as corrections. */
export const correctClosed = defineJob({
  name: 'plan.correct-closed',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '40 0 * * *', data: {} },
  async handle({ db, now, signal }) {
    for (const period of await findToCorrect(db)) await correctPeriod(db, period, { now: now(), signal });
  },
});

/** Every night the rows of the last closed months are compared with their sums. */
export const checkClosedNightly = defineJob({
  name: 'plan.check-closed',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '55 3 * * *', data: {} },
  async handle({ db }) {
    const broken: number[] = [];
    for (const period of await findClosed(db, CHECKED_MONTHS)) if (!(await isIntact(db, period))) broken.push(period);
    if (broken.length > 0) throw new JobGivenUp(`closed periods were changed: ${broken.join(', ')}`);
  },
});
const CHECKED_MONTHS = 3;
