import { readLabel, readOrderNumber } from '#contract/scan.ts';
import type { Wanted } from '#server/features/counter/counter.queries.ts';

const INT4_MAX = 2_147_483_647;
const LEAST_DIGITS = 4;
const LEAST_LETTERS = 2;
/** National digits of a telephone: what stands before them is written in many ways. */
const PHONE_DIGITS = 10;

/**
 * What the one field was filled with: the label of a parcel, the number of an order, the end of a telephone, the beginning of a name or surname. Several
 * readings are possible («30418» may end a telephone): the first that finds something counts. Empty: too little to look for.
 */
export function readWanted(typed: string): Wanted[] {
  const label = readLabel(typed);
  if (label) return [{ by: 'number', id: label.orderId }];
  const digits = typed.replaceAll(/\D/g, '');
  if (/^[№#+\d\s().\u00a0-]+$/.test(typed)) {
    const number = readOrderNumber(typed);
    return [
      ...(number !== null && number <= INT4_MAX ? [{ by: 'number' as const, id: number }] : []),
      ...(digits.length >= LEAST_DIGITS ? [{ by: 'phone' as const, digits: digits.slice(-PHONE_DIGITS) }] : []),
    ];
  }
  const words = typed.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').trim().replaceAll(/\s+/g, ' ');
  return words.length >= LEAST_LETTERS && /^[a-zа-я][a-zа-я .'-]*$/.test(words) ? [{ by: 'name', words }] : [];
}
