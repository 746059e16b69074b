import { CITIES } from '#contract/cities.ts';
import type { CallInput } from '#contract/call.ts';
import { judgeBody } from '#contract/judge.ts';
import { register } from '#contract/registration.ts';
import type { FieldErrors } from '#contract/reply.ts';

/** What stands in the fields. Names are the shop's, so that its faults find them. */
export type RegisterFields = {
  type: string;
  first_name: string;
  last_name: string;
  middle_name: string;
  birthday: string;
  phone: string;
  phone_country: string;
  email: string;
  confirm_by: string;
  city_id: string;
  /** Registration number of the consultant who has invited, as it is typed. */
  sponsor_number: string;
  password: string;
  'consents.personal': boolean;
  'consents.offer': boolean;
  'consents.agreement': boolean;
  'consents.marketing': boolean;
  'consents.sponsor_contacts': boolean;
};
export const emptyFields = (city: string): RegisterFields => ({
  type: 'client',
  first_name: '',
  last_name: '',
  middle_name: '',
  birthday: '',
  phone: '',
  phone_country: 'ru',
  email: '',
  confirm_by: 'phone',
  city_id: city,
  sponsor_number: '',
  password: '',
  'consents.personal': false,
  'consents.offer': false,
  'consents.agreement': false,
  'consents.marketing': false,
  'consents.sponsor_contacts': false,
});
/** Never kept on the phone. */
export const UNKEPT = [
  'password',
  'consents.personal',
  'consents.offer',
  'consents.agreement',
  'consents.marketing',
  'consents.sponsor_contacts',
] as const;

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е');
export const CITY_NAMES = CITIES.map(([, title]) => title);
/** The gazetteer's city of that name; what it does not know is no city. */
export const cityOf = (typed: string): number | undefined =>
  CITIES.find(([, title]) => plain(title) === plain(typed))?.[0];
/** «14.06.1991» as people write it, `1991-06-14` as the shop reads it. */
export const dayOf = (typed: string): string => typed.trim().replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1');

/** «01000157», «1000157», «01 000 157» as the number that they are; null for what is none. */
export function consNumberOf(typed: string): number | null {
  const digits = typed.replaceAll(/[\s-]/g, '');
  return /^\d{1,8}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

function personOf(fields: RegisterFields) {
  const isCons = fields.type === 'cons';
  const city = cityOf(fields.city_id);
  return {
    type: isCons ? ('cons' as const) : ('client' as const),
    first_name: fields.first_name,
    last_name: fields.last_name,
    ...(isCons && fields.middle_name.trim() !== '' ? { middle_name: fields.middle_name } : {}),
    phone: fields.phone,
    phone_country: fields.phone_country,
    ...(fields.email.trim() === '' ? {} : { email: fields.email }),
    // What is missing is judged as missing: the contract says which words that has.
    city_id: city as number,
    ...(isCons && fields.birthday.trim() !== '' ? { birthday: dayOf(fields.birthday) } : {}),
    confirm_by: fields.confirm_by === 'email' ? ('email' as const) : ('phone' as const),
  };
}
type Body = Omit<CallInput<typeof register>['body'], 'guestId'>;
/** By whose link or invitation the visit came; what is empty is left out. */
export type InvitedBy = { sponsorId?: number | null; invitation?: string | null };
export const bodyOf = (fields: RegisterFields, { sponsorId = null, invitation = null }: InvitedBy): Body => ({
  ...personOf(fields),
  password: fields.password,
  ...(sponsorId === null ? {} : { sponsor_id: sponsorId }),
  ...(invitation === null ? {} : { invitation }),
  consents: {
    // A tick that is missing is told by the contract.
    personal: fields['consents.personal'] as true,
    offer: fields['consents.offer'] as true,
    agreement: fields.type === 'cons' && fields['consents.agreement'],
    marketing: fields['consents.marketing'],
    sponsor_contacts: fields['consents.sponsor_contacts'],
  },
});
export function judgeRegistration(fields: RegisterFields): FieldErrors | null {
  const errors = { ...judgeBody(register, bodyOf(fields, {})).errors };
  if (fields.city_id.trim() !== '' && cityOf(fields.city_id) === undefined)
    errors.city_id = ['Такого города нет в списке. Выберите ближайший'];
  if (fields.sponsor_number.trim() !== '' && consNumberOf(fields.sponsor_number) === null)
    errors.sponsor_number = ['Номер консультанта — до восьми цифр, например 01000157'];
  return Object.keys(errors).length > 0 ? errors : null;
}
