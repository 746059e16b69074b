import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone, PHONE_COUNTRIES } from '#contract/phones.ts';
import {
  countryOfPhone,
  isWholePhone,
  nationalOf,
  phoneCountry,
  readPhone,
  toE164,
  toPhone,
} from '#contract/phone-numbers.ts';

// docs/product/phones.md: habits of writing, digits of each country.
const under = (code: string, text: string) => {
  const read = readPhone(text, phoneCountry(code)!);
  return read && [read.country.code, read.national];
};

describe('what is pasted', () => {
  it.each([
    ['ru', '8 (913) 245-67-89', ['ru', '9132456789']],
    ['ru', '+7 913 245-67-89', ['ru', '9132456789']],
    ['ru', '7 913 245 67 89', ['ru', '9132456789']],
    ['ru', '913 245 67 89', ['ru', '9132456789']],
    ['ru', '8 771 000-99-98', ['kz', '7710009998']],
    ['ru', '+7 (331) 000-99-98', ['kz', '3310009998']],
    ['kz', '8 913 245-67-89', ['ru', '9132456789']],
    ['kz', '771 000 99 98', ['kz', '7710009998']],
    ['ru', '+375 29 491-19-11', ['by', '294911911']],
    ['ru', '375294911911', ['by', '294911911']],
    ['by', '8 029 491-19-11', ['by', '294911911']],
    ['kg', '0700 123 456', ['kg', '700123456']],
    ['ua', '0 50 123 45 67', ['ua', '501234567']],
    ['de', '+7 913 245 67 89', ['ru', '9132456789']],
    ['ru', '+996', ['kg', '']],
    ['ru', '91324', ['ru', '91324']],
    ['ru', '99999999999999', ['ru', '9999999999']],
    ['ru', '', ['ru', '']],
    ['ru', 'позвоните мне', ['ru', '']],
  ])('under %s: %s', (code, text, read) => expect(under(code, text)).toEqual(read));
  it('with a code of no country of the list it is not read as another number', () => {
    expect(under('ru', '+1 202 555 01 23')).toBeUndefined();
    expect(under('by', '+44 20 7946 0958')).toBeUndefined();
  });
});

const country = fc.constantFrom(...PHONE_COUNTRIES);
const number = country.chain((one) =>
  fc
    .string({ unit: fc.constantFrom(...'123456789'), minLength: one.lengthNumber, maxLength: one.lengthNumber })
    .map((national) => ({ one, national, phone: toPhone(one, national) })),
);

describe('every number of every country', () => {
  it('is whole with exactly its count of digits, neither with one less nor with one more', () =>
    fc.assert(
      fc.property(number, ({ one, phone }) => {
        expect(isWholePhone(phone, one.code)).toBe(true);
        expect(isWholePhone(phone.slice(0, -1), one.code)).toBe(false);
        expect(isWholePhone(`${phone}1`, one.code)).toBe(false);
      }),
    ));
  it('comes back from the way it is shown, whatever country was chosen', () =>
    fc.assert(
      fc.property(number, country, ({ one, national, phone }, chosen) => {
        const read = readPhone(formatPhone(phone), chosen)!;
        expect([read.country.dialCode, read.national]).toEqual([one.dialCode, national]);
        expect(nationalOf(phone, one)).toBe(national);
        expect(countryOfPhone(phone).dialCode).toBe(one.dialCode);
        expect(toE164(formatPhone(phone))).toBe(phone);
      }),
    ));
  it('belongs to its country only; Russia and Kazakhstan answer for each other', () =>
    fc.assert(
      fc.property(number, country, ({ one, phone }, other) => {
        expect(isWholePhone(phone, other.code)).toBe(other.dialCode === one.dialCode);
      }),
    ));
  it('has a mask and an example of exactly so many digits, within the 22 signs of the field', () => {
    for (const { mask, lengthNumber, example, dialCode } of PHONE_COUNTRIES) {
      expect(mask.replaceAll(/[^#]/g, '')).toHaveLength(lengthNumber);
      expect(example.replaceAll(/\D/g, '')).toHaveLength(dialCode.length + lengthNumber);
      expect(mask.length).toBeLessThanOrEqual(22);
    }
  });
});
