import * as z from 'zod/mini';
import { deleteVisitsBefore } from '#server/features/sponsor/sponsor.queries.ts';
import { moscowDay } from '#server/features/sponsor/sponsor.rules.ts';
import { defineJob } from '#server/platform/job.ts';

/** So long a consultant can see what their link has brought; then nobody needs to know who came. */
const KEPT_DAYS = 92;

/** Once a day. */
export const forgetVisits = defineJob({
  name: 'sponsor.forget-visits',
  data: z.object({}),
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '52 4 * * *', data: {} },
  handle: ({ db, now }) => deleteVisitsBefore(db, moscowDay(new Date(now().getTime() - KEPT_DAYS * 86_400_000))),
});
