import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { TransferKind, TransferState } from '#contract/transfer-rules.ts';
import { contactCodes } from '#server/db/tables/codes.ts';
import { ledgerTx } from '#server/db/tables/ledger.ts';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export type TransferEvent = { at: string; state: TransferState };

/** Transfers between accounts (docs/product/money.md#transfers). Those that wait for a code hold their money in `holds`. */
export const transfers = pgTable(
  'transfers',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 5001 }),
    kind: text('kind').$type<TransferKind>().notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    /** The owner's account that pays: contract/tables.ts ACCOUNT_TYPES. It always comes onto ЛС. */
    fromType: integer('from_type').notNull(),
    /** Whose ЛС gets it; the owner of `own`. */
    toId: integer('to_id')
      .notNull()
      .references(() => users.id),
    amountKop: bigint('amount_kop', { mode: 'number' }).notNull(),
    comment: text('comment').notNull().default(''),
    state: text('state').$type<TransferState>().notNull(),
    /** The only code that it takes: the newest one that was asked for it. */
    codeId: integer('code_id').references(() => contactCodes.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull(),
    /** Until when it waits. */
    expiresAt: at('expires_at'),
    txId: bigint('tx_id', { mode: 'number' }).references(() => ledgerTx.id),
    events: jsonb('events').$type<TransferEvent[]>().notNull(),
  },
  (t) => [
    index('transfers_owner').on(t.ownerId, t.id),
    index('transfers_to').on(t.toId, t.id),
    index('transfers_waiting')
      .on(t.expiresAt)
      .where(sql`${t.state} = 'wait_code'`),
    check('transfers_amount', sql`${t.amountKop} > 0`),
    check('transfers_done', sql`(${t.state} = 'done') = (${t.txId} is not null)`),
  ],
);
