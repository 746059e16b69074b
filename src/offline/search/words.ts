// Words of queries and products in one form: lower case, ё as е, letters and digits only.

/** «Витамин D3, «Солнечная капля»» → витамин, d3, солнечная, капля */
export function wordsOf(text: string): string[] {
  return normal(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
export const normal = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ё', 'е');

/** «50мл» → 50, мл: digits and letters of a word that is not known as a whole. */
export const splitDigits = (word: string): string[] => word.match(/\d+|\D+/g) ?? [word];

const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};
/** «C», «B6» and «D3» are written in either alphabet: short words and words with digits are compared by their look. */
export function lookOf(word: string): string {
  if (/^\d+$/.test(word) || (word.length > 3 && !/\d/.test(word))) return word;
  let look = '';
  for (const letter of word) look += LOOKALIKES[letter] ?? letter;
  return look;
}
