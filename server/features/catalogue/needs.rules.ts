import { stepsOf } from '#contract/catalogue-pack.ts';
import type { NeedsShard } from '#contract/needs.ts';
import type { ShardDraft } from '#server/features/catalogue/shards.rules.ts';

/** Topics in their order, products of each the fittest first, tiers of what is bought. Hidden products may be among them. */
export type NeedsData = {
  needs: readonly { slug: string; title: string; words: readonly string[]; products: readonly number[] }[];
  synonyms: readonly (readonly string[])[];
  ranks: readonly { productId: number; tier: number }[];
};
const TIERS = [0, 1, 2] as const;

/** A need none of whose products is published says nothing and is left out: an empty shelf is no answer. */
export function needsShard({ needs, synonyms, ranks }: NeedsData, published: ReadonlySet<number>): ShardDraft {
  const shard: NeedsShard = {
    v: 1,
    needs: needs.flatMap(({ slug, title, words, products }) => {
      const shown = products.filter((id) => published.has(id));
      return shown.length === 0 ? [] : [{ slug, title, words: [...words], products: stepsOf(shown) }];
    }),
    synonyms: synonyms.map((words) => [...words]),
    popular: TIERS.map((tier) =>
      stepsOf(ranks.filter((row) => row.tier === tier && published.has(row.productId)).map((row) => row.productId)),
    ),
  };
  return { id: 'needs', kind: 'needs', audience: 0, count: shard.needs.length, json: JSON.stringify(shard) };
}

/** Shares of the published range, from the top: what one in twenty, the next three and the next six in twenty make. */
const SHARES = [0.05, 0.2, 0.5] as const;
/**
 * Tiers from pieces sold, most sold first. Coarse on purpose: it orders a list and tells nobody how much is sold.
 * @param total published products; a product nobody bought is in no tier.
 */
export function tiersOf(
  sold: readonly { productId: number; pieces: number }[],
  total: number,
): { productId: number; tier: number }[] {
  return [...sold]
    .sort((a, b) => b.pieces - a.pieces || a.productId - b.productId)
    .flatMap(({ productId }, place) => {
      const tier = SHARES.findIndex((share) => place < Math.ceil(total * share));
      return tier < 0 ? [] : [{ productId, tier }];
    });
}
