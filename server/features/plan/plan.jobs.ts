import * as z from 'zod/mini';
import { checkTree, treeInWords } from '#server/features/plan/check-tree.ts';
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
