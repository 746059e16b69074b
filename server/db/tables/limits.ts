import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * How much of a limited call's allowance a caller, network or address has used (docs/decisions/151). `bucket` holds no
 * address that could be read at a glance. A row whose `fullAt` is past says nothing and is tidied away.
 */
export const callLimits = pgTable('call_limits', {
  bucket: text('bucket').primaryKey(),
  /** When the whole allowance is there again; every call let through moves it on by one share. */
  fullAt: timestamp('full_at', { withTimezone: true, mode: 'date' }).notNull(),
  /** The last call that was counted. */
  countedAt: timestamp('counted_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  /** Calls refused since the last one that was let through. */
  refused: integer('refused').notNull().default(0),
});
