import { MESSAGES } from '#contract/messages.ts';
import { PHONE_COUNTRIES } from '#contract/phones.ts';
import type { FieldErrors } from '#contract/reply.ts';

/** E-mail lower-cased, phone in E.164. */
export type Contact = string;
export type Wanted = { email?: string; phone?: string };

/** What the person typed, or their own contacts when both fields were left empty; or the faults of each field. */
export function contactsOf(
  typed: Wanted,
  own: { email: string | null; phone: string | null } | null,
): Contact[] | FieldErrors {
  const email = typed.email?.trim() ?? '';
  const phone = typed.phone?.trim() ?? '';
  if (email === '' && phone === '') {
    const known = own?.email?.toLowerCase() ?? own?.phone;
    return known ? [known] : { email: ['Укажите e-mail или телефон'] };
  }
  const errors: FieldErrors = {};
  const number = phone === '' ? undefined : toE164(phone);
  if (email !== '' && !isEmail(email)) errors.email = ['Нужен адрес вида anna@mail.ru'];
  if (phone !== '' && !number) errors.phone = ['Нужен номер вида +7 912 345-67-89'];
  if (Object.keys(errors).length > 0) return errors;
  return [...(email === '' ? [] : [email.toLowerCase()]), ...(number ? [number] : [])];
}

/**
 * Looks like an address (docs/product/asked-for.md#validation): one @, and a domain of letters, digits and hyphens with a dot;
 * before the @ the signs of RFC 5322 without quotes. So a text is one address and never a list of them. Whether it lives only a
 * letter can tell.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 200 &&
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+@(?:[\p{L}\p{M}\p{N}]+(?:-+[\p{L}\p{M}\p{N}]+)*\.)+[\p{L}\p{M}\p{N}-]{2,}$/u.test(
    text,
  );

/** National habits of writing → E.164, or undefined when no country of the list has such a number (docs/product/phones.md). */
export function toE164(text: string): string | undefined {
  if (/[^\d\s()+.-]/.test(text)) return undefined;
  const all = text.replaceAll(/\D/g, '');
  // «8 912 …» is how Russia and Kazakhstan dial at home.
  const digits =
    !text.includes('+') && all.length === 11 && all.startsWith('8')
      ? `7${all.slice(1)}`
      : all.length === 10 && !text.includes('+')
        ? `7${all}`
        : all;
  const isKnown = PHONE_COUNTRIES.some(
    ({ dialCode, lengthNumber }) => digits.startsWith(dialCode) && digits.length === dialCode.length + lengthNumber,
  );
  return isKnown ? `+${digits}` : undefined;
}

/** The moment of the tick: the phone's word, unless it lies in the future or is older than a queue is kept (45 days). */
export function consentTime(claimed: string | undefined, now: Date): Date {
  const at = claimed ? new Date(claimed) : now;
  const age = now.getTime() - at.getTime();
  return age < 0 || age > 45 * 86_400_000 ? now : at;
}

export const consentErrors = (consent: boolean, isKnownVersion: boolean): FieldErrors | undefined => {
  if (!consent) return { consent: ['Без согласия мы не сможем сохранить ваш контакт'] };
  return isKnownVersion
    ? undefined
    : { consent: [`${MESSAGES.validation}: текст согласия изменился, откройте его ещё раз`] };
};
