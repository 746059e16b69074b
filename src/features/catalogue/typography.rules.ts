const NUMBER = /(\d) (?=[а-яё]{2})/giu;
const LETTER = / (?=[A-ZА-ЯЁ]\d{0,2}(?:[\s»,.)]|$))/gu;
const SHORT = /(^|[\s(«])([а-яё]{1,2}|для|без|или) (?=\S)/giu;
/**
 * Short words and numbers stay with the next word, «C» of a vitamin with the one before: no line ends in «с» or begins with
 * «C».
 */
export const tied = (text: string): string =>
  text.replace(SHORT, '$1$2\u00a0').replace(SHORT, '$1$2\u00a0').replace(NUMBER, '$1\u00a0').replace(LETTER, '\u00a0');

/** A text in parts, each name in «ёлочки» a part of its own: drawn whole on one line where it fits. */
export const namesApart = (text: string): string[] => text.split(/(«[^»]*»)/).filter(Boolean);

/**
 * «Витамины для взрослых 50+» and «Тёплый дом»: a title too long for two lines of a card as two parts, each shortened alone, so
 * that the name stays.
 */
export const titleLines = (title: string): string[] | undefined =>
  title.length > 36 ? /^(?:([^«]+) (?=«)|(«[^»]*») )(.+)$/.exec(title)?.slice(1).filter(Boolean) : undefined;
