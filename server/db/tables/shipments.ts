import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { at } from '#server/db/tables/catalogue.ts';
import { parcels } from '#server/db/tables/parcels.ts';

/** A parcel that was registered at its carrier by the shop (docs/product/desk.md#carriers). */
export const carrierShipments = pgTable(
  'carrier_shipments',
  {
    parcelId: integer('parcel_id')
      .primaryKey()
      .references(() => parcels.id),
    /** Name of the adapter. */
    carrier: text('carrier').notNull(),
    /** The carrier's own id of it; the number that people know is the parcel's `track`. */
    ref: text('ref').notNull(),
    registeredAt: at('registered_at').notNull(),
    /** When it was last asked what has become of it. */
    checkedAt: at('checked_at'),
    /** Nothing more will come. */
    endedAt: at('ended_at'),
  },
  (t) => [
    unique('carrier_shipments_ref').on(t.carrier, t.ref),
    index('carrier_shipments_open')
      .on(t.checkedAt)
      .where(sql`${t.endedAt} is null`),
  ],
);

/** What a carrier has said about a parcel, each status once, also one that we do not know. */
export const carrierStatuses = pgTable(
  'carrier_statuses',
  {
    parcelId: integer('parcel_id')
      .notNull()
      .references(() => carrierShipments.parcelId),
    code: text('code').notNull(),
    at: at('at').notNull(),
    /** In the carrier's words. */
    words: text('words').notNull(),
    /** What it means to us; null: unknown. */
    meaning: text('meaning').$type<'moving' | 'at_point' | 'handed' | 'back'>(),
  },
  (t) => [primaryKey({ columns: [t.parcelId, t.code, t.at] })],
);
