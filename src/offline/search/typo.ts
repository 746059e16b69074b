/**
 * Damerau–Levenshtein distance (insert, delete, replace, swap of neighbours), or `limit + 1` as soon as it is larger.
 * Three rows of numbers; words are short.
 */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let above: number[] = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    before = above;
    above = row;
  }
  return above[b.length] ?? limit + 1;
}

/** One slip in a short word, two in a long one; none in codes and in words of two letters. */
export const slipsAllowed = (word: string): 0 | 1 | 2 =>
  word.length < 3 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2;

const VOWELS = 'аеиоуыэюя';
/**
 * People hit the first letter: «диван» is not «иван». Only a vowel may be another one there, and two neighbours may be swapped.
 */
export function mayBegin(word: string, other: string): boolean {
  const [a, b] = [word[0]!, other[0]!];
  return a === b || (VOWELS.includes(a) && VOWELS.includes(b)) || (a === other[1] && b === word[1]);
}

/** The letters that `mayBegin` lets another word begin with, in the order of the alphabet: nothing else is compared. */
export const firstLettersOf = (word: string): string[] =>
  [...new Set([word[0]!, word[1] ?? '', ...(VOWELS.includes(word[0]!) ? VOWELS.split('') : [])])].sort();

/** Letters of a word as bits: two words with many different bits cannot be near (one `xor` instead of a distance). */
export function bitsOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i += 1) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits;
}
export function bitCount(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
