import * as z from 'zod/mini';
import { deleteLoosePhotos } from '#server/features/returns/returns.queries.ts';
import { defineJob } from '#server/platform/job.ts';

const DAY_MS = 86_400_000;
/** Photographs of returns that were never sent go after a day. */
export const dropLoosePhotos = defineJob({
  name: 'returns.drop-loose-photos',
  data: z.object({}),
  schedule: { cron: '20 4 * * *', data: {} },
  async handle({ db, now }) {
    await deleteLoosePhotos(db, new Date(now().getTime() - DAY_MS));
  },
});
