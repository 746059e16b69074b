import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ledgerTx } from '#server/db/tables/ledger.ts';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What staff want to mend on an account: one asks, another one decides (docs/product/money.md#corrections). */
export const deskCorrections = pgTable(
  'desk_corrections',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    accountType: integer('account_type').notNull(),
    amountKop: bigint('amount_kop', { mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<'waiting' | 'done' | 'refused'>().notNull().default('waiting'),
    askedBy: integer('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: at('asked_at').notNull(),
    decidedBy: integer('decided_by').references(() => users.id),
    decidedAt: at('decided_at'),
    decision: text('decision'),
    txId: bigint('tx_id', { mode: 'number' }).references(() => ledgerTx.id),
  },
  (t) => [
    index('desk_corrections_waiting')
      .on(t.id)
      .where(sql`state = 'waiting'`),
    check('desk_corrections_amount', sql`${t.amountKop} <> 0`),
    check('desk_corrections_type', sql`${t.accountType} in (0, 1, 2)`),
    check('desk_corrections_state', sql`${t.state} in ('waiting', 'done', 'refused')`),
    // Nobody mends alone.
    check(
      'desk_corrections_two',
      sql`(${t.state} = 'waiting') = (${t.decidedBy} is null) and ${t.decidedBy} is distinct from ${t.askedBy}
        and ${t.askedBy} <> ${t.ownerId} and ${t.decidedBy} is distinct from ${t.ownerId}`,
    ),
    check('desk_corrections_posted', sql`(${t.state} = 'done') = (${t.txId} is not null)`),
  ],
);
