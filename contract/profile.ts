import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { isMissing } from '#contract/field-words.ts';
import { Email, FIELD_HINTS, PersonName, phoneFields, phoneFitsCountry } from '#contract/people-fields.ts';
import { PhotoUpload } from '#contract/photos.ts';
import { Code, NewPassword, SentCode } from '#contract/registration.ts';
import { okWord } from '#contract/reply.ts';
import { LIMITS } from '#contract/tables.ts';

// A person's own profile (docs/product/people.md#profile). Never queued: it goes online, or not at all.

// ── 1 Shapes ────────────────────────────────────────────────────────────────────────────────────
const unlessEmpty = (text: string) => (issue: { input?: unknown }) => (isMissing(issue.input) ? undefined : text);

const Contact = z.object({
  value: z.nullable(z.string()),
  /** A code that came to it was right. */
  confirmed: z.boolean(),
  /** When, as far as it is known. */
  confirmed_at: z.nullable(z.string()),
});
/** What a person sees of themselves. */
export const Profile = z.object({
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string(),
  email: Contact,
  phone: Contact,
  phone_country: z.string(),
  city: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** `1991-06-14`. */
  birthday: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  send_email: z.boolean(),
  /** «Показывать мои контакты»; null for whoever has nobody to show them to. */
  show_contacts: z.nullable(z.boolean()),
  /** The name is a company's: the desk changes it. */
  is_company: z.boolean(),
  registered_at: z.string(),
  password_changed_at: z.nullable(z.string()),
  /** A new address that waits for its code. */
  waiting: z.nullable(SentCode),
});
export type Profile = z.infer<typeof Profile>;
const Answer = z.object({ ...okWord, profile: Profile, server_time: z.string() });
export type ProfileAnswer = z.infer<typeof Answer>;

/** Only what is named is changed, so that two devices do not undo each other. */
export const ProfileChange = z.object({
  first_name: z.optional(PersonName),
  last_name: z.optional(PersonName),
  /** Empty: none. */
  middle_name: z.optional(
    z
      .string()
      .check(z.trim(), z.regex(new RegExp(`^[A-Za-zА-Яа-яЁё\\s-]{0,${LIMITS.nameMax}}$`), { error: FIELD_HINTS.name })),
  ),
  city_id: z.optional(z.int({ error: unlessEmpty('Выберите город из списка') })),
  /** Null: none. */
  birthday: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Дата вида 14.06.1991' })))),
  send_email: z.optional(z.boolean()),
  show_contacts: z.optional(z.boolean()),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** One of the two. */
export const NewContact = z.discriminatedUnion('by', [
  z.object({ by: z.literal('email'), email: Email }),
  z.object({ by: z.literal('phone'), ...phoneFields }).check(phoneFitsCountry),
]);
export type NewContact = z.input<typeof NewContact>;

/** A browser in which the person is logged in. Where it stands nobody notes. */
export const Device = z.object({
  id: z.string(),
  /** «iPhone, Safari», «Компьютер, Яндекс Браузер». */
  name: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer', 'other']),
  /** To the hour. */
  seen_at: z.string(),
  /** This very browser. */
  is_here: z.boolean(),
});
export type Device = z.infer<typeof Device>;

// ── 2 Calls ─────────────────────────────────────────────────────────────────────────────────────
const common = { word: 'profile', dialect: 'word' } as const;
export const getProfile = defineCall({
  ...common,
  name: 'getProfile',
  summary: 'Профиль: что магазин знает о человеке',
  method: 'GET',
  path: '/api/profile',
  needs: 'account',
  reply: Answer,
});
export const saveProfile = defineCall({
  ...common,
  name: 'saveProfile',
  summary: 'Профиль: изменить имя, город, день рождения, рассылку',
  method: 'POST',
  path: '/api/profile',
  needs: 'profile.edit',
  keyed: true,
  body: ProfileChange,
  reply: Answer,
});
/** A code goes to the new address. The old one stays good until that code is right. */
export const askContact = defineCall({
  ...common,
  name: 'askContact',
  summary: 'Новый телефон или почта: прислать код',
  method: 'POST',
  path: '/api/profile/contact',
  needs: 'profile.edit',
  limit: { caller: 20, network: 300 },
  body: NewContact,
  reply: z.object({ ...okWord, message: z.string(), confirmation: SentCode }),
});
/** Whether somebody else has that address is told only now. The old address hears of the change. */
export const confirmContact = defineCall({
  ...common,
  name: 'confirmContact',
  summary: 'Новый телефон или почта: подтвердить кодом',
  method: 'POST',
  path: '/api/profile/contact/confirm',
  needs: 'profile.edit',
  body: z.object({ code: Code }),
  reply: Answer,
});
/** Ends every other session. Wrong passwords count as wrong logins do. */
export const changePassword = defineCall({
  ...common,
  name: 'changePassword',
  summary: 'Новый пароль вместо прежнего',
  method: 'POST',
  path: '/api/profile/password',
  needs: 'account',
  limit: { caller: 20, network: 300 },
  body: z.object({ current: z.string().check(z.minLength(1), z.maxLength(200)), password: NewPassword }),
  reply: Answer,
});
const Devices = z.object({ ...okWord, sessions: z.array(Device), server_time: z.string() });
export const getSessions = defineCall({
  ...common,
  name: 'getSessions',
  summary: 'Где открыт кабинет',
  method: 'GET',
  path: '/api/sessions',
  needs: 'account',
  reply: Devices,
});
/** One that has ended already, or is not one's own, is 404. */
export const endSession = defineCall({
  ...common,
  name: 'endSession',
  summary: 'Завершить сеанс на другом устройстве',
  method: 'DELETE',
  path: '/api/sessions/:id',
  params: z.object({ id: z.uuid() }),
  needs: 'account',
  reply: Devices,
});
export const endOtherSessions = defineCall({
  ...common,
  name: 'endOtherSessions',
  summary: 'Завершить все сеансы, кроме этого',
  method: 'POST',
  path: '/api/sessions/end-others',
  needs: 'account',
  reply: Devices,
});
export const savePhoto = defineCall({
  ...common,
  name: 'savePhoto',
  summary: 'Фото профиля: заменить',
  method: 'POST',
  path: '/api/profile/photo',
  needs: 'profile.edit',
  limit: { caller: 30, network: 300 },
  body: z.object({ image: PhotoUpload }),
  reply: Answer,
});
export const removePhoto = defineCall({
  ...common,
  name: 'removePhoto',
  summary: 'Фото профиля: убрать',
  method: 'DELETE',
  path: '/api/profile/photo',
  needs: 'profile.edit',
  reply: Answer,
});
