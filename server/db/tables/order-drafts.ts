import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { DraftFields } from '#contract/desk-drafts.ts';
import { at } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';

/** An order that the desk writes down for somebody (docs/product/desk.md#an-order-by-telephone). Its row goes when it is placed. */
export const orderDrafts = pgTable(
  'order_drafts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    /** The account it is written down for, beside `fields`: so that it goes with its owner. */
    buyerId: integer('buyer_id').references(() => users.id),
    version: integer('version').notNull().default(1),
    fields: jsonb('fields').$type<DraftFields>().notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [index('order_drafts_updated').on(t.updatedAt)],
);
