import type { Profile, ProfileChange } from '#contract/profile.ts';
import { photoPath } from '#contract/photos.ts';
import type { SentCode } from '#contract/registration.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { PersonRow } from '#server/features/session/session.queries.ts';
import { birthdayErrors, fullName } from '#server/features/registration/registration.rules.ts';

type Known = {
  person: PersonRow;
  city: { id: number; name: string } | null;
  /** When an address was confirmed, as far as it was noted. */
  confirmedAt: { email?: Date | undefined; phone?: Date | undefined };
  waiting: SentCode | null;
};

/** A person as they see themselves (docs/product/people.md#profile). */
export function toProfile({ person, city, confirmedAt, waiting }: Known): Profile {
  const contact = (own: string | null, pending: string | null, at: Date | undefined): Profile['email'] => ({
    value: own ?? pending,
    confirmed: own !== null,
    confirmed_at: own !== null ? (at?.toISOString() ?? null) : null,
  });
  return {
    name: person.name,
    first_name: person.firstName,
    last_name: person.lastName,
    middle_name: person.middleName,
    email: contact(person.email, person.pendingEmail, confirmedAt.email),
    phone: contact(person.phone, person.pendingPhone, confirmedAt.phone),
    phone_country: person.phoneCountry,
    city,
    birthday: person.birthday,
    photo: person.photoId === null ? null : photoPath(person.photoId),
    send_email: person.sendEmail,
    show_contacts: person.consId === null ? null : person.showContacts,
    is_company: isCompany(person),
    registered_at: person.registeredAt.toISOString(),
    password_changed_at: person.passwordChangedAt?.toISOString() ?? null,
    waiting,
  };
}

/** «ООО «Лавка здоровья»»: a contract stands behind it, so its name is the desk's to change. */
const isCompany = ({ role }: Pick<PersonRow, 'role'>): boolean => role === 'optovik';

/** Faults that the contract cannot see: a day that does not exist, an age below a consultant's. */
export function changeErrors(change: ProfileChange, person: PersonRow, now: Date): FieldErrors {
  const type = person.consId === null ? 'client' : 'cons';
  if (change.birthday === null && type === 'cons') return { birthday: ['Консультанту нужна дата рождения'] };
  return birthdayErrors({ type, birthday: change.birthday ?? undefined }, now);
}

type Row = Partial<Omit<PersonRow, 'id'>>;
/** Columns that the change names, but for the switches; `countryId` is the city's. */
export function rowOfChange(change: ProfileChange, person: PersonRow, countryId: number | null): Row {
  const first_name = change.first_name ?? person.firstName;
  const last_name = change.last_name ?? person.lastName;
  const isNamed = change.first_name !== undefined || change.last_name !== undefined;
  return {
    ...(isNamed ? { firstName: first_name, lastName: last_name } : {}),
    ...(isNamed && !isCompany(person) ? { name: fullName({ first_name, last_name }) } : {}),
    ...(change.middle_name === undefined ? {} : { middleName: change.middle_name }),
    ...(change.city_id === undefined || countryId === null ? {} : { cityId: change.city_id }),
    ...(change.birthday === undefined ? {} : { birthday: change.birthday }),
  };
}

/** Switches that were really turned, by the consent that each of them is (docs/product/law.md row 1). */
export function turned(
  change: ProfileChange,
  person: PersonRow,
): { purpose: 'marketing' | 'client_contacts'; isOn: boolean }[] {
  const list: ReturnType<typeof turned> = [];
  if (change.send_email !== undefined && change.send_email !== person.sendEmail)
    list.push({ purpose: 'marketing', isOn: change.send_email });
  // A client has nobody to show them to.
  if (change.show_contacts !== undefined && person.consId !== null && change.show_contacts !== person.showContacts)
    list.push({ purpose: 'client_contacts', isOn: change.show_contacts });
  return list;
}
