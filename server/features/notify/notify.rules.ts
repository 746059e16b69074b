import { MESSAGES } from '#contract/messages.ts';
import { FIELD_HINTS, isEmail } from '#contract/people-fields.ts';
import { toE164 } from '#contract/phone-numbers.ts';
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
  if (email !== '' && !isEmail(email)) errors.email = [FIELD_HINTS.email];
  if (phone !== '' && !number) errors.phone = ['Нужен номер вида +7 912 345-67-89'];
  if (Object.keys(errors).length > 0) return errors;
  return [...(email === '' ? [] : [email.toLowerCase()]), ...(number ? [number] : [])];
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

/** Whoever asks hears the same, whether the address is new here, asked already or confirmed: that is its owner's business. */
export const askedByLetter = (email: string): string =>
  `Мы отправили письмо на ${email}. Подтвердите адрес по ссылке из него, и мы сообщим, когда товар появится`;
