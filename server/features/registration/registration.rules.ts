import { createHash } from 'node:crypto';
import { CONSENT_TEXTS, LEGAL_VERSIONS } from '#contract/content.ts';
import { CONSULTANT_AGE } from '#contract/registration.ts';
import type { FieldErrors } from '#contract/reply.ts';
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
type Row = { purpose: string; docVersion: string; textHash: string; ip: string; userAgent: string };
type From = { ip: string; userAgent: string };
const consentRow = (from: From, purpose: string, docVersion: string, text: string): Row => ({
  purpose,
  docVersion,
  textHash: createHash('sha256').update(text).digest('hex'),
  ip: from.ip,
  userAgent: from.userAgent.slice(0, 400),
});
/** The agreement of a consultant, signed at registration or later. */
export const agreementRow = (from: From): Row =>
  consentRow(from, 'agreement', LEGAL_VERSIONS['/kompaniya/oferta'], 'Принимаю договор консультанта');
/** One row for each purpose that was ticked (docs/product/law.md row 1); personal data and the offer always are. */
export function consentRows(given: GivenConsents, from: From): Row[] {
  const row = (purpose: string, docVersion: string, text: string): Row => consentRow(from, purpose, docVersion, text);
  const personal = LEGAL_VERSIONS['/kompaniya/soglasie'];
  return [
    row('registration', personal, CONSENT_TEXTS[personal] ?? ''),
    row('offer', LEGAL_VERSIONS['/kompaniya/oferta'], 'Принимаю публичную оферту'),
    ...(given.agreement ? [agreementRow(from)] : []),
    ...(given.marketing ? [row('marketing', personal, 'Хочу получать новости и акции')] : []),
    ...(given.sponsor_contacts ? [row('sponsor_contacts', personal, 'Показывать мой телефон консультанту')] : []),
  ];
}
