import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ReturnReason, ReturnState } from '#contract/returns.ts';
import { at } from '#server/db/tables/catalogue.ts';
import { orderLines, orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';
import { photos } from '#server/db/tables/profile.ts';

/** What a buyer sends back of an order that was received (docs/product/returns.md). Money in kopecks. */
export const returns = pgTable(
  'returns',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Among the returns of its order, from 1. */
    number: integer('number').notNull(),
    state: text('state').$type<ReturnState>().notNull(),
    stateAt: at('state_at').notNull(),
    askedAt: at('asked_at').notNull(),
    /** Rises with every step. */
    version: integer('version').notNull().default(1),
    /** The buyer's words, and the shop's answer. */
    words: text('words').notNull(),
    answer: text('answer').notNull().default(''),
    /** `warehouse`, else `<way of delivery>:<point>`: where the goods were taken. */
    receivedSite: text('received_site'),
    receiverId: integer('receiver_id').references(() => users.id),
    /** What went back: the way it came, and onto accounts. */
    sourceKop: integer('source_kop'),
    accountsKop: integer('accounts_kop'),
  },
  (t) => [
    unique('returns_number').on(t.orderId, t.number),
    // The list of the desk: a handful of open rows, whatever the size of the table.
    index('returns_open')
      .on(t.state, t.id)
      .where(sql`${t.state} in ('asked', 'approved', 'received')`),
  ],
);

export const returnLines = pgTable(
  'return_lines',
  {
    returnId: integer('return_id')
      .notNull()
      .references(() => returns.id),
    lineId: integer('line_id')
      .notNull()
      .references(() => orderLines.id),
    pieces: integer('pieces').notNull(),
    reason: text('reason').$type<ReturnReason>().notNull(),
    isUnopened: boolean('is_unopened').notNull(),
    /** Pieces that have come, and those of them that are on sale again; the others were written off. */
    received: integer('received'),
    onSale: integer('on_sale'),
    /** Units of «Честный знак» that have come, as far as they were scanned. */
    units: text('units').array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.lineId] }),
    index('return_lines_line').on(t.lineId),
    check('return_lines_pieces', sql`${t.pieces} > 0 and ${t.received} between 0 and ${t.pieces}`),
    check('return_lines_on_sale', sql`${t.onSale} between 0 and coalesce(${t.received}, 0)`),
  ],
);

/** Photographs of what goes back. Without a return: it has not been sent yet, and goes after a day. */
export const returnPhotos = pgTable(
  'return_photos',
  {
    photoId: uuid('photo_id')
      .primaryKey()
      .references(() => photos.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    returnId: integer('return_id').references(() => returns.id),
  },
  (t) => [index('return_photos_order').on(t.orderId)],
);
