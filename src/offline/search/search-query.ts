import { isAboutIllness } from '#src/offline/search/diseases.ts';
import { LEVEL } from '#src/offline/search/match.ts';
import { type PriceWish, priceWishOf } from '#src/offline/search/price-wish.ts';
import { readQuery, type ReadWord } from '#src/offline/search/readings.ts';
import { type Part, partOfNeed, partsOf, score, type Scored, withAkin, withoutAim } from '#src/offline/search/score.ts';
import { sayingOf, type SearchIndex } from '#src/offline/search/search-index.ts';
import type { TextIndex } from '#src/offline/search/text-index.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { normal } from '#src/offline/search/words.ts';

export type SearchAnswer = {
  /** Product ids, best first. */
  ids: number[];
  /** What was searched for instead, when the layout, the alphabet or a slip was corrected; else null. */
  corrected: string | null;
  /** After a literal search in vain: what a free one would find. */
  suggestion: string | null;
  /** True when no product has all the words and those with some of them are shown. */
  isPartly: boolean;
  /** An illness was named: nothing is shown, and the page says that supplements treat nothing. */
  isIllness: boolean;
  /** The topic that was asked for by name, when it was nothing else. */
  need: { slug: string; title: string } | null;
  /** What was asked of the price, and the query without it. */
  price?: PriceWish;
};

/** So much of a query is looked at. */
const MAX_QUERY = 400;
const NOTHING: SearchAnswer = {
  ids: [],
  corrected: null,
  suggestion: null,
  isPartly: false,
  isIllness: false,
  need: null,
};

/**
 * What a query finds (docs/decisions/261). A query in «quotes» is taken literally: «искать точно».
 * @param texts descriptions, looked at only where titles do not answer; null: not read
 */
export function searchProducts(index: SearchIndex, query: string, texts: TextIndex | null = null): SearchAnswer {
  // Pasted from a page: tags are no words.
  const trimmed = query
    .slice(0, MAX_QUERY)
    .replaceAll(/<[^<>]*>/g, ' ')
    .trim();
  const literal = /^["«“](.*?)["»”]?$/s.exec(trimmed);
  const asked = (literal?.[1] ?? trimmed).trim();
  // What is asked of the price is the filter's; a price alone is looked for as it stands.
  const price = literal ? null : priceWishOf(asked);
  const text = price?.rest || asked;
  if (isAboutIllness(text, (word) => index.byStem.has(stemOf(word)))) return { ...NOTHING, isIllness: true };
  const readings = readQuery(index, text, literal !== null);
  const read = readings.flatMap((reading) => reading.words);
  const words = texts ? read.map((word) => asTold(word, texts)) : read;
  const said = index.sayings.get(sayingOf(text));
  if (words.length === 0 && said === undefined) return NOTHING;
  const parts = said === undefined ? partsOf(index, words) : [partOfNeed(index, said)];
  let found = best(index, parts, texts);
  const isNone = found.docs.length === 0;
  for (const other of isNone || found.isPartly ? [withAkin(index, parts), isNone ? withoutAim(parts) : null] : []) {
    const more = other && best(index, other, texts);
    if (more && more.docs.length > 0 && !more.isPartly) found = more;
  }
  const isFound = found.docs.length > 0;
  const written = words.filter((word) => !word.isWithout).map((word) => word.written);
  const isCorrected =
    readings.some(({ kind }) => kind !== 'as-is') || words.some(({ best }) => best > 0 && best < LEVEL.derived);
  const [only] = parts;
  const need = parts.length === 1 && only!.needs.length === 1 ? index.needs[only!.needs[0]!]! : null;
  return {
    ids: found.docs.map((doc) => index.ids[doc]!),
    isPartly: found.isPartly,
    isIllness: false,
    need: need && { slug: need.slug, title: need.title },
    suggestion: literal && !isFound ? freely(index, text) : null,
    ...(price?.rest ? { price } : {}),
    corrected: isFound && isCorrected && written.join(' ') !== normal(text) ? written.join(' ') : null,
  };
}

/** By titles; with descriptions, which may add a word but not more products with the same ones, where titles do not answer. */
function best(index: SearchIndex, parts: readonly Part[], texts: TextIndex | null): Scored {
  const found = score(index, parts, null);
  if (texts === null || (!found.isPartly && found.docs.length > 0)) return found;
  const told = score(index, parts, texts);
  return told.most > found.most || found.docs.length === 0 ? told : found;
}

/** «плита» of a description is no slip of «плед» in a title. */
function asTold(word: ReadWord, { facts, story }: TextIndex): ReadWord {
  const stem = stemOf(word.typed);
  const isSlip = word.best > 0 && word.best < LEVEL.begun;
  return isSlip && (facts.has(stem) || story.has(stem)) ? { ...word, matches: [], best: 0, written: word.typed } : word;
}

function freely(index: SearchIndex, text: string): string | null {
  const { ids, corrected } = searchProducts(index, text.replaceAll(/["«»“”]/g, ''));
  return ids.length > 0 ? (corrected ?? text) : null;
}
