/**
 * The key by which titles stand in order, compared unit by unit. The shop and the phone share it: the first cards come from the
 * shop and must not move when the whole list is on the phone. Figures come before letters and by their value («Омега-3» before
 * «Омега-10»), Russian before Latin, ё as е; quotes at the front do not count.
 */
export const titleKey = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/\d+/g, (digits) => digits.padStart(6, '0'))
    .replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + AFTER_RUSSIAN));

/** Code points of Russian letters are in alphabetical order and lie above Latin ones. */
const AFTER_RUSSIAN = 0x1000;
