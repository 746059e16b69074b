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
