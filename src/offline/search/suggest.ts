import { needsBegun } from '#src/offline/search/needs-begun.ts';
import { searchProducts } from '#src/offline/search/search-query.ts';
import type { SearchIndex } from '#src/offline/search/search-index.ts';

/** What stands under the field while somebody types. */
export type Suggestions = {
  /** The query mended: «магний» for «vfuybq»; null when nothing was wrong. */
  corrected: string | null;
  /** Topics whose words begin like this, or that were asked for. */
  needs: { slug: string; title: string }[];
  /** Categories of the best products, most of them first. */
  categories: number[];
  /** Product ids, best first. */
  products: number[];
  /** How many products the whole answer has. */
  total: number;
  isIllness: boolean;
};
const MAX_PRODUCTS = 4;
const MAX_CATEGORIES = 2;
const MAX_NEEDS = 2;
/** Categories are counted among so many of the best. */
const LOOKED_AT = 24;

/** Titles only: an answer has to be there before the next letter. */
export function suggest(index: SearchIndex, query: string): Suggestions {
  const { ids, corrected, isIllness, isPartly } = searchProducts(index, query);
  const counts = new Map<number, number>();
  for (const id of ids.slice(0, LOOKED_AT)) {
    const category = index.categories[index.docOf.get(id) ?? -1];
    if (category !== undefined) counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return {
    // A slip that leaves half of the words without an answer is a guess: «отмыть плиту» is no «плед».
    corrected: isPartly ? null : corrected,
    isIllness,
    total: isPartly ? 0 : ids.length,
    products: ids.slice(0, MAX_PRODUCTS),
    categories: [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_CATEGORIES)
      .map(([id]) => id),
    needs: isIllness ? [] : needsBegun(index, corrected ?? query).slice(0, MAX_NEEDS),
  };
}
