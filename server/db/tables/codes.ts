import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What a code opens: each is good for one purpose only. */
export type CodePurpose = 'registration' | 'login' | 'password' | 'contact' | 'deletion' | 'transfer';

/**
 * Codes of six digits that were asked for (docs/product/people.md#codes). The job that sends one makes it, so that neither a
 * table nor a job's data ever holds the digits.
 */
export const contactCodes = pgTable(
  'contact_codes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    /** Lower-cased e-mail or E.164 phone. */
    target: text('target').notNull(),
    /** Whom it is for; null when nobody has that address, and then nothing is sent. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** argon2, one for each try to send it: a message that was thought lost may arrive. */
    hashes: text('hashes').array().notNull().default([]),
    tries: integer('tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [index('contact_codes_target').on(t.target, t.createdAt), index('contact_codes_user').on(t.userId)],
);
