import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { isMissing } from '#contract/field-words.ts';
import { GuestId } from '#contract/ids.ts';
import { Email, PersonName, phoneFields, phoneFitsCountry } from '#contract/people-fields.ts';
import { okWord } from '#contract/reply.ts';
import { User } from '#contract/session.ts';

// Registration, codes and passwords (docs/product/people.md#registration). Never queued: they go online, or not at all.

// ── 1 Fields ────────────────────────────────────────────────────────────────────────────────────
export const PASSWORD = { min: 8, max: 200 } as const;
export const CONSULTANT_AGE = 18;
/** Version of the agreement that is signed now, named beside its tick (contract/papers/versions.ts, which is not for a form). */
export const AGREEMENT_VERSION = '2026-11-23';
const unlessEmpty = (text: string) => (issue: { input?: unknown }) => (isMissing(issue.input) ? undefined : text);

/** Whether it is one of the commonest only the shop knows. Blanks alone are none: the login would take them for an empty field. */
export const NewPassword = z.string().check(
  z.refine((text) => text === '' || text.trim() !== ''),
  z.minLength(PASSWORD.min, { error: unlessEmpty(`Пароль не короче ${PASSWORD.min} знаков`) }),
  z.maxLength(PASSWORD.max),
);
/** Six digits; blanks that a person or a phone's keyboard put between them do not count. */
export const Code = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/\D/g, '')),
    z.string().check(z.regex(/^\d{6}$/, { error: unlessEmpty('Код — шесть цифр из сообщения') })),
  ),
);
const Login = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: unlessEmpty('Дата вида 14.06.1991') }));
const agreed = (text: string) => z.literal(true, { error: text });

/** What a code is waited for with. Times are the shop's. */
export const SentCode = z.object({
  type: z.enum(['email', 'phone']),
  /** Masked: «+7 9** ***-**-89», «a***@mail.ru». */
  target: z.string(),
  expires_at: z.string(),
  resend_at: z.string(),
});
export type SentCode = z.infer<typeof SentCode>;

const person = {
  type: z._default(z.enum(['client', 'cons']), 'client'),
  first_name: PersonName,
  last_name: PersonName,
  middle_name: z.optional(PersonName),
  ...phoneFields,
  email: z.optional(Email),
  city_id: z.int({ error: unlessEmpty('Выберите город из списка') }),
  birthday: z.optional(day),
  confirm_by: z.enum(['email', 'phone']),
};
const consents = z.object({
  personal: agreed('Без согласия не сможем создать кабинет'),
  offer: agreed('Без оферты не сможем создать кабинет'),
  /** Of a consultant. */
  agreement: z._default(z.boolean(), false),
  marketing: z._default(z.boolean(), false),
  sponsor_contacts: z._default(z.boolean(), false),
});
type Fields = { type: string; email?: string | undefined; confirm_by: string; birthday?: string | undefined };
/** Where the code goes; of a consultant both addresses, as customers call and the shop writes. */
export const needsEmail = ({ type, confirm_by: by }: Pick<Fields, 'type' | 'confirm_by'>): boolean =>
  by === 'email' || type === 'cons';
/** Beside the faults of single fields, not after them: an empty form names everything that is missing at once. */
const alongside = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};
const hasAddresses = z.refine<Fields>((fields) => !needsEmail(fields) || fields.email !== undefined, {
  path: ['email'],
  error: 'Заполните поле',
  ...alongside,
});
const hasBirthday = z.refine<Fields>(({ type, birthday }) => type !== 'cons' || birthday !== undefined, {
  path: ['birthday'],
  error: 'Заполните поле',
  ...alongside,
});
const hasAgreement = z.refine<{ type: string; consents?: { agreement?: boolean } }>(
  ({ type, consents: given }) => type !== 'cons' || given?.agreement === true,
  { path: ['consents', 'agreement'], error: 'Без договора стать консультантом нельзя', ...alongside },
);

export const RegistrationForm = z
  .object({
    ...person,
    password: NewPassword,
    password_confirmation: z.optional(z.string()),
    /** Registration number of the consultant who has invited, as a number. */
    sponsor_id: z.optional(z.int()),
    /** Of a link that a consultant made for this person (contract/invitations.ts): its sponsor comes first. */
    invitation: z.optional(z.string().check(z.maxLength(64))),
    guestId: z.optional(GuestId),
    consents,
  })
  .check(
    phoneFitsCountry,
    hasAddresses,
    hasBirthday,
    hasAgreement,
    z.refine(({ password, password_confirmation: again }) => again === undefined || again === password, {
      path: ['password_confirmation'],
      error: 'Пароли не совпадают',
    }),
  );
// ── 2 Calls ─────────────────────────────────────────────────────────────────────────────────────
const common = { word: 'registration', dialect: 'word', method: 'POST', checksOwner: false } as const;
const Sent = z.object({ ...okWord, message: z.string(), confirmation: SentCode });

/**
 * Makes an account that waits for its code (role `user`) and logs it in. Whether somebody has that address already is not told
 * before the code is right (docs/product/people.md#registration).
 */
export const register = defineCall({
  ...common,
  name: 'register',
  summary: 'Регистрация: создать кабинет и получить код',
  path: '/api/registration',
  needs: 'anyone',
  limit: { caller: 60, network: 600 },
  body: RegistrationForm,
  reply: z.object({ ...Sent.shape, user: User }),
});
/** The code again; or, when something was mistyped, to another address. */
export const sendRegistrationCode = defineCall({
  ...common,
  name: 'sendRegistrationCode',
  checksOwner: true,
  summary: 'Регистрация: прислать код ещё раз',
  path: '/api/registration/send-new',
  needs: 'account',
  body: z.object({ email: z.optional(Email), phone: z.optional(phoneFields.phone) }),
  reply: Sent,
});
export const confirmRegistration = defineCall({
  ...common,
  name: 'confirmRegistration',
  checksOwner: true,
  summary: 'Регистрация: подтвердить код',
  path: '/api/registration/confirm',
  needs: 'account',
  body: z.object({ code: Code }),
  reply: z.object({ ...okWord, user: User, redirect: z.string() }),
});
/** Whoever asks hears the same, at the same pace, whether there is such an account or not. */
export const sendLoginCode = defineCall({
  ...common,
  name: 'sendLoginCode',
  summary: 'Вход: прислать код',
  path: '/api/login/send-code',
  needs: 'anyone',
  limit: { caller: 60, network: 600 },
  body: z.object({ login: Login }),
  reply: Sent,
});
export const sendPasswordCode = defineCall({
  ...common,
  name: 'sendPasswordCode',
  summary: 'Новый пароль: прислать код',
  path: '/api/password/send',
  needs: 'anyone',
  limit: { caller: 60, network: 600 },
  body: z.object({ login: Login }),
  reply: Sent,
});
/** Ends every other session of the account and logs in here. */
export const resetPassword = defineCall({
  ...common,
  name: 'resetPassword',
  summary: 'Новый пароль по коду',
  path: '/api/password/reset',
  needs: 'anyone',
  limit: { caller: 60, network: 400 },
  body: z
    .object({
      login: Login,
      code: Code,
      password: NewPassword,
      password_confirmation: z.optional(z.string()),
      guestId: z.optional(GuestId),
      /** Of an account that somebody else has written down: nobody but its owner may give them. */
      consents: z.optional(consents),
    })
    .check(
      z.refine(({ password, password_confirmation: again }) => again === undefined || again === password, {
        path: ['password_confirmation'],
        error: 'Пароли не совпадают',
      }),
    ),
  /** `ended_sessions`: on how many other devices the account was open. */
  reply: z.object({ ...okWord, user: User, ended_sessions: z.int().check(z.nonnegative()) }),
});
/** A client with both addresses confirmed signs the consultant's agreement: the sponsor stays, a registration number comes. */
export const becomeConsultant = defineCall({
  ...common,
  name: 'becomeConsultant',
  checksOwner: true,
  summary: 'Стать консультантом',
  path: '/api/registration/consultant',
  needs: 'account',
  keyed: true,
  limit: { caller: 20 },
  body: z.object({
    birthday: day,
    middle_name: z.optional(PersonName),
    agreement: agreed('Без договора стать консультантом нельзя'),
  }),
  reply: z.object({ ...okWord, message: z.string(), user: User }),
});
