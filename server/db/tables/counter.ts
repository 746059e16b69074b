import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '#server/db/tables/catalogue.ts';
import { orderLines, orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';

// What lies at our own points and who takes it (docs/product/counter.md, docs/decisions/370).

/** An order that has come to its point: one row, whatever the number of its parcels. */
export const pointOrders = pgTable(
  'point_orders',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** `<way of delivery>:<point>`, as cells and boxes have it. */
    site: text('site').notNull(),
    arrivedAt: at('arrived_at').notNull(),
    arrivedBy: integer('arrived_by').references(() => users.id),
    /** The end of its last day in Moscow. */
    keepUntil: at('keep_until').notNull(),
    reminders: integer('reminders').notNull().default(0),
    remindedAt: at('reminded_at'),
    /** Since the last lock; a right code ends the count. */
    wrongTries: integer('wrong_tries').notNull().default(0),
    locks: integer('locks').notNull().default(0),
    lockedUntil: at('locked_until'),
    handedAt: at('handed_at'),
    handedBy: integer('handed_by').references(() => users.id),
    /** By whose code. */
    handedTo: text('handed_to').$type<'buyer' | 'proxy'>(),
    shiftId: integer('shift_id').references(() => shifts.id),
    /** It went back to the warehouse. */
    leftAt: at('left_at'),
    leftBy: integer('left_by').references(() => users.id),
  },
  (t) => [
    // What waits: a few hundred rows of a point, whatever it has handed over before.
    index('point_orders_waiting')
      .on(t.site, t.orderId)
      .where(sql`${t.handedAt} is null and ${t.leftAt} is null`),
    index('point_orders_due')
      .on(t.keepUntil)
      .where(sql`${t.handedAt} is null and ${t.leftAt} is null`),
    index('point_orders_arrived').on(t.site, t.arrivedAt),
    index('point_orders_handed')
      .on(t.site, t.handedAt)
      .where(sql`${t.handedAt} is not null`),
    index('point_orders_left')
      .on(t.site, t.leftAt)
      .where(sql`${t.leftAt} is not null`),
    // It is handed over or goes back, never both.
    check('point_orders_end', sql`${t.handedAt} is null or ${t.leftAt} is null`),
  ],
);

/** Somebody else who collects it, with a code of their own. The next one takes the place of the last. */
export const orderProxies = pgTable('order_proxies', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  name: text('recipient_name').notNull(),
  code: text('code').notNull(),
  createdAt: at('created_at').notNull(),
});

export const shifts = pgTable(
  'shifts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    site: text('site').notNull(),
    openedBy: integer('opened_by')
      .notNull()
      .references(() => users.id),
    openedAt: at('opened_at').notNull(),
    closedAt: at('closed_at'),
    closedBy: integer('closed_by').references(() => users.id),
    /** Parcels by the shop's books and by hand, when it was closed. */
    expected: integer('expected'),
    counted: integer('counted'),
    note: text('note').notNull().default(''),
  },
  (t) => [
    uniqueIndex('shifts_open')
      .on(t.site)
      .where(sql`${t.closedAt} is null`),
    index('shifts_site').on(t.site, t.openedAt),
  ],
);

/** Codes of «Честный знак», each of one unit: sold once. */
export const markingCodes = pgTable(
  'marking_codes',
  {
    /** Product and serial number, without the crypto tail. */
    unit: text('unit').primaryKey(),
    /** As it goes onto the receipt. */
    code: text('code').notNull(),
    lineId: integer('line_id')
      .notNull()
      .references(() => orderLines.id),
    at: at('at').notNull(),
  },
  (t) => [index('marking_codes_line').on(t.lineId)],
);
