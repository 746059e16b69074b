const LENGTH = { min: 3, max: 60 } as const;
/** Digits enough for a telephone, a card or a passport, and what addresses of mail and pages have. */
const PERSONAL = /(?:\d[\s()+.-]*){5}|@|https?:|www\./;

/**
 * One form for a query that is counted: lower case, ё as е, letters, digits and single spaces. Null for what is not counted:
 * no words, too long to be a product, or somebody's data (docs/decisions/262).
 */
export function countedWords(query: string): string | null {
  if (PERSONAL.test(query)) return null;
  const words = query
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.length >= LENGTH.min && words.length <= LENGTH.max && /\p{L}{2}/u.test(words) ? words : null;
}
