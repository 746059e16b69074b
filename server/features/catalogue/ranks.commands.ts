import type { Tx } from '#server/db/open.ts';
import { countPublished, replaceRanks } from '#server/features/catalogue/needs.queries.ts';
import { tiersOf } from '#server/features/catalogue/needs.rules.ts';
import { findSold } from '#server/features/catalogue/sold.queries.ts';

const WEEKS_4_MS = 28 * 86_400_000;

/**
 * Counts what was bought in the last four weeks into three tiers (docs/decisions/260). How many products are in one. Publishes
 * nothing itself.
 */
export async function countRanks(tx: Tx, now: Date): Promise<number> {
  const sold = await findSold(tx, new Date(now.getTime() - WEEKS_4_MS), now);
  const ranks = tiersOf(sold, await countPublished(tx));
  await replaceRanks(tx, ranks);
  return ranks.length;
}
