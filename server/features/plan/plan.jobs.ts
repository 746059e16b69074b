import * as z from 'zod/mini';
import { checkTree, treeInWords } from '#server/features/plan/check-tree.ts';
import { closePeriod, isIntact } from '#server/features/plan/closing/close-period.ts';
import { findClosed, findUnclosed } from '#server/features/plan/closing/periods.queries.ts';
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

/** Ten minutes after every Moscow midnight: closes what is due, the oldest first. A month that a fallen shop missed is closed later. */
export const closePeriods = defineJob({
  name: 'plan.close-periods',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '10 0 * * *', data: {} },
  async handle({ db, now, signal }) {
    for (const period of await findUnclosed(db, periodOf(now()))) await closePeriod(db, period, { now: now(), signal });
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
