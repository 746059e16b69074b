import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** People's address books. Orders keep a copy of their address, so a row may change or go at any time. */
export const deliveryAddresses = pgTable(
  'delivery_addresses',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull().default(''),
    countryId: integer('country_id').notNull(),
    /** Of the gazetteer (contract/cities.ts); null for a place that is not in it. */
    cityId: integer('city_id'),
    postIndex: text('post_index').notNull(),
    region: text('region').notNull().default(''),
    city: text('city').notNull(),
    street: text('street').notNull(),
    house: text('house').notNull(),
    building: text('building').notNull().default(''),
    flat: text('flat').notNull().default(''),
    recipientName: text('recipient_name').notNull(),
    /** E.164. */
    recipientPhone: text('recipient_phone').notNull(),
    phoneCountry: text('phone_country').notNull(),
    comment: text('comment').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('delivery_addresses_user').on(t.userId),
    uniqueIndex('delivery_addresses_default')
      .on(t.userId)
      .where(sql`${t.isDefault}`),
  ],
);
