import * as z from 'zod/mini';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { defineJob } from '#server/platform/job.ts';

/**
 * Publishes again every night: what was changed beside the commands comes in, and files that no revision has named for
 * thirty days go (docs/product/catalogue.md). Nodes keep what they serve by LISTEN: that is each node's own memory, no job.
 */
export const refreshCatalogue = defineJob({
  name: 'catalogue.refresh',
  data: z.object({}),
  expireIn: 15 * 60,
  schedule: { cron: '20 3 * * *', data: {} },
  handle: async (work) => void (await publishCatalogue(work, work.now())),
});
