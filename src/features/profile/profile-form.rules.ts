import { CITIES } from '#contract/cities.ts';
import { judgeBody } from '#contract/judge.ts';
import {
  askContact,
  changePassword,
  type NewContact,
  type Profile,
  type ProfileChange,
  saveProfile,
} from '#contract/profile.ts';
import type { FieldErrors } from '#contract/reply.ts';

// What the forms of the profile do, without a screen.

// ── Name, birthday, city ────────────────────────────────────────────────────────────────────────
export type NameFields = { first_name: string; last_name: string; middle_name: string };
export const nameFields = ({ first_name, last_name, middle_name }: Profile): NameFields => ({
  first_name,
  last_name,
  middle_name,
});
/** Only what differs from what the shop has. */
export function nameChange(fields: NameFields, profile: Profile): ProfileChange {
  const names = Object.keys(fields) as (keyof NameFields)[];
  return Object.fromEntries(
    names.filter((name) => fields[name].trim() !== profile[name]).map((name) => [name, fields[name]]),
  );
}

/** «14.06.1991» as people write it, `1991-06-14` as the shop reads it. Empty: none. */
export const dayTyped = (typed: string): string | null =>
  typed.trim() === ''
    ? null
    : typed
        .trim()
        .replace(
          /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/,
          (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
        );
export const dayShown = (day: string | null): string => (day === null ? '' : day.split('-').reverse().join('.'));

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е');
export const CITY_NAMES = CITIES.map(([, title]) => title);
export const cityTyped = (typed: string): number | undefined =>
  CITIES.find(([, title]) => plain(title) === plain(typed))?.[0];
export function cityFaults(typed: string): FieldErrors | null {
  if (typed.trim() === '') return { city_id: ['Заполните поле'] };
  return cityTyped(typed) === undefined ? { city_id: ['Такого города нет в списке. Выберите ближайший'] } : null;
}

/** The shop's own verdict, given before it is asked. */
export const judgeChange = (change: ProfileChange): FieldErrors | null => judgeBody(saveProfile, change).errors ?? null;

// ── A new address ───────────────────────────────────────────────────────────────────────────────
export type ContactFields = { email: string; phone: string; phone_country: string };
export const contactBody = (by: NewContact['by'], { email, phone, phone_country }: ContactFields): NewContact =>
  by === 'email' ? { by, email } : { by, phone, phone_country };
export const judgeContact = (by: NewContact['by'], fields: ContactFields): FieldErrors | null =>
  judgeBody(askContact, contactBody(by, fields)).errors ?? null;

// ── Password ────────────────────────────────────────────────────────────────────────────────────
export type PasswordFields = { current: string; password: string };
export const judgePassword = (fields: PasswordFields): FieldErrors | null =>
  judgeBody(changePassword, fields).errors ?? null;
