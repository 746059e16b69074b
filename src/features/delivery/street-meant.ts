import type { DeliveryPoint } from '#contract/delivery.ts';
import { searchPoints } from '#src/features/delivery/points.rules.ts';
import { distance, slipsAllowed } from '#src/offline/search/typo.ts';
import { normal, wordsOf } from '#src/offline/search/words.ts';

/** `typed` is what no address has, `word` the one that was probably meant, `query` the mended search with `count` points. */
export type Meant = { typed: string; word: string; query: string; count: number };
type Searched = Pick<DeliveryPoint, 'address' | 'name' | 'note'>;

/** «кирва» → «Кирова»: the nearest word of the addresses for the first word that none of them has. Null without one. */
export function streetMeant(points: readonly Searched[], query: string): Meant | null {
  const typed = wordsOf(query).find((word) => searchPoints(points, word).length === 0);
  if (typed === undefined) return null;
  const limit = slipsAllowed(typed);
  let best: { word: string; slips: number } | null = null;
  for (const word of new Set(points.flatMap(({ address }) => address.match(/\p{L}{3,}/gu) ?? []))) {
    // A beginning is compared with as many letters: «савет» means «Советская».
    const slips = Math.min(
      distance(typed, normal(word), limit),
      distance(typed, normal(word).slice(0, typed.length), limit),
    );
    if (slips <= limit && slips < (best?.slips ?? limit + 1)) best = { word, slips };
  }
  if (!best) return null;
  const mended = normal(query).replace(typed, best.word);
  const count = searchPoints(points, mended).length;
  return count > 0 ? { typed, word: best.word, query: mended, count } : null;
}
