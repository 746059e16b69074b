import { earOf } from '#src/offline/search/ear.ts';
import { stemOf } from '#src/offline/search/stem.ts';

// Latin letters and numbers as people say and write them: «витамин ц», «дэ три», «ку 10», «бэ шесть».

const NAMES: Readonly<Record<string, string>> = {
  а: 'a', бэ: 'b', бе: 'b', би: 'b', б: 'b', в: 'b', цэ: 'c', це: 'c', си: 'c', ц: 'c', с: 'c', дэ: 'd', де: 'd', ди: 'd', д: 'd',
  е: 'e', и: 'e', э: 'e', ка: 'k', к: 'k', кью: 'q', ку: 'q', кю: 'q', эль: 'l', эл: 'l', л: 'l', пэ: 'p', пе: 'p', п: 'p',
}; // prettier-ignore
const NUMBERS = 'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать'.split(' ');
/** Behind these a single letter is a name, not a preposition. */
const BEFORE_LETTER: ReadonlySet<string> = new Set(['витамин', 'комплекс', 'групп', 'коэнзим'].map(stemOf));

const HEARD: ReadonlySet<string> = new Set([...BEFORE_LETTER].map(earOf));
/** Also as it is heard: «витомин ц». */
export const namesALetter = (word: string): boolean => {
  const stem = stemOf(word);
  return BEFORE_LETTER.has(stem) || (stem.length > 5 && HEARD.has(earOf(stem)));
};

const digitsOf = (word: string): string | null => {
  if (/^\d{1,2}$/.test(word)) return word;
  const at = NUMBERS.indexOf(word);
  return at < 0 ? null : String(at);
};
const letterOf = (word: string): string | null => (/^[a-z]$/.test(word) ? word : (NAMES[word] ?? null));

/**
 * Words of a query with spoken letters and numbers written out: «витамин дэ три» → витамин, d3; «ку10» → q10. A letter is
 * read as one behind «витамин» and its like or before a number; «с мятой» keeps its preposition.
 */
export function writeOut(words: readonly string[]): string[] {
  const written: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    const isNamed = i > 0 && namesALetter(words[i - 1]!);
    const letter = letterOf(word);
    const next = digitsOf(words[i + 1] ?? '');
    // Prepositions of one letter are gone already, except where they stand for a letter.
    if (letter && next !== null) {
      written.push(letter + next);
      i += 1;
    } else if (letter && isNamed) written.push(letter);
    else if (/^(?:эль?|l)$/.test(word) && i + 1 < words.length) written.push('l');
    else written.push(joined(word) ?? (i > 0 ? digitsOf(word) : null) ?? word);
  }
  return written;
}
/** «д3», «б6», «ку10» in one piece. */
function joined(word: string): string | null {
  const parts = /^([а-я]{1,3})(\d{1,2})$/.exec(word);
  const letter = parts && NAMES[parts[1]!];
  return letter ? letter + parts[2]! : null;
}
