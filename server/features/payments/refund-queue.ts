import * as z from 'zod/mini';
import type { JobQueue } from '#server/db/job-sender.ts';

/** Where refunds wait to be carried out. The job itself stands above the orders (server/features/acquiring). */
export const REFUND_QUEUE: JobQueue<{ refundId: number }> = {
  name: 'payments.refund',
  data: z.object({ refundId: z.int() }),
  // Over a day: a bank may be away for a night.
  retry: { limit: 20, delay: 30, delayMax: 2 * 3600 },
  expireIn: 120,
};
