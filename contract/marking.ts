import { latinKeys } from '#contract/scan.ts';

// Codes of «Честный знак» (docs/product/counter.md#marking). No library in here: counter and shop read them alike.

/** What a DataMatrix says of one unit: `gtin` names the product, `serial` the unit, `code` is what goes onto the receipt. */
export type Mark = { code: string; gtin: string; serial: string };
const GS = '\u001D';
/** The separator while a code is read: a sign that can be seen, and that text fields hold. */
const SIGN = '\u241D';
// 01 + GTIN, 21 + serial, then key and check of the crypto tail, which a short printing leaves out.
const SHAPE = /^01(\d{14})21([\x21-\x7e]{6,20})(?:␝(.+))?$/;
const TAIL = /^(?:91[\x21-\x7e]{4}␝)?(?:92[\x21-\x7e]{4,88}|93[\x21-\x7e]{4,6})(?:␝[\x21-\x7e␝]*)?$/;

/**
 * Reads the elements of a GS1 DataMatrix as a scanner types or a camera gives them: with a symbology name in front (`]d2`, `]C1`), with FNC1 as its first sign, and with the
 * group separator written as the control sign or as one of the words that scanners put in its place. Null when it cannot be such a code.
 */
export function readMark(typed: string): Mark | null {
  const text = latinKeys(typed)
    .replaceAll(GS, SIGN)
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .replaceAll(/<GS>|\{GS\}|\\x1d|\\u001d/gi, SIGN)
    .replace(/^␝+/, '');
  const found = SHAPE.exec(text);
  const [, gtin = '', serial = '', tail] = found ?? [];
  if (!found || !isGtin(gtin) || (tail !== undefined && !TAIL.test(tail))) return null;
  const code = `01${gtin}21${serial}${tail === undefined ? '' : SIGN + tail}`;
  return { code: code.replaceAll(SIGN, GS), gtin, serial };
}

/** The last digit of a GTIN is counted from the others, three and one by turns. */
export function isGtin(digits: string): boolean {
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return /^\d{14}$/.test(digits) && sum % 10 === 0;
}

/** One unit is one code, whatever tail it was printed with. */
export const unitOf = ({ gtin, serial }: Mark): string => `01${gtin}21${serial}`;
