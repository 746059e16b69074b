import { fromSteps } from '#contract/catalogue-pack.ts';
import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import type { NeedsShard } from '#contract/needs.ts';
import { earOf } from '#src/offline/search/ear.ts';
import { type IndexedNeed, Postings, WEIGHT } from '#src/offline/search/postings.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { isStopWord } from '#src/offline/search/stop-words.ts';
import { soundOf } from '#src/offline/search/translit.ts';
import { bitsOf } from '#src/offline/search/typo.ts';
import { isInfinitive, verbRootOf } from '#src/offline/search/verb.ts';
import { lookOf, wordsOf } from '#src/offline/search/words.ts';

// Words with their products, and five ways to a word: by its beginning, its stem, its sound, its ear, its letters.

export type SearchIndex = {
  /** Product ids, newest first: the order of equal scores. */
  ids: Int32Array;
  docOf: ReadonlyMap<number, number>;
  /** Category of each product. */
  categories: Int32Array;
  /** Top category of each product: its department. */
  departments: Int32Array;
  /** Distinct words, sorted: a beginning is a range. */
  terms: string[];
  /** Products (positions in `ids`) and weights of each word. */
  docs: Int32Array[];
  weights: Uint8Array[];
  /** Positions in `terms`. */
  byLook: Map<string, number[]>;
  byStem: Map<string, number[]>;
  byEar: Map<string, number[]>;
  /** Verbs of topics by their roots. */
  byVerb: Map<string, number[]>;
  /** Sounds, sorted, and the word of each. */
  sounds: { sound: string; term: number }[];
  /** Words that may be misspelt, by their first letter: letters only, three or more. */
  letters: ReadonlyMap<string, readonly Letters[]>;
  needs: readonly IndexedNeed[];
  /** Words of phrases of needs: right as they are, though no title may have them. */
  phraseStems: ReadonlySet<string>;
  /** Phrases that are whole sentences, little words included: «нет сил». */
  sayings: ReadonlyMap<string, number>;
  /** Needs that a word of `terms` stands for. */
  needsOfTerm: ReadonlyMap<number, readonly number[]>;
};

type Letters = { term: number; other: string; stem: string; bits: number };

/** @param needs topics and synonyms of the same revision; a catalogue without them is searched by its own words */
export function buildIndex(
  rows: readonly ListRow[],
  categories: readonly CategoryNode[],
  needs: NeedsShard | null = null,
): SearchIndex {
  const ordered = [...rows].sort((a, b) =>
    a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : a.id - b.id,
  );
  const tree = new Tree(categories);
  const postings = new Postings();
  const formWords = memo(wordsOf);
  ordered.forEach((row, doc) => {
    for (const word of wordsOf(row.title)) postings.add(word, doc, isStopWord(word) ? WEIGHT.little : WEIGHT.title);
    postings.add(row.code.toLowerCase(), doc, WEIGHT.code);
    if (row.article)
      for (const word of [...wordsOf(row.article), row.article.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')])
        postings.add(word, doc, WEIGHT.article);
    for (const word of formWords(row.form)) postings.add(word, doc, WEIGHT.form);
    for (const word of formWords(row.pack)) postings.add(word, doc, WEIGHT.pack);
    for (const word of tree.wordsOf(row.category_id)) postings.add(word, doc, WEIGHT.category);
  });
  postings.addSynonyms(needs?.synonyms ?? []);
  const positions = new Map(ordered.map((row, doc) => [row.id, doc]));
  const topics = (needs?.needs ?? []).map((need) => indexNeed(need, positions));
  const akin = postings.akinTo(needs?.needs ?? []);
  const needsOfWord = postings.addNeeds(needs?.needs ?? [], topics);
  return {
    ids: Int32Array.from(ordered, (row) => row.id),
    docOf: positions,
    categories: Int32Array.from(ordered, (row) => row.category_id),
    departments: Int32Array.from(ordered, (row) => tree.departmentOf(row.category_id)),
    ...ways(postings, needsOfWord),
    needs: topics.map((topic, at) => ({ ...topic, akin: akin[at]! })),
    sayings: sayingsOf(needs?.needs ?? []),
    phraseStems: new Set(topics.flatMap((topic) => topic.phrases.flat())),
    needsOfTerm: new Map(
      postings.terms.flatMap((term, at) => {
        const of = needsOfWord.get(term);
        return of ? [[at, of] as const] : [];
      }),
    ),
  };
}

/** The ways to each word. */
function ways(postings: Postings, needsOf: ReadonlyMap<string, number[]>) {
  const { terms, docs, weights } = postings.sorted();
  const stems = terms.map(stemOf);
  return {
    terms,
    docs,
    weights,
    byLook: groupTerms(terms, lookOf),
    byStem: groupTerms(stems, (stem) => stem),
    byEar: groupTerms(stems, earOf),
    byVerb: groupTerms(terms, (word) => (needsOf.has(word) && isInfinitive(word) ? verbRootOf(word) : '')),
    sounds: terms
      .map((word, term) => ({ sound: soundOf(word), term }))
      .sort((a, b) => (a.sound < b.sound ? -1 : a.sound > b.sound ? 1 : 0)),
    letters: byFirstLetter(terms, stems),
  };
}

function byFirstLetter(terms: readonly string[], stems: readonly string[]): SearchIndex['letters'] {
  const groups = new Map<string, Letters[]>();
  terms.forEach((other, term) => {
    if (other.length < 3 || /\d/.test(other)) return;
    const group = groups.get(other[0]!);
    const letters = { term, other, stem: stems[term]!, bits: bitsOf(other) };
    if (group) group.push(letters);
    else groups.set(other[0]!, [letters]);
  });
  return groups;
}

function indexNeed(need: NeedsShard['needs'][number], positions: ReadonlyMap<number, number>): IndexedNeed {
  return {
    slug: need.slug,
    title: need.title,
    docs: fromSteps(need.products).flatMap((id) => positions.get(id) ?? []),
    phrases: need.words
      .map((text) =>
        wordsOf(text)
          .filter((word) => !isStopWord(word))
          .map(stemOf),
      )
      .filter((stems) => stems.length > 1),
    akin: [],
  };
}

/** A phrase as one key, also of a query. */
export const sayingOf = (text: string): string => wordsOf(text).map(stemOf).join(' ');
const sayingsOf = (needs: NeedsShard['needs']): SearchIndex['sayings'] =>
  new Map(
    needs.flatMap(({ words }, need) =>
      words.filter((text) => wordsOf(text).length > 1).map((text) => [sayingOf(text), need] as const),
    ),
  );

/** Words of a category and of all above it («добавки» finds vitamins), and the department on top. */
class Tree {
  readonly #byId: ReadonlyMap<number, CategoryNode>;
  readonly wordsOf = memo((id: number) => [
    ...new Set(this.#path(id).flatMap((node) => [...wordsOf(node.title), ...wordsOf(node.short)])),
  ]);
  readonly departmentOf = memo((id: number) => this.#path(id).at(-1)?.id ?? id);

  constructor(categories: readonly CategoryNode[]) {
    this.#byId = new Map(categories.map((node) => [node.id, node]));
  }

  #path(id: number): CategoryNode[] {
    const path: CategoryNode[] = [];
    for (let at = this.#byId.get(id); at && !path.includes(at); at = this.#byId.get(at.parent_id ?? -1)) path.push(at);
    return path;
  }
}

function groupTerms(terms: readonly string[], keyOf: (term: string) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  terms.forEach((term, i) => {
    const key = keyOf(term);
    if (key === '') return;
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  });
  return groups;
}

function memo<K, T>(work: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = work(key)));
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
