import * as z from 'zod/mini';
import { defineJob } from '#server/platform/job.ts';
import { tidy } from '#server/platform/upkeep.ts';

/** Once an hour, at a minute when little else begins. */
export const tidyUp = defineJob({
  name: 'upkeep.tidy',
  data: z.object({}),
  // What one hour misses the next one takes.
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '17 * * * *', data: {} },
  handle: (work) => tidy(work),
});
