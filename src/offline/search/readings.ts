import { layoutToEn, layoutToRu } from '#src/offline/search/layout.ts';
import { isKnownWord, LEVEL, type Match, matchSound, matchWord } from '#src/offline/search/match.ts';
import type { SearchIndex } from '#src/offline/search/search-index.ts';
import { namesALetter, writeOut } from '#src/offline/search/spoken.ts';
import { isStopPiece } from '#src/offline/search/stop-words.ts';
import { normal, splitDigits, wordsOf } from '#src/offline/search/words.ts';

// A query as words of the catalogue: as typed, in the other layout, in the other alphabet; the best reading of a piece wins.

const LAYOUT = 0.96;
/** One word of the query, as it was typed in this reading and as it is understood. */
export type ReadWord = {
  matches: Match[];
  /** 0: the catalogue has nothing like it. */
  best: number;
  typed: string;
  written: string;
  isWithout: boolean;
  /** Behind «чтобы»: it tells what for. */
  isAim: boolean;
};
/** One piece of the query read in one way. */
export type Reading = { words: ReadWord[]; quality: number; kind: 'as-is' | 'layout' | 'sound' };

/** So much of a query is read: more is no search for a product. */
const MAX_LETTERS = 200;
const MAX_WORDS = 12;

/** @param isLiteral every word counts and nothing is corrected */
export function readQuery(index: SearchIndex, text: string, isLiteral: boolean): Reading[] {
  const pieces = text
    .slice(0, MAX_LETTERS)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS * 2);
  if (isLiteral) return pieces.map((piece, at) => readPiece(index, piece, true, at === pieces.length - 1));
  const aimAt = pieces.findIndex((piece) => AIM.test(normal(piece)));
  if (aimAt < 0) return readSaid(index, pieces);
  const aim = readSaid(index, pieces.slice(aimAt + 1));
  return [...readSaid(index, pieces.slice(0, aimAt)), ...aim.map((reading) => asAim(index, reading))];
}

/** «Крем, чтобы кожа не сохла». */
const AIM = /^чтобы?$/;
/** What is told of an aim names no product: a slip in it is one of a topic's word or none. */
function asAim(index: SearchIndex, reading: Reading): Reading {
  const words = reading.words.map((word): ReadWord => {
    const isSlip = word.best > 0 && word.best < LEVEL.begun;
    const isTopic = word.matches.some(({ term }) => index.needsOfTerm.has(term));
    if (isSlip && !isTopic) return { ...word, matches: [], best: 0, written: word.typed, isAim: true };
    return { ...word, isAim: true };
  });
  return { ...reading, words };
}

/** A part of a query without its little words. */
function readSaid(index: SearchIndex, pieces: readonly string[]): Reading[] {
  const { kept, without } = meaningful(pieces);
  // A code read out in pieces: «10 601».
  const code = kept.join('');
  if (kept.length > 1 && /^\d{5,6}$/.test(code)) return [readPiece(index, code, false, true)];
  const spoken = writeOut(kept.map((piece) => (/^[\p{L}\p{N}]+$/u.test(piece) ? normal(piece) : piece)));
  return [
    ...spoken.slice(0, MAX_WORDS).map((piece, at) => readPiece(index, piece, false, at === spoken.length - 1)),
    ...without.map((piece) => {
      const reading = readWords(index, wordsOf(piece).slice(0, 1), 'as-is', true, false);
      return { ...reading, words: reading.words.map((word) => ({ ...word, isWithout: true })) };
    }),
  ];
}

/** «Маме 60 лет»: sixty is no number of capsules. */
const AGE = /^(?:лет|год|года|годик|годика|месяцев)$/;
/** «Девушка, мне бы крем» is said to the shop, «женщина 45 лет» of a person. */
const ADDRESS = /^(?:девушка|женщина|мужчина|ребята|друзья|уважаемые),$/;
/** Without stop words and ages; «без сахара» is set apart: it asks for what is not there. */
function meaningful(pieces: readonly string[]): { kept: string[]; without: string[] } {
  const kept: string[] = [];
  const without: string[] = [];
  pieces.forEach((piece, at) => {
    if (at === 0 && pieces.length > 1 && ADDRESS.test(normal(piece))) return;
    if (normal(piece) === 'без' || (/^\d{1,3}$/.test(piece) && AGE.test(normal(pieces[at + 1] ?? '')))) return;
    if (normal(pieces[at - 1] ?? '') === 'без') without.push(piece);
    else if (!isStopPiece(piece) || isLetter(pieces, at)) kept.push(piece);
  });
  return { kept, without };
}
/** «с» in «витамин с» and «витамин с для кожи», and «в» in «магний в 6»; not in «витамины с железом». */
function isLetter(pieces: readonly string[], at: number): boolean {
  const piece = normal(pieces[at]!);
  const next = pieces[at + 1];
  if (piece.length !== 1) return false;
  if (next !== undefined && /^\d{1,2}$/.test(next)) return pieces.length === at + 2;
  return namesALetter(normal(pieces[at - 1] ?? '')) && (next === undefined || isStopPiece(next));
}

/** Slips are looked for last, among all the words of the shop: no slip is worth as much as a word that is right in some reading. */
function readPiece(index: SearchIndex, piece: string, isLiteral: boolean, isLast: boolean): Reading {
  const asIs = readWords(index, wordsOf(piece), 'as-is', true, isLast);
  if (isLiteral || asIs.quality >= LEVEL.stem) return asIs;
  const right = bestOf([asIs, ...otherReadings(index, piece, true, isLast)]);
  if (right.quality > LEVEL.ear) return right;
  return bestOf([
    readWords(index, wordsOf(piece), 'as-is', false, isLast),
    ...otherReadings(index, piece, false, isLast),
  ]);
}
const bestOf = (readings: readonly Reading[]): Reading =>
  readings.reduce((best, next) => (next.quality > best.quality ? next : best));

/** In the other layout and in the other alphabet. */
function otherReadings(index: SearchIndex, piece: string, isLiteral: boolean, isLast: boolean): Reading[] {
  const readings: Reading[] = [];
  const isLatin = /[a-z]/i.test(piece);
  const isCyrillic = /\p{Script=Cyrillic}/u.test(piece);
  if (isLatin || isCyrillic) {
    const other = isLatin ? layoutToRu(piece) : layoutToEn(piece);
    readings.push(readWords(index, wordsOf(other), 'layout', isLiteral, isLast));
  }
  // «бцаа», «спф»: Latin names in Cyrillic letters sound the same.
  if (isLatin !== isCyrillic)
    readings.push(readSounds(index, wordsOf(piece.replaceAll(/['’`]/g, '')), isCyrillic, isLiteral));
  return readings;
}

function readWords(
  index: SearchIndex,
  words: readonly string[],
  kind: 'as-is' | 'layout',
  isLiteral: boolean,
  isLast: boolean,
): Reading {
  const factor = kind === 'layout' ? LAYOUT : 1;
  const known = words.flatMap((word) => (isKnownWord(index, word) ? [word] : splitDigits(word)));
  const isEnd = isLast && known.length === 1;
  return toReading(
    index,
    kind,
    known.map((word) => {
      const matches = matchWord(index, word, isLiteral, isEnd);
      return {
        word,
        matches: factor === 1 ? matches : matches.map(({ term, level }) => ({ term, level: level * factor })),
      };
    }),
  );
}
const readSounds = (index: SearchIndex, words: readonly string[], isWhole: boolean, isLiteral: boolean): Reading =>
  toReading(
    index,
    'sound',
    words.map((word) => ({ word, matches: matchSound(index, word, isWhole, isLiteral) })),
  );

function toReading(
  index: SearchIndex,
  kind: Reading['kind'],
  parts: readonly { word: string; matches: Match[] }[],
): Reading {
  const words = parts.map(({ word, matches }): ReadWord => {
    let best: Match | undefined;
    for (const match of matches) if (!best || match.level > best.level) best = match;
    const level = best?.level ?? 0;
    const isSame =
      !best || (kind === 'as-is' && level >= LEVEL.derived) || (kind === 'layout' && level >= LEVEL.derived * LAYOUT);
    return {
      matches,
      best: level,
      typed: word,
      written: isSame ? word : index.terms[best!.term]!,
      isWithout: false,
      isAim: false,
    };
  });
  // A reading is as good as its weakest word; without words there is nothing to be good at.
  return { kind, words, quality: words.length === 0 ? 0 : Math.min(...words.map((word) => word.best)) };
}
