import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Spends } from '#contract/amount-to-pay.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A cart belongs to one account or one guest; wholesale is a second cart of the same account (docs/product/people.md#roles). */
export const carts = pgTable(
  'carts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'retail' | 'wholesale'>().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    guestId: uuid('guest_id'),
    /** Rises in the transaction of each change. */
    version: integer('version').notNull().default(0),
    /** The account's cart that took over this guest cart: a repeated login adds nothing. */
    mergedInto: integer('merged_into'),
    /** What the person wishes to pay from the accounts, as far as it fits (docs/product/orders.md#amount-to-pay). */
    spend: jsonb('spend').$type<Spends>(),
    /** The order that this cart was last emptied into. */
    lastOrderId: integer('last_order_id'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('carts_user').on(t.userId, t.kind),
    uniqueIndex('carts_guest').on(t.guestId, t.kind),
    check('carts_one_owner', sql`(${t.userId} is null) <> (${t.guestId} is null)`),
  ],
);
export const cartItems = pgTable(
  'cart_items',
  {
    orderItemId: integer('order_item_id').primaryKey().generatedAlwaysAsIdentity(),
    cartId: integer('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    cartType: integer('cart_type').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer('quantity').notNull(),
    /** The lowest price the person has seen and not refused, kopecks, with its price type. */
    priceSeen: integer('price_seen').notNull(),
    priceType: integer('price_type').notNull(),
    addedAt: at('added_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('cart_items_line').on(t.cartId, t.cartType, t.productId),
    index('cart_items_product').on(t.productId),
    check('cart_items_quantity', sql`${t.quantity} > 0`),
  ],
);
export const favourites = pgTable(
  'favourites',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer('product_id').notNull(),
    addedAt: at('added_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.productId] })],
);
