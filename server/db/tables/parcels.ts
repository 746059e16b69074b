import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { HoldKind, ParcelState } from '#contract/parcels.ts';
import { at, products } from '#server/db/tables/catalogue.ts';
import { orderLines, orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';

// What is packed, where it stands and why it waits (docs/product/desk.md#parcels). Weights in grams.

/** A cell of a shelf, of the warehouse or of a pickup point. */
export const cells = pgTable(
  'cells',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** `warehouse`, else `<way of delivery>:<point>`. */
    site: text('site').notNull(),
    shelf: text('shelf').notNull(),
    cell: text('cell').notNull(),
  },
  (t) => [unique('cells_place').on(t.site, t.shelf, t.cell)],
);

/** In which cell of the warehouse a product lies. */
export const productPlaces = pgTable('product_places', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  cellId: integer('cell_id')
    .notNull()
    .references(() => cells.id),
});

/** A box with a label, in which parcels for one place travel together. */
export const boxes = pgTable('boxes', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
  /** Where it goes: `<way of delivery>:<point>`. */
  site: text('site').notNull(),
  createdAt: at('created_at').notNull(),
  sentAt: at('sent_at'),
  /** Full and shut: what is sent after it travels in the next one. */
  closedAt: at('closed_at'),
  /** All of it was counted at the point. */
  acceptedAt: at('accepted_at'),
});

/** A part of an order that travels by itself. Its label reads `P<order>-<number>`. */
export const parcels = pgTable(
  'parcels',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Among the parcels of its order, from 1. */
    number: integer('number').notNull(),
    state: text('state').$type<ParcelState>().notNull(),
    stateAt: at('state_at').notNull(),
    /** Rises with every step, not with a scan. */
    version: integer('version').notNull().default(1),
    /** Who packs it: two people do not pack one parcel. */
    packerId: integer('packer_id').references(() => users.id),
    weightGrams: integer('weight_grams'),
    /** As the carrier has it, capitals without spaces. */
    track: text('track'),
    boxId: integer('box_id').references(() => boxes.id),
    /** Where it lies at its point. */
    cellId: integer('cell_id').references(() => cells.id),
    /** It travels inside this parcel of the same person, under its track (docs/product/desk.md#together). */
    insideId: integer('inside_id').references((): AnyPgColumn => parcels.id),
  },
  (t) => [
    unique('parcels_number').on(t.orderId, t.number),
    uniqueIndex('parcels_track')
      .on(t.track)
      .where(sql`${t.track} is not null and ${t.insideId} is null`),
    index('parcels_inside')
      .on(t.insideId)
      .where(sql`${t.insideId} is not null`),
    // The work of the warehouse: a handful of rows, whatever the size of the table.
    index('parcels_work')
      .on(t.state, t.orderId)
      .where(sql`${t.state} in ('packing', 'packed')`),
    // What came back and waits for the desk.
    index('parcels_returned')
      .on(t.orderId)
      .where(sql`${t.state} = 'returned'`),
    index('parcels_box').on(t.boxId),
    index('parcels_cell').on(t.cellId),
  ],
);

/** Pieces of a line that belong into a parcel, and how many lie in it. */
export const parcelLines = pgTable(
  'parcel_lines',
  {
    parcelId: integer('parcel_id')
      .notNull()
      .references(() => parcels.id),
    lineId: integer('line_id')
      .notNull()
      .references(() => orderLines.id),
    pieces: integer('pieces').notNull(),
    packed: integer('packed').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.parcelId, t.lineId] }),
    index('parcel_lines_line').on(t.lineId),
    check('parcel_lines_pieces', sql`${t.pieces} >= 0 and ${t.packed} between 0 and ${t.pieces}`),
  ],
);

/** Why an order waits, until when, who sees to it, and what its buyer reads. */
export const orderHolds = pgTable(
  'order_holds',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind').$type<HoldKind>().notNull(),
    words: text('words').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    until: at('until').notNull(),
    reason: text('reason').notNull(),
    openedAt: at('opened_at').notNull(),
    closedAt: at('closed_at'),
  },
  (t) => [
    index('order_holds_order').on(t.orderId),
    uniqueIndex('order_holds_open')
      .on(t.orderId, t.kind)
      .where(sql`${t.closedAt} is null`),
    index('order_holds_until')
      .on(t.until)
      .where(sql`${t.closedAt} is null`),
  ],
);
