import type { FastifyInstance } from 'fastify';
import { noteSearchMiss } from '#contract/search-misses.ts';
import { countMiss } from '#server/features/search-misses/search-misses.queries.ts';
import { countedWords } from '#server/features/search-misses/search-misses.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';

/** What is not counted is answered alike: the page has nothing to say about it. */
export function searchMissesRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, noteSearchMiss, async ({ tx, body, now }) => {
    const words = countedWords(body.query);
    if (words !== null) await countMiss(tx, words, now);
    return {};
  });
}
