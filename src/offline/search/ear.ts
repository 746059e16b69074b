// How a Russian word sounds: unstressed vowels, voiced endings and double letters fold, so «калаген» meets «коллаген».

const FOLDS: readonly [RegExp, string][] = [
  [/[ьъ]/g, ''], [/[оёя]/g, 'а'], [/[еэыйю]/g, 'и'], [/[тд]с/g, 'ц'], [/щ|сч|зч/g, 'ш'],
  [/б/g, 'п'], [/в/g, 'ф'], [/г/g, 'к'], [/д/g, 'т'], [/з/g, 'с'], [/ж/g, 'ш'], [/[иу]+/g, 'и'], [/(.)\1+/g, '$1'],
]; // prettier-ignore

/** One key for words that are heard alike; '' for what is no Russian word of four letters or more. */
export function earOf(word: string): string {
  if (word.length < 4 || !/^[а-я]+$/.test(word)) return '';
  let key = word;
  for (const [from, to] of FOLDS) key = key.replace(from, to);
  // «ааааа» is heard as «а», which is nobody's word.
  return key.length < 3 ? '' : key;
}
