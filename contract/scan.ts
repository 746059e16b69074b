import { eanIn, isSameEan } from '#contract/ean.ts';

// What a scanner typed (docs/product/counter.md#field). No library in here: screen and shop read it alike.

const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ';
const LATIN = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.`QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~';
/** Signs that lie elsewhere on a Russian keyboard; a text without a Russian letter keeps its own. */
const SIGNS: Readonly<Record<string, string>> = {
  '"': '@',
  '№': '#',
  ';': '$',
  ':': '^',
  '?': '&',
  '.': '/',
  ',': '?',
  '/': '|',
};
const KEYS = new Map(Array.from(RUSSIAN, (sign, i) => [sign, LATIN[i] ?? sign]));
const hasRussian = (text: string): boolean => [...text].some((sign) => KEYS.has(sign));

/** A scanner is a keyboard: with a Russian layout it types the letters of the same keys. Capitals stay capitals. */
export const latinKeys = (typed: string): string =>
  hasRussian(typed) ? [...typed].map((sign) => KEYS.get(sign) ?? SIGNS[sign] ?? sign).join('') : typed;

/**
 * The code of a product as a scanner meant it: capitals, without spaces and control signs (a GS1 code has them between its parts). Every key counts by its
 * place, also in a text without a Russian letter, for a code of digits and points has none.
 */
export const scannedText = (typed: string): string =>
  [...typed.toLowerCase()]
    .map((sign) => KEYS.get(sign) ?? sign)
    .join('')
    .replaceAll(/[^\x21-\x7e]/g, '')
    .toUpperCase();
/** Whether a scan names this product: by its code, its article, or the number on its pack, also out of the code of a marked piece. */
export function namesProduct(
  { code, article, ean }: { code: string; article: string | null; ean: string },
  scanned: string,
): boolean {
  if (scanned === scannedText(code) || (article !== null && scanned === scannedText(article))) return true;
  const found = eanIn(scanned);
  return found !== null && ean !== '' && isSameEan(found, ean);
}

/** `P30377-1` on the label of a parcel. */
export type Label = { orderId: number; number: number };
export function readLabel(typed: string): Label | null {
  const found = /^P(\d{5,9})-(\d{1,3})$/.exec(latinKeys(typed.trim()).toUpperCase());
  return found ? { orderId: Number(found[1]), number: Number(found[2]) } : null;
}
/** `B1001` on the label of a box. */
export function readBoxLabel(typed: string): number | null {
  const found = /^B(\d{4,9})$/.exec(latinKeys(typed.trim()).toUpperCase());
  return found ? Number(found[1]) : null;
}
/** Number of an order, with or without «№» and spaces. */
export function readOrderNumber(typed: string): number | null {
  const digits = typed.replaceAll(/[№#\s\u00a0]/g, '');
  return /^\d{5,9}$/.test(digits) ? Number(digits) : null;
}
