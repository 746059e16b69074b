import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Photographs of people, as the shop has written them anew (docs/product/people.md#photos). Apart from the pictures of products: these
 * go with their owner, and no folder keeps a copy.
 */
export const photos = pgTable(
  'photos',
  {
    /** Random: who knows it may see a photograph of a profile. */
    id: uuid('id').primaryKey(),
    /** Null: a guest's, of what they return; its order says whose it is (`return_photos`). */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<PhotoPurpose>().notNull(),
    /** WebP. */
    body: bytea('body').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('photos_user').on(t.userId)],
);
export type PhotoPurpose = 'profile' | 'return';

/** Addresses that an account has taken by a code: since when one is confirmed, and whom the news of it goes to. */
export const contactChanges = pgTable(
  'contact_changes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type').$type<'email' | 'phone'>().notNull(),
    /** Null: there was none, or none that was confirmed. */
    previous: text('previous'),
    next: text('next').notNull(),
    at: at('at').notNull(),
  },
  (t) => [index('contact_changes_user').on(t.userId, t.type, t.at)],
);
