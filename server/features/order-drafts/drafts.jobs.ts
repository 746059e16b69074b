import * as z from 'zod/mini';
import { deleteOldDrafts } from '#server/features/order-drafts/drafts.queries.ts';
import { defineJob } from '#server/platform/job.ts';

/** Name and telephone of somebody who did not order are nobody's business for longer. */
const KEPT_DAYS = 30;

/** Forgets drafts that nobody has touched for a month. */
export const forgetDrafts = defineJob({
  name: 'desk.forget-drafts',
  data: z.object({}),
  schedule: { cron: '50 3 * * *', data: {} },
  async handle({ db, now }) {
    await deleteOldDrafts(db, new Date(now().getTime() - KEPT_DAYS * 86_400_000));
  },
});
