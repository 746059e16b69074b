import { PHONE_COUNTRIES, type PhoneCountry } from '#contract/phones.ts';

// Reading and judging telephone numbers (docs/product/phones.md); no library in here: phone input, schemas and shop share it.

/** `national`: digits without the dial code, as many as were given. */
export type ReadPhone = { country: PhoneCountry; national: string };

/** The list's row of a code such as `kg`. */
export const phoneCountry = (code: string): PhoneCountry | undefined =>
  PHONE_COUNTRIES.find((country) => country.code === code);
const russia = PHONE_COUNTRIES[0]!; // The list is ours and not empty.

/** Russia and Kazakhstan share +7: 7 and 33 come next in Kazakhstan. */
const twin = (national: string): PhoneCountry => (/^(7|33)/.test(national) ? phoneCountry('kz')! : russia);
const isTwin = ({ dialCode }: PhoneCountry): boolean => dialCode === russia.dialCode;

/** The country of digits with a dial code; `isWhole`: only if their count fits too. */
function abroad(digits: string, isWhole: boolean): ReadPhone | undefined {
  for (const country of PHONE_COUNTRIES) {
    const national = digits.slice(country.dialCode.length);
    if (!digits.startsWith(country.dialCode) || (isWhole && national.length !== country.lengthNumber)) continue;
    return { country: isTwin(country) ? twin(national) : country, national };
  }
  return undefined;
}

/**
 * What a person has typed or pasted under the country that is chosen, by the habits of writing: `+7 …` and other codes of the
 * list, `8…` and `7…` with eleven digits under +7, a leading zero where it is dialled at home. Undefined when it begins with `+`
 * and a code that is not in the list. Digits past the country's length are left out.
 */
export function readPhone(text: string, chosen: PhoneCountry): ReadPhone | undefined {
  const digits = text.replaceAll(/\D/g, '');
  const isInternational = text.trim().startsWith('+');
  const found = isInternational ? abroad(digits, false) : readHome(digits, chosen);
  if (!found) return isInternational && digits !== '' ? undefined : { country: chosen, national: '' };
  return { ...found, national: found.national.slice(0, found.country.lengthNumber) };
}

function readHome(digits: string, chosen: PhoneCountry): ReadPhone {
  const { length } = digits;
  const home = chosen.lengthNumber;
  if (isTwin(chosen) && length === home + 1 && /^[78]/.test(digits)) {
    const national = digits.slice(1);
    return { country: twin(national), national };
  }
  if (length <= home) return { country: chosen, national: digits };
  if (length === home + 1 && digits.startsWith('0')) return { country: chosen, national: digits.slice(1) };
  if (chosen.code === 'by' && digits.startsWith('80')) return { country: chosen, national: digits.slice(2) };
  return abroad(digits, true) ?? { country: chosen, national: digits };
}

/** +79123456789, also of a number that is not whole yet; empty while there is no digit. */
export const toPhone = ({ dialCode }: PhoneCountry, national: string): string =>
  national === '' ? '' : `+${dialCode}${national}`;

/** The digits behind the dial code of this country; none of a number of another country. */
export const nationalOf = (phone: string, { dialCode }: PhoneCountry): string =>
  phone.startsWith(`+${dialCode}`) ? phone.slice(dialCode.length + 1) : '';

/**
 * Whether it is a whole number of this country, or of any of the list: E.164 with exactly the country's count of digits. Ranges
 * of operators are not looked at. A country that is named must be the one of the number; Russia and Kazakhstan answer for each other.
 */
export function isWholePhone(phone: string, code?: string): boolean {
  const digits = /^\+(\d+)$/.exec(phone)?.[1];
  const found = digits === undefined ? undefined : abroad(digits, true);
  return found !== undefined && (code === undefined || found.country.dialCode === phoneCountry(code)?.dialCode);
}

/** National habits of writing → E.164, or undefined when no country of the list has such a number. */
export function toE164(text: string): string | undefined {
  if (/[^\d\s()+.-]/.test(text)) return undefined;
  const read = readPhone(text, russia);
  // Whatever was left out of it would make it somebody else's number.
  const isAll = read && text.replaceAll(/\D/g, '').endsWith(read.national);
  const phone = read && isAll ? toPhone(read.country, read.national) : '';
  return isWholePhone(phone) ? phone : undefined;
}

/** The country of a stored number; Russia when nothing is known of it. */
export const countryOfPhone = (phone: string | null | undefined): PhoneCountry =>
  abroad((phone ?? '').replaceAll(/\D/g, ''), true)?.country ?? russia;

/** What the phone input of src/ui is given: it knows no country by itself. */
export const NUMBERING = { countries: PHONE_COUNTRIES, read: readPhone, toPhone, nationalOf } as const;
