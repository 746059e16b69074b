import { LEVEL, type Match } from '#src/offline/search/match.ts';
import type { ReadWord } from '#src/offline/search/readings.ts';
import type { SearchIndex } from '#src/offline/search/search-index.ts';
import { needWeight, WEIGHT } from '#src/offline/search/postings.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { isChild, isRelative } from '#src/offline/search/whom.ts';
import { normal } from '#src/offline/search/words.ts';
import type { TextIndex } from '#src/offline/search/text-index.ts';

// Which products have the words of a query, and in which order.

/** One thing asked for: a word, or the phrase of a need. */
export type Part = {
  matches: readonly Match[];
  /** Products of a phrase, with their points. */
  docs: readonly (readonly [doc: number, points: number])[];
  needs: readonly number[];
  stem: string;
  /** «детский» says something of a product and names none. */
  isModifier: boolean;
  /** «без сахара», «маме»: raises, never asked for. */
  isOptional: boolean;
  /** A child's: nothing else is an answer. */
  isMust: boolean;
  /** Behind «чтобы». */
  isAim: boolean;
};

const MODIFIER =
  /(?:(?:н|ов|ев|лив|чив|ист)(?:ый|ая|ое|ые|ого|ому|ым|ой|ую|ых|ыми)|ск(?:ий|ая|ое|ие|ого|ому|им|ой|ую|их|ими))$/;

/** «набор отвёрток» is about no set, «самолёт для мужчин» about no soap: these words need another that is known. */
const GENERIC: ReadonlySet<string> = new Set(
  'набор средство пакет комплекс смесь мужчин мужской женщин женский дети детей детям ребёнок малыш'
    .split(' ')
    .map((word) => stemOf(normal(word))),
);

/** Words, with phrases of needs put together: «тяжесть после еды» is one thing. */
export function partsOf(index: SearchIndex, words: readonly ReadWord[]): Part[] {
  const stems = words.map((word) => stemOf(word.written));
  const parts: Part[] = [];
  for (let i = 0; i < words.length;) {
    const phrase = phraseAt(index, stems, i);
    parts.push(phrase ? partOfNeed(index, phrase.need) : partOfWord(index, words[i]!, stems[i]!));
    i += phrase?.length ?? 1;
  }
  return words.some((word) => word.isWithout) ? parts : wholly(parts);
}
/** An aim that no product answers word by word only raises, topics aside: «чтобы ребёнок рос крепким»; null where there is none. */
export function withoutAim(parts: readonly Part[]): Part[] | null {
  const isAim = (part: Part) => part.isAim && !part.isOptional && part.needs.length === 0 && !part.isMust;
  if (!parts.some(isAim)) return null;
  return wholly(parts.map((part) => (isAim(part) ? { ...part, isOptional: true } : part)));
}
/** «Бабушке» alone asks for whatever there is for her. */
function wholly(parts: readonly Part[]): Part[] {
  if (parts.some((part) => !part.isOptional)) return [...parts];
  return parts.map((part) => ({ ...part, isOptional: !isRelative(part.stem) }));
}
function partOfWord(index: SearchIndex, word: ReadWord, stem: string): Part {
  const { isWithout, written } = word;
  const needs = isWithout ? [] : needsOf(index, word);
  const isWhom = isRelative(stem);
  const isMust = !isWithout && isChild(stem);
  return {
    // «Бабушке» is not on the way to «Бабушкин».
    matches: isWithout ? [] : word.matches.filter(({ level }) => !isWhom || level >= LEVEL.stem * 0.9),
    docs: [],
    needs,
    stem: isWithout ? `без ${stem}` : stem,
    isModifier: MODIFIER.test(written) || GENERIC.has(stem) || /^(?:\d{1,3}|.)$/u.test(written),
    isOptional: isWithout || isWhom,
    isMust,
    isAim: word.isAim,
  };
}
/** Topics with what says their word in a title of its own too: «масло для сна», «Спокойный дом»; null where no kind is beside them. */
export function withAkin(index: SearchIndex, parts: readonly Part[]): Part[] | null {
  const hasKind = parts.some((part) => part.needs.length === 0 && !part.isOptional);
  if (!hasKind || parts.every((part) => part.needs.length === 0)) return null;
  return parts.map((part) => {
    const akin = part.needs.flatMap((need) => index.needs[need]!.akin).map((doc) => [doc, AKIN_POINTS] as const);
    return { ...part, docs: [...akin, ...part.docs] };
  });
}
/** A need that was named by a phrase. */
export function partOfNeed(index: SearchIndex, need: number): Part {
  const docs = index.needs[need]!.docs.map((doc, place) => [doc, (LEVEL.exact * needWeight(place)) / 10] as const);
  return {
    matches: [],
    docs,
    needs: [need],
    stem: '',
    isModifier: false,
    isOptional: false,
    isMust: false,
    isAim: false,
  };
}
function phraseAt(index: SearchIndex, stems: readonly string[], at: number): { need: number; length: number } | null {
  for (const [need, { phrases }] of index.needs.entries())
    for (const phrase of phrases)
      if (phrase.every((stem, i) => stems[at + i] === stem)) return { need, length: phrase.length };
  return null;
}
/** Needs that the best matches of a word stand for; a beginning of a word stands for none yet. */
function needsOf(index: SearchIndex, word: ReadWord): number[] {
  const isBegun = word.best >= LEVEL.prefix && word.best < LEVEL.exact * 0.9;
  if (isBegun) return [];
  const near = word.matches.filter(({ level }) => level >= Math.min(word.best, LEVEL.stem * 0.9) - 1);
  return [...new Set(near.flatMap(({ term }) => index.needsOfTerm.get(term) ?? []))];
}

/** `most`: how many of the parts the shown products have. */
export type Scored = { docs: number[]; isPartly: boolean; most: number };

/** Every part must be there; if no product has all, those with most, when these say enough of what was asked. */
export function score(index: SearchIndex, parts: readonly Part[], texts: TextIndex | null): Scored {
  const asks = parts.filter((part) => !part.isOptional);
  const asked = asks.length;
  const musts = asks.filter((part) => part.isMust).length;
  const { total, had, named, needed, must } = count(index, parts, texts);
  const allowed = departmentsOf(index, parts);
  const may = (doc: number) =>
    had[doc]! > 0 && must[doc] === musts && (allowed === null || allowed.has(index.departments[doc]!));
  let most = 0;
  for (let doc = 0; doc < had.length; doc += 1) if (had[doc]! > most && may(doc)) most = had[doc]!;
  const isPartly = most < asked;
  // What stands around a topic may be more than half: «укрепить иммунитет перед зимой». Around a thing it may not.
  const isTopic = asks.some((part) => part.needs.length > 0 && !part.isModifier);
  if (most === 0 || (most * 2 < asked && !isTopic)) return { docs: [], isPartly: false, most: 0 };
  const saysEnough = (doc: number) => had[doc] === most && may(doc) && named[doc]! > 0;
  // Of two needs that nothing has both of, either: «кожа и суставы». Where one can be kept, it is.
  let needs = 0;
  for (let doc = 0; doc < had.length; doc += 1) if (needed[doc]! > needs && saysEnough(doc)) needs = needed[doc]!;
  const isNeedLost = needs === 0 && asks.some((part) => part.needs.length > 0);
  const isShown = (doc: number) =>
    isPartly ? !isNeedLost && saysEnough(doc) && needed[doc] === needs : had[doc] === most && may(doc);
  const docs = inOrder(total, isShown, parts.length);
  return { docs, isPartly: isPartly && docs.length > 0, most };
}

/** Of each product: points, parts it has, those among them that name a thing, those that are needs. */
function count(index: SearchIndex, parts: readonly Part[], texts: TextIndex | null) {
  const size = index.ids.length;
  const total = new Float32Array(size);
  const [had, named, needed, must] = Array.from({ length: 4 }, () => new Uint8Array(size)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const best = new Float32Array(size);
  const take = (part: Part) => {
    const factor = rarity(best);
    for (let doc = 0; doc < size; doc += 1) {
      if (best[doc] === 0) continue;
      total[doc]! += best[doc]! * factor;
      if (part.isOptional) continue;
      had[doc]! += 1;
      if (!part.isModifier) named[doc]! += 1;
      if (part.needs.length > 0) needed[doc]! += 1;
      if (part.isMust) must[doc]! += 1;
    }
  };
  for (const part of parts) {
    best.fill(0);
    for (const doc of texts?.facts.get(part.stem) ?? []) best[doc] = TEXT_POINTS;
    fill(index, part, best);
    take(part);
  }
  // Descriptions complete what has begun, last; what is good for a need its list says, not a word of a story.
  for (const part of texts ? parts.filter(({ needs }) => needs.length === 0) : []) {
    best.fill(0);
    fill(index, part, best);
    const known = new Set(texts!.facts.get(part.stem));
    const told = (texts!.story.get(part.stem) ?? []).filter(
      (doc) => best[doc] === 0 && !known.has(doc) && had[doc]! > 0,
    );
    best.fill(0);
    for (const doc of told) best[doc] = TEXT_POINTS;
    take({ ...part, isModifier: true });
  }
  return { total, had, named, needed, must };
}

/** Few products say more: «окна» outweighs «средство». From 0.6 for a word that all have to 1 for one that a single one has. */
function rarity(best: Float32Array): number {
  let having = 0;
  for (let doc = 0; doc < best.length; doc += 1) if (best[doc]! > 0) having += 1;
  return having === 0 ? 1 : 1 - (0.4 * Math.log(having)) / Math.log(Math.max(2, best.length));
}

function fill(index: SearchIndex, part: Part, best: Float32Array): void {
  for (const [doc, points] of part.docs) best[doc] = points;
  for (const { term, level } of part.matches) {
    const docs = index.docs[term]!;
    const weights = index.weights[term]!;
    for (let i = 0; i < docs.length; i += 1) {
      const points = (level * weights[i]!) / 10;
      if (points > best[docs[i]!]!) best[docs[i]!] = points;
    }
  }
}
/** A word of a description: a title beats it ten times. */
const TEXT_POINTS = WEIGHT.title;
/** What only sounds like a topic stands behind what its list names. */
const AKIN_POINTS = WEIGHT.title;

/** When only needs were asked for, the departments of their products; null: any. Soap is no answer to «для сна». */
function departmentsOf(index: SearchIndex, parts: readonly Part[]): ReadonlySet<number> | null {
  const asked = parts.filter((part) => !part.isOptional);
  if (asked.length === 0 || asked.some((part) => part.needs.length === 0)) return null;
  const docs = asked.flatMap((part) => part.needs.flatMap((need) => [...index.needs[need]!.docs]));
  return new Set(docs.map((doc) => index.departments[doc]!));
}

/** Scores are whole numbers of at most a few thousand per word: sorted by counting, newest first among equals. */
function inOrder(total: Float32Array, isShown: (doc: number) => boolean, words: number): number[] {
  const highest = words * 1000;
  const starts = new Int32Array(highest + 2);
  const place = (doc: number) => highest - Math.min(highest, Math.round(total[doc]!));
  const shown: number[] = [];
  for (let doc = 0; doc < total.length; doc += 1) if (isShown(doc)) shown.push(doc);
  for (const doc of shown) starts[place(doc) + 1]! += 1;
  for (let i = 1; i < starts.length; i += 1) starts[i]! += starts[i - 1]!;
  const docs = Array.from<number>({ length: shown.length });
  for (const doc of shown) docs[starts[place(doc)]!++] = doc;
  return docs;
}
