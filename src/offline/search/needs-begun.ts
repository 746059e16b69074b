import type { SearchIndex } from '#src/offline/search/search-index.ts';
import { lowerBound } from '#src/offline/search/search-index.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { isStopWord } from '#src/offline/search/stop-words.ts';
import { wordsOf } from '#src/offline/search/words.ts';

/** Topics that the last word of a query stands for or begins: «су» → «Суставы и движение». */
export function needsBegun(index: SearchIndex, query: string): { slug: string; title: string }[] {
  const word = wordsOf(query)
    .filter((one) => !isStopWord(one))
    .at(-1);
  if (word === undefined || word.length < 2) return [];
  const found = new Set<number>();
  for (const term of index.byStem.get(stemOf(word)) ?? [])
    for (const need of index.needsOfTerm.get(term) ?? []) found.add(need);
  const at = (i: number) => index.terms[i] ?? '';
  const to = lowerBound(index.terms.length, at, `${word}\uffff`);
  for (let term = lowerBound(index.terms.length, at, word); term < to; term += 1)
    for (const need of index.needsOfTerm.get(term) ?? []) found.add(need);
  return [...found].map((need) => ({ slug: index.needs[need]!.slug, title: index.needs[need]!.title }));
}
