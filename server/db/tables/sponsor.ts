import { date, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { consents, users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Visits by a consultant's link: one row for a visitor, a consultant and a day (docs/product/people.md#sponsor). */
export const sponsorVisits = pgTable(
  'sponsor_visits',
  {
    /** `user:<id>`, `guest:<id>`; of a stranger a hash that is another one tomorrow. */
    visitor: text('visitor').notNull(),
    sponsorId: integer('sponsor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of Moscow. */
    day: date('day').notNull(),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sponsorId, t.day, t.visitor] })],
);

/** «Позвать консультанта»: who asks to be called back, and which consultant was told (docs/product/people.md#call). */
export const consultantCalls = pgTable(
  'consultant_calls',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Whom it was for; null is the shop itself. */
    consultantId: integer('consultant_id').references(() => users.id, { onDelete: 'set null' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    guestId: uuid('guest_id'),
    name: text('name').notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    city: text('city').notNull().default(''),
    comment: text('comment').notNull().default(''),
    /** One of the seven topics of support; null when none was chosen. */
    topic: integer('topic'),
    /** The product that the question is about. */
    productId: integer('product_id'),
    consentId: integer('consent_id')
      .notNull()
      .references(() => consents.id),
    createdAt: at('created_at').notNull(),
    /** When the consultant was written to. */
    toldAt: at('told_at'),
  },
  (t) => [
    index('consultant_calls_consultant').on(t.consultantId, t.createdAt),
    index('consultant_calls_user').on(t.userId),
  ],
);

/**
 * A consultant's link for one person, 14 days (docs/product/people.md#invitations). The token stands as it is: it opens nothing but the
 * name and the number beside it.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    token: text('token').notNull(),
    /** Whose person the invited one becomes: the maker, or somebody of the maker's structure. */
    sponsorId: integer('sponsor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    madeBy: integer('made_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** When a message with the link was last asked for. */
    sentAt: at('sent_at'),
    /** The account that registered by it; while that one is not confirmed the link still works. */
    usedBy: integer('used_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('invitations_token').on(t.token),
    // Asked for again it is the same one.
    uniqueIndex('invitations_made_by_phone').on(t.madeBy, t.phone),
    index('invitations_phone').on(t.phone),
    index('invitations_sponsor').on(t.sponsorId),
    index('invitations_used_by').on(t.usedBy),
    index('invitations_expires').on(t.expiresAt),
  ],
);

/** «Хочу покупать оптом»: waits for the desk, which says yes or no with a reason (docs/product/people.md#wholesale). */
export const wholesaleApplications = pgTable(
  'wholesale_applications',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    company: text('company').notNull(),
    /** Ten digits of an organisation, twelve of a sole trader; its check digits are right. */
    inn: text('inn').notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    comment: text('comment').notNull().default(''),
    state: text('state').$type<'waiting' | 'approved' | 'refused'>().notNull().default('waiting'),
    decidedBy: integer('decided_by').references(() => users.id),
    decidedAt: at('decided_at'),
    /** What the applicant is told. */
    reason: text('reason'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('wholesale_applications_state').on(t.state, t.id),
    // One at a time: a second one while the first waits is the first.
    uniqueIndex('wholesale_applications_waiting')
      .on(t.userId)
      .where(sql`${t.state} = 'waiting'`),
  ],
);
