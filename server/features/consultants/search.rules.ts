import { SEARCH_MIN } from '#contract/consultants.ts';
import { toE164 } from '#contract/phone-numbers.ts';

/** What somebody looks for a consultant by (docs/product/people.md#search). */
export type Wanted =
  /** `exact`: the number itself; `from`…`to`: all that begin with what was typed, when that is less than a number. */
  | { by: 'number'; exact: number; from: number; to: number }
  /** E.164, a whole one: nobody shall find out a number digit by digit. */
  | { by: 'phone'; phone: string }
  /** Lower case, ё as е. A name begins with `first`; its other words begin with the `others`. */
  | { by: 'name'; first: string; others: string[] };

const NUMBER_DIGITS = 8;
/** E.164. */
const PHONE_DIGITS = 15;
const MAX_WORDS = 4;

/** `short`: too little to look for; `none`: nobody can be called so. */
export function readSearch(text: string): Wanted | 'short' | 'none' {
  const typed = text.normalize('NFKC').trim();
  if (/^[+\d][\d\s()-]*$/.test(typed)) {
    const digits = typed.replaceAll(/\D/g, '');
    if (digits.length < SEARCH_MIN) return 'short';
    if (digits.length <= NUMBER_DIGITS && !typed.startsWith('+'))
      return {
        by: 'number',
        exact: Number(digits),
        from: Number(digits.padEnd(NUMBER_DIGITS, '0')),
        to: Number(digits.padEnd(NUMBER_DIGITS, '9')),
      };
    const phone = digits.length > PHONE_DIGITS ? undefined : toE164(typed);
    return phone === undefined ? 'none' : { by: 'phone', phone };
  }
  const words = typed
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  const [first = '', ...others] = words;
  return words.join('').length < SEARCH_MIN ? 'short' : { by: 'name', first, others };
}
