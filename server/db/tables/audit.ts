import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/people.ts';

/** Names and values in words that a person reads. */
export type AuditState = Record<string, string | string[] | null>;
/**
 * The journal of the desk (docs/product/desk.md#journal): who did what to what, and why. Rows are only added: the migration
 * `audit-log` refuses the rest.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    /** The call's name: `deskMarkPaid`. */
    act: text('act').notNull(),
    targetType: text('target_type')
      .$type<'order' | 'person' | 'period' | 'product' | 'import' | 'cell' | 'box'>()
      .notNull(),
    targetId: integer('target_id').notNull(),
    reason: text('reason').notNull(),
    /** What was asked for, as the call's body had it. */
    asked: jsonb('asked').$type<Record<string, unknown>>().notNull(),
    /** What the act changed, as it was and as it became; addresses of people are masked. Null where the target tells its own story. */
    before: jsonb('before').$type<AuditState>(),
    after: jsonb('after').$type<AuditState>(),
    /** The idempotency key; null where the call came without one. */
    key: uuid('key'),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    index('audit_log_target').on(t.targetType, t.targetId, t.id),
    index('audit_log_at').on(t.at),
    index('audit_log_actor').on(t.actorId, t.id),
  ],
);
