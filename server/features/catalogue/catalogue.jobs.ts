import * as z from 'zod/mini';
import { publishCatalogue, publishInTx } from '#server/features/catalogue/publish.commands.ts';
import { countRanks } from '#server/features/catalogue/ranks.commands.ts';
import { deleteStockNews, findStockNews } from '#server/features/catalogue/stock-news.queries.ts';
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

/**
 * Stock to the phones: orders note the products whose «none, few, many» has changed, and once a minute at most all of them are
 * published together. Placing an order itself publishes nothing (docs/product/orders.md#stock-and-phones). News are deleted after the
 * publication that told them, so a crash in between publishes once more.
 */
export const publishStock = defineJob({
  name: 'catalogue.publish-stock',
  data: z.object({}),
  expireIn: 5 * 60,
  schedule: { cron: '* * * * *', data: {} },
  async handle({ db, now }) {
    const news = await findStockNews(db);
    if (news.length === 0) return;
    await db.transaction((tx) => publishInTx(tx, now(), 'prices'));
    await deleteStockNews(db, news);
  },
});

/** What was bought most, once a week: a rank that moved daily would only republish the catalogue (docs/decisions/260). */
export const rankProducts = defineJob({
  name: 'catalogue.rank',
  data: z.object({}),
  expireIn: 5 * 60,
  schedule: { cron: '50 3 * * 1', data: {} },
  async handle({ db, now }) {
    await db.transaction(async (tx) => {
      await countRanks(tx, now());
      await publishInTx(tx, now());
    });
  },
});
