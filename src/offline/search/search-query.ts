import { layoutToEn, layoutToRu } from '#src/offline/search/layout.ts';
import { lowerBound, type SearchIndex } from '#src/offline/search/search-index.ts';
import { stemOf } from '#src/offline/search/stem.ts';
import { soundOf } from '#src/offline/search/translit.ts';
import { bitCount, bitsOf, distance, slipsAllowed } from '#src/offline/search/typo.ts';
import { lookOf, normal, splitDigits, wordsOf } from '#src/offline/search/words.ts';

// Contents: 1 answer, 2 one query, 3 readings of one piece, 4 words found for a word, 5 scoring

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export type SearchAnswer = {
  /** Product ids, best first. */
  ids: number[];
  /** What was searched for instead, when the layout, the alphabet or a slip was corrected; else null. */
  corrected: string | null;
  /** After a literal search in vain: what a free one would find. */
  suggestion: string | null;
  /** True when no product has all the words and those with some of them are shown. */
  isPartly: boolean;
};

/** How a word of the catalogue was reached; the numbers order the results: exact > beginning > stem > slip. */
const LEVEL = { exact: 100, stem: 78, prefix: 84, slip1: 56, slip2: 40 } as const;
const MISREAD = { layout: 0.96, sound: 0.92 } as const;
type Match = { term: number; level: number };
/** One piece of the query read in one way. */
type Reading = {
  words: { matches: Match[]; best: number; written: string }[];
  quality: number;
  kind: 'as-is' | 'layout' | 'sound';
};

// ── 2 One query ─────────────────────────────────────────────────────────────────────────────────
/** A query in «quotes» is taken literally: «искать точно». */
export function searchProducts(index: SearchIndex, query: string): SearchAnswer {
  const literal = /^["«“](.*?)["»”]?$/.exec(query.trim());
  const isLiteral = literal !== null;
  const text = (literal?.[1] ?? query).trim();
  const readings = text
    .split(/\s+/)
    .filter(Boolean)
    .map((piece) => readPiece(index, piece, isLiteral));
  const words = readings.flatMap((reading) => reading.words);
  if (words.length === 0) return NOTHING;
  const found = score(index, words);
  const written = readings.map((reading) => reading.words.map((word) => word.written).join(' ')).join(' ');
  const isCorrected =
    found.ids.length > 0 &&
    readings.some(
      (reading) =>
        reading.kind !== 'as-is' || reading.words.some((word) => word.best > 0 && word.best < LEVEL.stem * 0.9),
    );
  return {
    ...found,
    suggestion: isLiteral && found.ids.length === 0 ? freely(index, text) : null,
    corrected: isCorrected && written !== normal(text) ? written : null,
  };
}

const NOTHING: SearchAnswer = { ids: [], corrected: null, suggestion: null, isPartly: false };
function freely(index: SearchIndex, text: string): string | null {
  const { ids, corrected } = searchProducts(index, text);
  return ids.length > 0 ? (corrected ?? text) : null;
}

// ── 3 Readings: as typed, in the other layout, in the other alphabet; the best one wins ──────────
function readPiece(index: SearchIndex, piece: string, isLiteral: boolean): Reading {
  const asIs = readWords(index, wordsOf(piece), 'as-is', isLiteral);
  if (isLiteral || asIs.quality >= LEVEL.prefix) return asIs;
  const readings = [asIs];
  const isLatin = /[a-z]/i.test(piece);
  const isCyrillic = /\p{Script=Cyrillic}/u.test(piece);
  if (isLatin) readings.push(readWords(index, wordsOf(layoutToRu(piece)), 'layout', false));
  if (isCyrillic && !isLatin) readings.push(readWords(index, wordsOf(layoutToEn(piece)), 'layout', false));
  if (isLatin && !isCyrillic) readings.push(readSounds(index, wordsOf(piece.replaceAll(/['’`]/g, ''))));
  return readings.reduce((best, next) => (next.quality > best.quality ? next : best));
}

function readWords(
  index: SearchIndex,
  words: readonly string[],
  kind: 'as-is' | 'layout',
  isLiteral: boolean,
): Reading {
  const factor = kind === 'layout' ? MISREAD.layout : 1;
  const known = words.flatMap((word) => (isKnown(index, word) ? [word] : splitDigits(word)));
  return toReading(
    kind,
    known.map((word) => {
      const matches = matchWord(index, word, isLiteral);
      return {
        word,
        matches: factor === 1 ? matches : matches.map(({ term, level }) => ({ term, level: level * factor })),
      };
    }),
    index,
  );
}
function readSounds(index: SearchIndex, words: readonly string[]): Reading {
  return toReading(
    'sound',
    words.map((word) => ({ word, matches: matchSound(index, word) })),
    index,
  );
}

function toReading(
  kind: Reading['kind'],
  parts: readonly { word: string; matches: Match[] }[],
  index: SearchIndex,
): Reading {
  const words = parts.map(({ word, matches }) => {
    let best: Match | undefined;
    for (const match of matches) if (!best || match.level > best.level) best = match;
    const isSame = !best || (kind === 'as-is' && best.level >= LEVEL.stem);
    return {
      matches,
      best: best?.level ?? 0,
      written: isSame
        ? word
        : kind === 'layout' && (best?.level ?? 0) >= LEVEL.stem * MISREAD.layout
          ? word
          : (index.terms[best?.term ?? 0] ?? word),
    };
  });
  // A reading is as good as its weakest word; without words there is nothing to be good at.
  return { kind, words, quality: words.length === 0 ? 0 : Math.min(...words.map((word) => word.best)) };
}

// ── 4 Words of the catalogue for one word of the query ──────────────────────────────────────────
const isKnown = (index: SearchIndex, word: string): boolean =>
  index.byLook.has(lookOf(word)) || prefixRange(index, word)[0] < prefixRange(index, word)[1];

function prefixRange(index: SearchIndex, word: string): [number, number] {
  const at = (i: number) => index.terms[i] ?? '';
  return [lowerBound(index.terms.length, at, word), lowerBound(index.terms.length, at, `${word}\uffff`)];
}

function matchWord(index: SearchIndex, word: string, isLiteral: boolean): Match[] {
  const levels = new Map<number, number>();
  const put = (term: number, level: number) => {
    if ((levels.get(term) ?? 0) < level) levels.set(term, level);
  };
  for (const term of index.byLook.get(lookOf(word)) ?? []) put(term, LEVEL.exact);
  const [from, to] = prefixRange(index, word);
  for (let term = from; term < to; term += 1) {
    // The closer the beginning is to the whole word, the better.
    put(term, LEVEL.prefix + (4 * word.length) / (index.terms[term]?.length ?? 1));
  }
  for (const term of index.byStem.get(stemOf(word)) ?? []) put(term, LEVEL.stem);
  if (levels.size === 0 && !isLiteral) matchSlips(index, word, put);
  return Array.from(levels, ([term, level]) => ({ term, level }));
}

function matchSlips(index: SearchIndex, word: string, put: (term: number, level: number) => void): void {
  const limit = slipsAllowed(word);
  if (limit === 0) return;
  const bits = bitsOf(word);
  for (const { term, other, bits: otherBits } of index.letters) {
    if (bitCount(otherBits ^ bits) > limit * 2 || Math.abs(other.length - word.length) > limit) continue;
    const slips = distance(word, other, limit);
    if (slips <= limit) put(term, slips === 1 ? LEVEL.slip1 : LEVEL.slip2);
  }
}

function matchSound(index: SearchIndex, word: string): Match[] {
  const sound = soundOf(word);
  if (sound === '') return [];
  const levels = new Map<number, number>();
  const at = (i: number) => index.sounds[i]?.sound ?? '';
  const last = lowerBound(index.sounds.length, at, `${sound}\uffff`);
  for (let i = lowerBound(index.sounds.length, at, sound); i < last; i += 1) {
    const entry = index.sounds[i];
    if (!entry) continue;
    levels.set(
      entry.term,
      Math.max(levels.get(entry.term) ?? 0, (entry.sound === sound ? LEVEL.exact : LEVEL.prefix) * MISREAD.sound),
    );
    if (entry.sound !== sound) continue;
    for (const term of index.byStem.get(stemOf(index.terms[entry.term] ?? '')) ?? [])
      levels.set(term, Math.max(levels.get(term) ?? 0, LEVEL.stem * MISREAD.sound));
  }
  const limit = slipsAllowed(word) === 0 ? 0 : 1;
  if (levels.size === 0 && limit > 0) {
    for (const { sound: other, term } of index.sounds) {
      if (other.length > 2 && !/\d/.test(other) && distance(sound, other, limit) <= limit)
        levels.set(term, LEVEL.slip1 * MISREAD.sound);
    }
  }
  return Array.from(levels, ([term, level]) => ({ term, level }));
}

// ── 5 Scoring: every word must be there; if no product has them all, the most words win ──────────
function score(
  index: SearchIndex,
  words: readonly { matches: readonly Match[] }[],
): { ids: number[]; isPartly: boolean } {
  const size = index.ids.length;
  const total = new Float32Array(size);
  const had = new Uint8Array(size);
  const best = new Float32Array(size);
  for (const { matches } of words) {
    best.fill(0);
    for (const { term, level } of matches) {
      const docs = index.docs[term]!;
      const weights = index.weights[term]!;
      for (let i = 0; i < docs.length; i += 1) {
        const points = level * weights[i]!;
        if (points > best[docs[i]!]!) best[docs[i]!] = points;
      }
    }
    for (let doc = 0; doc < size; doc += 1) {
      if (best[doc]! > 0) {
        total[doc]! += best[doc]!;
        had[doc]! += 1;
      }
    }
  }
  let most = 0;
  for (let doc = 0; doc < size; doc += 1) if (had[doc]! > most) most = had[doc]!;
  if (most === 0) return { ids: [], isPartly: false };
  return { ids: inOrder(index, total, had, most, words.length), isPartly: most < words.length };
}

/** Scores are whole numbers of at most a few thousand per word: sorted by counting, newest first among equals. */
function inOrder(index: SearchIndex, total: Float32Array, had: Uint8Array, most: number, words: number): number[] {
  const highest = words * 1000;
  const starts = new Int32Array(highest + 2);
  const place = (doc: number) => highest - Math.min(highest, Math.round(total[doc]!));
  let count = 0;
  for (let doc = 0; doc < total.length; doc += 1) {
    if (had[doc] !== most) continue;
    starts[place(doc) + 1]! += 1;
    count += 1;
  }
  for (let i = 1; i < starts.length; i += 1) starts[i]! += starts[i - 1]!;
  const ids = Array.from<number>({ length: count });
  for (let doc = 0; doc < total.length; doc += 1) if (had[doc] === most) ids[starts[place(doc)]!++] = index.ids[doc]!;
  return ids;
}
