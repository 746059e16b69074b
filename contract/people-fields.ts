import * as z from 'zod/mini';
import { isMissing } from '#contract/field-words.ts';
import { PHONE_COUNTRIES } from '#contract/phones.ts';
import { isWholePhone } from '#contract/phone-numbers.ts';
import { LIMITS } from '#contract/tables.ts';

// Fields that forms about people share: one schema judges them on the phone and in the shop (docs/decisions/210-one-form.md).

/** The field's own words, but «Заполните поле» for an empty one. */
const unlessEmpty = (text: string) => (issue: { input?: unknown }) => (isMissing(issue.input) ? undefined : text);

export const FIELD_HINTS = {
  name: 'Может содержать латинские или буквы русского алфавита, максимум 40 символов',
  email: 'Нужен адрес вида anna@mail.ru',
  phone: 'Введите номер полностью',
} as const;

/** docs/product/asked-for.md#validation: Latin or Cyrillic letters, hyphen and white space, 1 to 40 characters; ends are trimmed. */
export const PersonName = z
  .string()
  .check(
    z.trim(),
    z.regex(new RegExp(`^[A-Za-zА-Яа-яЁё\\s-]{1,${LIMITS.nameMax}}$`), { error: unlessEmpty(FIELD_HINTS.name) }),
  );

/**
 * Looks like an address (docs/product/asked-for.md#validation): one @, and a domain of letters, digits and hyphens with a dot;
 * before the @ at most 64 of the signs of RFC 5322 without quotes, with single dots between them. So a text is one address and never a
 * list of them. Whether it lives only a letter can tell.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 200 &&
  /^(?=[^@]{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{M}\p{N}]+(?:-+[\p{L}\p{M}\p{N}]+)*\.)+[\p{L}\p{M}\p{N}-]{2,}$/u.test(
    text,
  );
/** One address, trimmed and in lower case. */
export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.refine(isEmail, { error: unlessEmpty(FIELD_HINTS.email) }));

/** E.164 of a country of the list, with exactly its count of digits (docs/product/phones.md). */
export const Phone = z.string().check(
  z.trim(),
  z.refine((text) => isWholePhone(text), { error: unlessEmpty(FIELD_HINTS.phone) }),
);
export const PhoneCountryCode = z.enum(PHONE_COUNTRIES.map(({ code }) => code) as [string, ...string[]]);

/** Number and the country that was chosen for it: both are stored. Without a country it is the one of the number. */
export const phoneFields = { phone: Phone, phone_country: z.optional(PhoneCountryCode) };
/** For the object that holds them: the number belongs to the country. */
export const phoneFitsCountry = z.refine<{ phone: string; phone_country?: string | undefined }>(
  ({ phone, phone_country: code }) => isWholePhone(phone, code),
  { path: ['phone'], error: FIELD_HINTS.phone },
);

/** Signs that turn the direction of what follows: they would rewrite the line in which somebody else reads the text. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** What a person writes freely, without such signs and blanks at its ends. */
export const freeText = () =>
  z.string().check(
    z.overwrite((text) => text.replaceAll(TURNS, '')),
    z.trim(),
  );
/** A line of free text: not empty, so many characters at most. */
export const line = (max: number) => freeText().check(z.minLength(1), z.maxLength(max));
/** The same, but it may be absent or empty. */
export const optionalLine = (max: number) => z._default(freeText().check(z.maxLength(max)), '');
