import * as z from 'zod/mini';
import { takeBackRetail } from '#server/features/retail-income/take-back.ts';
import { defineJob } from '#server/platform/job.ts';

export const takeBack = defineJob({
  name: 'retail-income.take-back',
  data: z.object({ orderId: z.int() }),
  handle: async ({ db, now }, { orderId }) => void (await takeBackRetail(db, orderId, now())),
});
