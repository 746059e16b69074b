const NUMBER = /(\d) (?=[а-яё]{2})/giu;
const LETTER = / (?=[A-ZА-ЯЁ]\d{0,2}(?:[\s»,.)]|$))/gu;
const SHORT = /(^|[\s(«])([а-яё]{1,2}|для|без|или) (?=\S)/giu;
/**
 * Short words and numbers stay with the next word, «C» of a vitamin with the one before: no line ends in «с» or begins with
 * «C».
 */
export const tied = (text: string): string =>
  text.replace(SHORT, '$1$2\u00a0').replace(SHORT, '$1$2\u00a0').replace(NUMBER, '$1\u00a0').replace(LETTER, '\u00a0');

/** Longer ones do not fit two lines of a card. */
const LONG = 36;
/** «Витамины для взрослых 50+» and «Тёплый дом»: a long title as two lines, each shortened alone, so that the name stays. */
export function titleLines(title: string): [string, string] | null {
  if (title.length <= LONG) return null;
  const open = title.indexOf('«');
  const at = open > 0 ? open : title.indexOf('»') + 1;
  const lines: [string, string] = [title.slice(0, at).trim(), title.slice(at).trim()];
  return lines.every(Boolean) ? lines : null;
}
