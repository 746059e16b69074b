import { CONSULTANT_AGE } from '#contract/registration.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { type ConsentRow, consentRowsOf, type From } from '#server/features/consents/purposes.rules.ts';
import { type Contact, contactOf } from '#server/platform/contact.rules.ts';

export const TAKEN = {
  email: 'Такой адрес уже зарегистрирован',
  phone: 'Такой телефон уже зарегистрирован',
} as const;
export const COMMONEST = 'Этот пароль подбирают первым. Придумайте другой';

type Typed = { email?: string | null | undefined; phone?: string | null | undefined };
/** Where the code goes. @throws never for a form that the contract has let through */
export function targetOf(by: 'email' | 'phone', { email, phone }: Typed): Contact {
  const target = by === 'email' ? email : phone;
  if (!target) throw new Error(`a code to no ${by}: the contract has let it through`);
  return contactOf(target);
}

/** Whole years on that day, by the calendar. */
function yearsOn(birthday: string, now: Date): number {
  const today = now.toISOString().slice(0, 10);
  return Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (today.slice(5) < birthday.slice(5) ? 1 : 0);
}
export function birthdayErrors(
  { type, birthday }: { type: string; birthday?: string | undefined },
  now: Date,
): FieldErrors {
  if (birthday === undefined) return {};
  const day = new Date(`${birthday}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(birthday);
  const years = isDay ? yearsOn(birthday, now) : -1;
  if (!isDay || years < 0 || years > 120) return { birthday: ['Такой даты рождения не бывает'] };
  if (type === 'cons' && years < CONSULTANT_AGE)
    return { birthday: [`Консультантом можно стать с ${CONSULTANT_AGE} лет`] };
  return {};
}

/** Shown name: «Наталья Верещагина». */
export const fullName = ({ first_name: first, last_name: last }: { first_name: string; last_name: string }): string =>
  `${first} ${last}`;

export type GivenConsents = { agreement: boolean; marketing: boolean; sponsor_contacts: boolean };
/** One row for each purpose that was ticked (docs/product/law.md row 1); personal data and the offer always are. */
export const consentRows = (given: GivenConsents, from: From): ConsentRow[] =>
  consentRowsOf(
    [
      'registration',
      'offer',
      ...(given.agreement ? (['agreement'] as const) : []),
      ...(given.marketing ? (['marketing'] as const) : []),
      ...(given.sponsor_contacts ? (['sponsor_contacts'] as const) : []),
    ],
    from,
  );
