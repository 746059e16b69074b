import * as z from 'zod/mini';
import { postRetailIncome } from '#server/features/retail-income/retail.commands.ts';
import { defineJob } from '#server/platform/job.ts';

/** Every night: orders of clients that were received fourteen days ago. What one night misses the next one takes. */
export const postRetail = defineJob({
  name: 'retail-income.post',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '30 0 * * *', data: {} },
  handle: async ({ db, now, signal }) => void (await postRetailIncome(db, { now: now(), signal })),
});
