import type { ProductDetails } from '#contract/catalogue.ts';
import type { SearchIndex } from '#src/offline/search/search-index.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { isStopWord } from '#src/offline/search/stop-words.ts';
import { wordsOf } from '#src/offline/search/words.ts';

type Stems = ReadonlyMap<string, readonly number[]>;
/**
 * Stems with their products; «без сахара» is a stem of its own: «без сахар». Subtitle and composition say what a product is; a
 * description also says where the jacket hangs, so it only completes what a title has begun.
 */
export type TextIndex = { facts: Stems; story: Stems };
/** What of the stored details is looked at. Contraindications and warnings are not: they name illnesses. */
export type SearchedText = Pick<ProductDetails, 'id' | 'subtitle' | 'description_html' | 'composition'>;

/** For queries that titles do not answer; built from the details on this device at the first such query. */
export function buildTexts(index: Pick<SearchIndex, 'docOf'>, details: Iterable<SearchedText>): TextIndex {
  const stems = new Map<string, string>();
  const facts = new Map<string, number[]>();
  const story = new Map<string, number[]>();
  const stem = (word: string) => {
    let known = stems.get(word);
    if (known === undefined) stems.set(word, (known = stemOf(word)));
    return known;
  };
  for (const { id, subtitle, description_html: html, composition } of details) {
    const doc = index.docOf.get(id);
    if (doc === undefined) continue;
    readText(`${subtitle} ${composition.join(' ')}`, stem, (key) => put(facts, key, doc));
    readText(html.replaceAll(/<[^>]*>/g, ' '), stem, (key) => put(story, key, doc));
  }
  return { facts, story };
}

function readText(text: string, stem: (word: string) => string, take: (key: string) => void): void {
  let isWithout = false;
  for (const word of wordsOf(text)) {
    if (word === 'без') isWithout = true;
    else {
      if (!isStopWord(word)) take(isWithout ? `без ${stem(word)}` : stem(word));
      isWithout = false;
    }
  }
}
function put(stems: Map<string, number[]>, key: string, doc: number): void {
  const docs = stems.get(key);
  if (!docs) stems.set(key, [doc]);
  else if (docs.at(-1) !== doc) docs.push(doc);
}
