import * as z from 'zod/mini';
import { deleteMissesBefore } from '#server/features/search-misses/search-misses.queries.ts';
import { defineJob } from '#server/platform/job.ts';

const KEPT_MS = 180 * 86_400_000;

/** Words that nobody has asked for in half a year tell nothing of the range. */
export const forgetMisses = defineJob({
  name: 'search.forget-misses',
  data: z.object({}),
  schedule: { cron: '35 3 * * *', data: {} },
  handle: ({ db, now }) => deleteMissesBefore(db, new Date(now().getTime() - KEPT_MS)),
});
