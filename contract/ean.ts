// Numbers of goods on their packs, EAN-8, EAN-13, UPC and GTIN-14. No library in here: screen and shop read them alike.

/** The last digit is right: the others, three times every second one from the right, and it make a full ten. */
export function isEan(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}
const padded = (ean: string): string => ean.padStart(14, '0');

/** One number, however many noughts stand in front of it. */
export const isSameEan = (one: string, other: string): boolean => padded(one) === padded(other);

/** The number in what a scanner has typed: alone, or in the code of a marked piece (GS1: `01`, fourteen digits, `21`, its own number). */
export function eanIn(scanned: string): string | null {
  if (isEan(scanned)) return scanned;
  const marked = /^(?:\][A-Z]\d)?01(\d{14})21/i.exec(scanned)?.[1];
  return marked !== undefined && isEan(marked) ? marked : null;
}
