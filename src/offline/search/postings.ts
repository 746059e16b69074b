import type { NeedsShard } from '#contract/needs.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { wordsOf } from '#src/offline/search/words.ts';

export type IndexedNeed = {
  slug: string;
  title: string;
  /** Positions in `ids`, the fittest first. */
  docs: readonly number[];
  /** Stems of the words of a phrase: «тяжесть после еды». */
  phrases: readonly (readonly string[])[];
  /** Products outside its list whose titles have a word of the same root as one of its own. */
  akin: readonly number[];
};
/** What a word of each place is worth, of 100: a title beats everything else. */
export const WEIGHT = {
  title: 100,
  code: 100,
  need: 90,
  article: 80,
  form: 60,
  category: 50,
  pack: 40,
  little: 10,
} as const;
/** A synonym is worth so much of the word that it stands for. */
const SYNONYM = 0.7;
/** The last products of a need are worth this. */
const NEED_END = 55;

/** So many letters are a root: «спокойный», «спокойствие». */
const ROOT = 6;

/** Products of a word in their order, and what it is worth in each. */
type Entry = { docs: number[]; weights: number[] };

/** Words with the products that have them, while the index is built. Titles come product by product: nearly all is added at an end. */
export class Postings {
  readonly #of = new Map<string, Entry>();
  #terms: string[] | null = null;

  /** The best place counts. */
  add(word: string, doc: number, weight: number): void {
    const entry = this.#of.get(word);
    if (!entry) {
      this.#of.set(word, { docs: [doc], weights: [weight] });
      this.#terms = null;
      return;
    }
    const { docs, weights } = entry;
    const at = docs.at(-1)! < doc ? docs.length : placeOf(docs, doc);
    if (docs[at] === doc) weights[at] = Math.max(weights[at]!, weight);
    else {
      docs.splice(at, 0, doc);
      weights.splice(at, 0, weight);
    }
  }

  /** Each word of a group gets the products of the others, of any of their endings. */
  addSynonyms(groups: NeedsShard['synonyms']): void {
    const byStem = new Map<string, string[]>();
    for (const term of this.#of.keys()) {
      const stem = stemOf(term);
      byStem.set(stem, [...(byStem.get(stem) ?? []), term]);
    }
    const found = groups.flatMap((group) => {
      const words = group.flatMap((word) => wordsOf(word).slice(0, 1));
      const docs = words.map((word) =>
        (byStem.get(stemOf(word)) ?? []).flatMap((term) => pairsOf(this.#of.get(term)!)),
      );
      return words.map((word, i) => ({ word, others: docs.filter((_, at) => at !== i).flat() }));
    });
    for (const { word, others } of found)
      for (const [doc, weight] of others) this.add(word, doc, Math.round(weight * SYNONYM));
  }

  /** Words of topics are words of the catalogue too, so that endings, slips and layouts are understood. Phrases are apart. */
  addNeeds(needs: NeedsShard['needs'], indexed: readonly IndexedNeed[]): Map<string, number[]> {
    const needsOf = new Map<string, number[]>();
    needs.forEach((need, at) => {
      for (const text of need.words) {
        const [word, ...more] = wordsOf(text);
        if (word === undefined || more.length > 0) continue;
        needsOf.set(word, [...(needsOf.get(word) ?? []), at]);
        indexed[at]!.docs.forEach((doc, place) => this.add(word, doc, needWeight(place)));
      }
    });
    return needsOf;
  }

  /** Of each topic the products whose titles have a word that begins like a long one of its own. */
  akinTo(needs: NeedsShard['needs']): number[][] {
    const found: number[][] = needs.map(() => []);
    const needsOf = new Map<string, Set<number>>();
    needs.forEach(({ words }, need) => {
      for (const word of words.flatMap((text) => wordsOf(text)).filter((one) => one.length > ROOT + 1)) {
        const root = word.slice(0, ROOT);
        needsOf.set(root, (needsOf.get(root) ?? new Set()).add(need));
      }
    });
    for (const [word, { docs, weights }] of this.#of) {
      const of = word.length > ROOT ? needsOf.get(word.slice(0, ROOT)) : undefined;
      const titled = of && docs.filter((_, i) => weights[i] === WEIGHT.title);
      for (const need of of ?? []) found[need]!.push(...titled!);
    }
    return found;
  }

  get terms(): readonly string[] {
    return (this.#terms ??= [...this.#of.keys()].sort());
  }

  sorted(): { terms: string[]; docs: Int32Array[]; weights: Uint8Array[] } {
    const terms = [...this.terms];
    return {
      terms,
      docs: terms.map((term) => Int32Array.from(this.#of.get(term)!.docs)),
      weights: terms.map((term) => Uint8Array.from(this.#of.get(term)!.weights)),
    };
  }
}

const pairsOf = ({ docs, weights }: Entry): (readonly [doc: number, weight: number])[] =>
  docs.map((doc, i) => [doc, weights[i]!]);

/** Where a product stands among others, or would stand. */
function placeOf(docs: readonly number[], doc: number): number {
  let low = 0;
  for (let high = docs.length; low < high;) {
    const middle = (low + high) >> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Falls with the place in the need's own order. */
export const needWeight = (place: number): number => Math.max(NEED_END, WEIGHT.need - place);
