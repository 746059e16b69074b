import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { ledgerTx } from '#server/db/tables/ledger.ts';
import { orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';

/** A line of the order as it was counted, kopecks of one piece. */
export type RetailPart = { title: string; quantity: number; paidKop: number; consKop: number; amountKop: number };

/** What an order of a client has brought whoever got its points: one row an order, also for nothing (docs/product/money.md#retail-difference). */
export const retailIncome = pgTable(
  'retail_income',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    amountKop: bigint('amount_kop', { mode: 'number' }).notNull(),
    parts: jsonb('parts').$type<readonly RetailPart[]>().notNull(),
    /** Null: there was nothing to post. */
    txId: bigint('tx_id', { mode: 'number' }).references(() => ledgerTx.id),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    index('retail_income_user').on(t.userId),
    check('retail_income_posted', sql`${t.amountKop} >= 0 and (${t.amountKop} > 0) = (${t.txId} is not null)`),
  ],
);

/** What was taken back of it for pieces that came back later: one row each time, with its movement (docs/decisions/486). */
export const retailBacks = pgTable(
  'retail_backs',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => retailIncome.orderId),
    /** Among those of its order, from 1. */
    place: integer('place').notNull(),
    amountKop: bigint('amount_kop', { mode: 'number' }).notNull(),
    txId: bigint('tx_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTx.id),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.place] }), check('retail_backs_taken', sql`${t.amountKop} > 0`)],
);
