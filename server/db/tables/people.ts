import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Role } from '#contract/roles.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * A name as it is looked for: lower case, ё as е, by the word it begins with. Written without `lower` alone, which knows no Cyrillic
 * in a database of locale C (docs/decisions/306).
 */
const plain = (text: SQL) =>
  sql`(translate(lower(${text}), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе') collate "C")`;
type Named = { name: unknown };
/** «мария соколова». */
export const nameKey = ({ name }: Named): SQL => plain(sql`${name}`);
/** «соколова мария соколова». */
export const surnameKey = ({ name }: Named): SQL => plain(sql`split_part(${name}, ' ', -1) || ' ' || ${name}`);

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    role: text('role').$type<Role>().notNull(),
    /** Shown name: «Мария Соколова» or «ООО «Лавка здоровья»». */
    name: text('name').notNull(),
    lastName: text('last_name').notNull().default(''),
    firstName: text('first_name').notNull().default(''),
    middleName: text('middle_name').notNull().default(''),
    email: text('email'),
    /** E.164. */
    phone: text('phone'),
    phoneCountry: text('phone_country').notNull().default('ru'),
    passwordHash: text('password_hash'),
    /** Registration number as a number: 1000157 is written 01000157. */
    consId: integer('cons_id'),
    isPunktVydachi: boolean('is_punkt_vydachi').notNull().default(false),
    readonly: boolean('readonly').notNull().default(false),
    readonlyReason: text('readonly_reason'),
    /** When a job takes it off again; null: until somebody does. */
    readonlyUntil: at('readonly_until'),
    /** Permissions beside the role's, and those of the role that were taken away (docs/product/rights.md). */
    granted: text('granted')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    withheld: text('withheld')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Rises with every act of the desk on this account: whoever decided on an older sight of it is told. */
    deskVersion: integer('desk_version').notNull().default(0),
    /** The account of the same person that has taken this one over. */
    mergedInto: integer('merged_into'),
    sendEmail: boolean('send_email').notNull().default(false),
    active: boolean('active').notNull().default(true),
    sponsorId: integer('sponsor_id'),
    /** «Показывать мои контакты клиентам». */
    showContacts: boolean('show_contacts').notNull().default(false),
    statusId: integer('status_id').notNull().default(0),
    cityId: integer('city_id'),
    countryId: integer('country_id').notNull().default(1),
    birthday: date('birthday'),
    /** Typed at the registration and not confirmed yet: no login, no claim on the address (docs/product/people.md#registration). */
    pendingEmail: text('pending_email'),
    pendingPhone: text('pending_phone'),
    /** Which of the two the code goes to; null when nothing waits for one. */
    confirmBy: text('confirm_by').$type<'email' | 'phone'>(),
    /** What the account becomes when its code is right. */
    appliedAs: text('applied_as').$type<'client' | 'cons'>(),
    /** A row of `photos`. */
    photoId: uuid('photo_id'),
    passwordChangedAt: at('password_changed_at'),
    /**
     * The account whose owner has proved to be this one's too, by the code to an address that was taken: what was collected here joins
     * it at its next login.
     */
    takenBy: integer('taken_by'),
    /** Remembered choice «Цены для клиента». */
    viewPriceType: integer('view_price_type'),
    favouritesVersion: integer('favourites_version').notNull().default(0),
    isDemo: boolean('is_demo').notNull().default(false),
    /** The person has asked for the account's end: from then on it may go (docs/product/law.md#deletion). */
    deleteAt: at('delete_at'),
    /** It is gone: what is left names nobody. */
    deletedAt: at('deleted_at'),
    registeredAt: at('registered_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    uniqueIndex('users_phone').on(t.phone),
    uniqueIndex('users_cons_id').on(t.consId),
    index('users_sponsor').on(t.sponsorId),
    index('users_name_key')
      .on(nameKey(t))
      .where(sql`${t.consId} is not null and ${t.active}`),
    index('users_surname_key')
      .on(surnameKey(t))
      .where(sql`${t.consId} is not null and ${t.active}`),
    index('users_taken_by')
      .on(t.takenBy)
      .where(sql`${t.takenBy} is not null`),
    // Accounts that still wait for their code: tidied by a job.
    index('users_waiting')
      .on(t.registeredAt)
      .where(sql`${t.role} = 'user'`),
    index('users_delete_at')
      .on(t.deleteAt)
      .where(sql`${t.deleteAt} is not null`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** sha256 (hex) of the cookie: a leaked table opens no session. */
    idHash: text('id_hash').primaryKey(),
    /** By which a person names it when they end it: the hash is nobody's business. */
    publicId: uuid('public_id').notNull().defaultRandom(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    guestId: uuid('guest_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When the browser was last given the cookie; records keep a session open without giving it. */
    seenAt: at('seen_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** What this browser last said of its queue (X-Client-Pending), and when. */
    pending: integer('pending'),
    pendingAt: at('pending_at'),
    /** When its allowance of room for stored answers is whole again; null until the first one (docs/decisions/133). */
    answersFullAt: at('answers_full_at'),
    /** What the browser called itself when the session began; of accounts only. */
    userAgent: text('user_agent').notNull().default(''),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expiresAt)],
);

/** A guest id and the account it was bound to for good at login (docs/product/offline.md#owners). */
export const guests = pgTable('guests', {
  guestId: uuid('guest_id').primaryKey(),
  userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  createdAt: at('created_at').notNull().defaultNow(),
  boundAt: at('bound_at'),
});

/** Devices on which an account has logged in within a year; others' failures do not shut it out there (docs/decisions/190). */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** sha256 (hex) of the cookie. */
    idHash: text('id_hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seenAt: at('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.idHash, t.userId] }),
    index('known_devices_user').on(t.userId),
    index('known_devices_seen').on(t.seenAt),
  ],
);

/** Failures only (docs/product/people.md#limits). `bucket` is a hash, never a login. */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bucket: text('bucket').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('login_failures_bucket').on(t.bucket, t.at)],
);

/** Answers of keyed calls; kept 45 days (docs/product/calls.md#keys). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: uuid('key').primaryKey(),
    owner: text('owner').notNull(),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    answer: text('answer').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('idempotency_created').on(t.createdAt)],
);

/** The log of consents (docs/product/law.md#consents): a row for each tick, ended and never deleted. */
export const consents = pgTable(
  'consents',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id'),
    guestId: uuid('guest_id'),
    /** The order it was given with. */
    orderId: integer('order_id'),
    purpose: text('purpose').notNull(),
    docVersion: text('doc_version').notNull(),
    textHash: text('text_hash').notNull(),
    ip: text('ip').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    at: at('at').notNull().defaultNow(),
    withdrawnAt: at('withdrawn_at'),
  },
  (t) => [index('consents_user').on(t.userId), index('consents_guest').on(t.guestId)],
);
export const notifyRequests = pgTable(
  'notify_requests',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id').notNull(),
    /** Lower-cased e-mail or E.164 phone. */
    contact: text('contact').notNull(),
    userId: integer('user_id'),
    consentId: integer('consent_id')
      .notNull()
      .references(() => consents.id),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Its letter is a job; taken back when the product has run out again before the letter went. */
    queuedAt: at('queued_at'),
    sentAt: at('sent_at'),
    /** The mailbox has opened its link; an account's own address needs none (docs/decisions/134). */
    confirmedAt: at('confirmed_at'),
  },
  (t) => [uniqueIndex('notify_once').on(t.productId, t.contact), index('notify_contact').on(t.contact)],
);

/** A mailbox that is asked whether it wants to be written to: one at a time, whoever asked (docs/decisions/134). */
export const notifyConfirmations = pgTable(
  'notify_confirmations',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Lower-cased e-mail. */
    contact: text('contact').notNull().unique(),
    /** How often it was written to: once, and once more when somebody asked again. */
    letters: integer('letters').notNull().default(1),
    askedAt: at('asked_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    confirmedAt: at('confirmed_at'),
  },
  (t) => [index('notify_confirmations_expires').on(t.expiresAt)],
);
/** Links of its letters: a letter that is tried again carries another one, and each of them opens. */
export const notifyLinks = pgTable(
  'notify_links',
  {
    /** sha256 (hex) of the token: a leaked table confirms nothing. */
    tokenHash: text('token_hash').primaryKey(),
    confirmationId: integer('confirmation_id')
      .notNull()
      .references(() => notifyConfirmations.id, { onDelete: 'cascade' }),
  },
  (t) => [index('notify_links_confirmation').on(t.confirmationId)],
);

/** The key by which links of letters are signed (docs/decisions/435): one row, made at the first need and kept. */
export const linkKeys = pgTable('link_keys', {
  id: integer('id').primaryKey(),
  secret: text('secret').notNull(),
});
