import { earOf } from '#src/offline/search/ear.ts';
import { lowerBound, type SearchIndex } from '#src/offline/search/search-index.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { soundOf } from '#src/offline/search/translit.ts';
import { bitCount, bitsOf, distance, firstLettersOf, mayBegin, slipsAllowed } from '#src/offline/search/typo.ts';
import { verbRootOf } from '#src/offline/search/verb.ts';
import { lookOf } from '#src/offline/search/words.ts';

// Words of the catalogue for one word of a query.

/** How a word of the catalogue was reached; the numbers order the results: exact > beginning > stem > derived > ear > slip. */
export const LEVEL = {
  exact: 100,
  prefix: 84,
  stem: 78,
  derived: 70,
  begun: 66,
  ear: 62,
  slip1: 56,
  slip2: 40,
} as const;
export const SOUND = 0.92;
export type Match = { term: number; level: number };
type Put = (term: number, level: number) => void;

/** «лаванда» → «лавандовый»; «крем» is no beginning of «кремний». */
const DERIVED = /^(?:н|ов|ев|ск|ичн|очн)(?:ый|ая|ое|ые|ого|ой|ому|ым|ых|ую|ыми)$/;

/** Exact words and endings; only without any a beginning, then what is heard alike or misspelt (not when literal). */
export function matchWord(index: SearchIndex, word: string, isLiteral: boolean, isLast: boolean): Match[] {
  const { levels, put } = collector();
  for (const term of index.byLook.get(lookOf(word)) ?? []) put(term, LEVEL.exact);
  const stem = stemOf(word);
  const isExact = levels.size > 0;
  for (const term of index.byStem.get(stem) ?? []) put(term, LEVEL.stem);
  const [from, to] = prefixRange(index, word);
  // A stem of three letters tells little: «каль» is on the way to «кальций».
  const isOneLetter = isLast && word.length === 1;
  const isKnown = (isExact && !isOneLetter) || (levels.size > 0 && stem.length > 3);
  for (let term = from; term < to; term += 1) {
    const other = index.terms[term]!;
    if (isKnown && DERIVED.test(other.slice(word.length))) put(term, LEVEL.derived);
    // «черни»: another ending of «чёрный», or the way to «черника», while it is being typed.
    else if (isKnown && isLast && !isExact) put(term, LEVEL.begun);
    else if (!isKnown && (word.length > 1 || isLast || other.length <= 3)) {
      // The closer the beginning is to the whole word, the better.
      put(term, LEVEL.prefix + (4 * word.length) / other.length);
    }
  }
  if (levels.size === 0 && index.byVerb.size > 0)
    for (const term of index.byVerb.get(verbRootOf(word)) ?? []) put(term, LEVEL.stem);
  if (levels.size === 0 && !isLiteral && !index.phraseStems.has(stem)) matchMisspelt(index, word, put);
  return Array.from(levels, ([term, level]) => ({ term, level }));
}

export const isKnownWord = (index: SearchIndex, word: string): boolean => {
  if (index.byLook.has(lookOf(word))) return true;
  const [from, to] = prefixRange(index, word);
  return from < to;
};

function prefixRange(index: SearchIndex, word: string): [number, number] {
  const at = (i: number) => index.terms[i] ?? '';
  return [lowerBound(index.terms.length, at, word), lowerBound(index.terms.length, at, `${word}\uffff`)];
}

/** Of words that are as far away only the nearest: what one slip explains needs no second. */
function matchMisspelt(index: SearchIndex, word: string, put: Put): void {
  const limit = slipsAllowed(word);
  if (limit === 0 || word.length < 4) return;
  const ear = earOf(stemOf(word));
  const heard = ear === '' ? [] : (index.byEar.get(ear) ?? []).filter((term) => mayBegin(word, index.terms[term]!));
  for (const term of heard) put(term, LEVEL.ear - distance(word, index.terms[term]!, 4));
  const bits = bitsOf(word);
  const stem = stemOf(word);
  let nearest: number = heard.length > 0 ? 1 : limit;
  const near: Match[] = [];
  for (const first of firstLettersOf(word)) {
    for (const { term, other, stem: otherStem, bits: otherBits } of index.letters.get(first) ?? []) {
      if (bitCount(otherBits ^ bits) > limit * 2 + 2 || !mayBegin(word, other)) continue;
      // What is allowed to the longer of two words is not allowed to the shorter: «беременным» is no «берег».
      const allowed = Math.min(nearest, slipsAllowed(other));
      const whole = distance(word, other, allowed);
      let slips = whole > allowed || endsOtherwise(word, other) ? Infinity : whole;
      // A title may hold another ending: «с валерианой». Not in a short word: «ковёр» is no «Копорье».
      if (slips > nearest && word.length > 5 && stem.length > 3 && otherStem.length > 3)
        slips = distanceOfStems(stem, otherStem, allowed);
      if (slips > nearest) continue;
      if (slips < nearest) nearest = slips;
      near.push({ term, level: slips + (whole > nearest ? 0.5 : 0) });
    }
  }
  for (const { term, level } of near)
    if (level < nearest + 1) put(term, (level < 2 ? LEVEL.slip1 : LEVEL.slip2) - 2 * (level % 1));
}

/** No slip is at the end of a stem: «краска» is no «красный», «миксер» no «микс». */
function distanceOfStems(a: string, b: string, limit: number): number {
  const slips = distance(a, b, limit);
  const isEnding = slips === 1 && (a.slice(0, -1) === b.slice(0, -1) || a.startsWith(b) || b.startsWith(a));
  return slips > limit || isEnding ? Infinity : slips;
}
/** A short word with another consonant at its end is another word: «берет» is no «берег»; «скрап» is heard as «скраб». */
const endsOtherwise = (word: string, other: string): boolean =>
  word.length < 6 &&
  word.length === other.length &&
  word.slice(0, -1) === other.slice(0, -1) &&
  !/[аеиоуыэюяьй]/.test(word.at(-1)! + other.at(-1)!);

/** A word in Latin letters by its sound. @param isWhole no beginnings and no slips; @param isLiteral no slips */
export function matchSound(index: SearchIndex, word: string, isWhole: boolean, isLiteral: boolean): Match[] {
  const sound = soundOf(word);
  if (sound.length < (isWhole ? 3 : 1)) return [];
  const { levels, put } = collector();
  const at = (i: number) => index.sounds[i]?.sound ?? '';
  const from = lowerBound(index.sounds.length, at, sound);
  const last = lowerBound(index.sounds.length, at, `${sound}\uffff`);
  for (let i = from; i < last && at(i) === sound; i += 1) {
    const { term } = index.sounds[i]!;
    put(term, LEVEL.exact * SOUND);
    for (const same of index.byStem.get(stemOf(index.terms[term]!)) ?? []) put(same, LEVEL.stem * SOUND);
  }
  if (levels.size > 0 || isWhole) return Array.from(levels, ([term, level]) => ({ term, level }));
  for (let i = from; i < last; i += 1) put(index.sounds[i]!.term, LEVEL.prefix * SOUND);
  // A title may hold another ending: «с валерианой».
  const stem = sound.replace(/[aeiouy]$/, '');
  if (levels.size === 0 && stem.length > 3 && stem !== sound) return matchSound(index, stem, false, isLiteral);
  if (levels.size === 0 && !isLiteral && slipsAllowed(word) > 0) {
    const end = lowerBound(index.sounds.length, at, `${sound[0]!}\uffff`);
    for (let i = lowerBound(index.sounds.length, at, sound[0]!); i < end; i += 1) {
      const { sound: other, term } = index.sounds[i]!;
      if (other.length > 2 && distance(sound, other, 1) <= 1 && !/\d/.test(other)) put(term, LEVEL.slip1 * SOUND);
    }
  }
  return Array.from(levels, ([term, level]) => ({ term, level }));
}

function collector(): { levels: Map<number, number>; put: Put } {
  const levels = new Map<number, number>();
  return {
    levels,
    put: (term, level) => {
      if ((levels.get(term) ?? 0) < level) levels.set(term, level);
    },
  };
}
