import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at, products } from '#server/db/tables/catalogue.ts';

/** Topics that people shop for, edited by the desk and published with the catalogue (docs/decisions/260). */
export const needs = pgTable('needs', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  /** What people type: words and short phrases, lower case. */
  words: text('words')
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  position: integer('position').notNull().default(0),
});
export const productNeeds = pgTable(
  'product_needs',
  {
    needId: integer('need_id')
      .notNull()
      .references(() => needs.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The fittest first. */
    position: integer('position').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.needId, t.productId] }), index('product_needs_product').on(t.productId)],
);

/** Words of which each finds what the others find. */
export const synonyms = pgTable('synonyms', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  words: text('words').array().notNull(),
});

/** How much is bought, in three coarse tiers, counted once a week. A product without a row is in none. */
export const productRanks = pgTable(
  'product_ranks',
  {
    productId: integer('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** 0 = most bought. */
    tier: smallint('tier').notNull(),
  },
  (t) => [check('product_ranks_tier', sql`${t.tier} between 0 and 2`)],
);

/** Searches that found nothing: the words and how often, nothing of who asked (docs/decisions/262). */
export const searchMisses = pgTable(
  'search_misses',
  {
    words: text('words').primaryKey(),
    times: integer('times').notNull().default(1),
    firstAt: at('first_at').notNull().defaultNow(),
    lastAt: at('last_at').notNull().defaultNow(),
  },
  (t) => [index('search_misses_times').on(t.times)],
);
