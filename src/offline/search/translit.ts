// Russian words in Latin letters, in any of the schemes people use: magnij, magniy and magnii are one key.

const LETTERS: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'j', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r',
  с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya',
}; // prettier-ignore
const DIGITS = /^\d+$/;
const DOUBLE = /(.)\1+/g;
const FOLDS: readonly [RegExp, string][] = [
  [/['’`]/g, ''],
  [/shch|sch|shh/g, 'W'], [/sh/g, 'S'], [/tch|ch/g, 'C'], [/zh/g, 'Z'], [/kh/g, 'h'], [/ph/g, 'f'], [/t[sz]/g, 'c'], [/ck/g, 'k'], [/w/g, 'v'], [/x/g, 'h'], [/q/g, 'k'],
  // ю, я, ё and е after й, y, j, i
  [/[jyi]+u/g, 'u'], [/[jyi]+a/g, 'a'], [/[jyi]+o/g, 'e'], [/[jyi]+e/g, 'e'],
  [/[jyi]+/g, 'i'],
  [DOUBLE, '$1'],
]; // prettier-ignore

/** The sound of a word: of «магний» and of «magnij» alike. */
export function soundOf(word: string): string {
  // Most words of a catalogue are codes, and of all that folds here only double signs are among digits.
  if (DIGITS.test(word)) return word.replace(DOUBLE, '$1');
  let sound = '';
  for (const letter of word) sound += LETTERS[letter] ?? letter;
  for (const [from, to] of FOLDS) sound = sound.replace(from, to);
  return sound;
}
