import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { soundOf } from '#src/offline/search/translit.ts';
import { bitsOf } from '#src/offline/search/typo.ts';
import { lookOf, wordsOf } from '#src/offline/search/words.ts';

// Words with their products, and four ways to a word: by its beginning, its stem, its sound, its letters.

export type SearchIndex = {
  /** Product ids, newest first: the order of equal scores. */
  ids: Int32Array;
  /** Distinct words, sorted: a beginning is a range. */
  terms: string[];
  /** Products (positions in `ids`) and weights of each word. */
  docs: Int32Array[];
  weights: Uint8Array[];
  /** Positions in `terms`. */
  byLook: Map<string, number[]>;
  byStem: Map<string, number[]>;
  /** Sounds, sorted, and the word of each. */
  sounds: { sound: string; term: number }[];
  /** Words that may be misspelt: letters only, three or more. */
  letters: { term: number; other: string; bits: number }[];
};

const WEIGHT = { title: 10, code: 10, article: 8, form: 6, category: 5, pack: 4, little: 1 } as const;
/** «витамин с» means the vitamin, not the preposition. */
const LITTLE = new Set(['с', 'и', 'для', 'от', 'из', 'без', 'в', 'на', 'до', 'по', 'к', 'о', 'со']);

export function buildIndex(rows: readonly ListRow[], categories: readonly CategoryNode[]): SearchIndex {
  const ordered = [...rows].sort((a, b) =>
    a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : a.id - b.id,
  );
  const categoryWords = wordsOfCategories(categories);
  const postings = new Map<string, Map<number, number>>();
  const add = (words: readonly string[], doc: number, weight: number) => {
    for (const word of words) {
      let docs = postings.get(word);
      if (!docs) postings.set(word, (docs = new Map()));
      if ((docs.get(doc) ?? 0) < weight) docs.set(doc, weight);
    }
  };
  const formWords = memo(wordsOf);
  ordered.forEach((row, doc) => {
    for (const word of wordsOf(row.title)) add([word], doc, LITTLE.has(word) ? WEIGHT.little : WEIGHT.title);
    add([row.code.toLowerCase()], doc, WEIGHT.code);
    if (row.article)
      add([...wordsOf(row.article), row.article.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')], doc, WEIGHT.article);
    add(formWords(row.form), doc, WEIGHT.form);
    add(formWords(row.pack), doc, WEIGHT.pack);
    add(categoryWords.get(row.category_id) ?? [], doc, WEIGHT.category);
  });
  const terms = [...postings.keys()].sort();
  return {
    ids: Int32Array.from(ordered, (row) => row.id),
    terms,
    docs: terms.map((term) => Int32Array.from(postings.get(term)?.keys() ?? [])),
    weights: terms.map((term) => Uint8Array.from(postings.get(term)?.values() ?? [])),
    byLook: groupTerms(terms, lookOf),
    byStem: groupTerms(terms, stemOf),
    sounds: terms
      .map((word, term) => ({ sound: soundOf(word), term }))
      .sort((a, b) => (a.sound < b.sound ? -1 : a.sound > b.sound ? 1 : 0)),
    letters: terms.flatMap((other, term) =>
      other.length > 2 && !/\d/.test(other) ? [{ term, other, bits: bitsOf(other) }] : [],
    ),
  };
}

/** Words of a category and of all above it: «добавки» finds vitamins. */
function wordsOfCategories(categories: readonly CategoryNode[]): Map<number, string[]> {
  const byId = new Map(categories.map((node) => [node.id, node]));
  return new Map(
    categories.map((node) => {
      const words = new Set<string>();
      const seen = new Set<number>();
      for (
        let at: CategoryNode | undefined = node;
        at && !seen.has(at.id);
        at = at.parent_id === null ? undefined : byId.get(at.parent_id)
      ) {
        seen.add(at.id);
        for (const word of [...wordsOf(at.title), ...wordsOf(at.short)]) words.add(word);
      }
      return [node.id, [...words]];
    }),
  );
}

function groupTerms(terms: readonly string[], keyOf: (term: string) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  terms.forEach((term, i) => {
    const key = keyOf(term);
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  });
  return groups;
}

function memo<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = work(text)));
    return value;
  };
}

/** First position whose key is not before `from`. */
export function lowerBound(length: number, keyAt: (i: number) => string, from: string): number {
  let low = 0;
  for (let high = length; low < high;) {
    const middle = (low + high) >> 1;
    if (keyAt(middle) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
