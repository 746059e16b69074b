import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Letters of the embedded mail gate, for /dev/outbox; kept 30 days. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: text('message_id').notNull().unique(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('mail_outbox_at').on(t.at)],
);

/** Messages of the embedded SMS gate, for /dev/outbox; kept 30 days. */
export const smsOutbox = pgTable(
  'sms_outbox',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: text('message_id').notNull().unique(),
    recipient: text('recipient').notNull(),
    text: text('text').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('sms_outbox_at').on(t.at)],
);

/** When each gate last worked and last failed, whichever process used it. `cause` names no person. */
export const gateHealth = pgTable('gate_health', {
  gate: text('gate').primaryKey(),
  workedAt: at('worked_at'),
  failedAt: at('failed_at'),
  cause: text('cause'),
});

/**
 * Calls to the outside that were begun by a request: what was begun is committed before the gate is called, so a crash in
 * between leaves a row without an end, which a job finds and finishes (docs/decisions/141).
 */
export const outsideCalls = pgTable(
  'outside_calls',
  {
    /** What the gate knows this call by, at every try. */
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** The idempotency key that is answered 409 until the end is known; null for a call without one. */
    key: uuid('key'),
    started: jsonb('started').$type<unknown>().notNull(),
    begunAt: at('begun_at').notNull().defaultNow(),
    /** Until then nobody else takes it over. */
    heldUntil: at('held_until').notNull(),
    endedAt: at('ended_at'),
    /** How it was answered: who comes second gives the same. */
    status: integer('status'),
    answer: text('answer'),
  },
  (t) => [index('outside_calls_begun').on(t.begunAt)],
);
