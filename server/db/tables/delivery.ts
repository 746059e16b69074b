import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { OpeningHours } from '#contract/delivery.ts';
import type { GateType } from '#contract/delivery-types.ts';
import type { PointRate } from '#server/gates/carriers/port.ts';
import { at } from '#server/db/tables/catalogue.ts';

/** Where parcels are handed over: own service centres and warehouses, carriers' points (docs/product/delivery.md#points). */
export const pickupPoints = pgTable(
  'pickup_points',
  {
    /** Code of the way of delivery. */
    deliveryType: integer('delivery_type').notNull(),
    /** The carrier's own code. */
    id: text('id').notNull(),
    gateType: text('gate_type').$type<GateType>().notNull(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    countryId: integer('country_id').notNull(),
    /** Of the gazetteer; null far from all its cities. */
    cityId: integer('city_id'),
    postIndex: text('post_index').notNull().default(''),
    lat: doublePrecision('lat').notNull(),
    lon: doublePrecision('lon').notNull(),
    schedule: text('schedule').notNull(),
    /** Minutes from midnight, Monday first. */
    hours: jsonb('hours').$type<OpeningHours>(),
    /** Hours from UTC. */
    utcOffset: integer('utc_offset').notNull(),
    phone: text('phone'),
    maxGrams: integer('max_grams'),
    payCard: boolean('pay_card').notNull().default(true),
    payCash: boolean('pay_cash').notNull().default(true),
    note: text('note'),
    rate: jsonb('rate').$type<PointRate>(),
    isDemo: boolean('is_demo').notNull().default(false),
    /** When the carrier's list last named it. */
    seenAt: at('seen_at').notNull().defaultNow(),
    /** Not offered any more; orders keep their copy of the address. */
    closedAt: at('closed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryType, t.id] }),
    index('pickup_points_city')
      .on(t.cityId, t.deliveryType)
      .where(sql`${t.closedAt} is null`),
    index('pickup_points_place')
      .on(t.deliveryType, t.lat, t.lon)
      .where(sql`${t.closedAt} is null`),
  ],
);

/** What a carrier has told this person for this very request: an order within half an hour costs the same. */
export const deliveryQuotes = pgTable(
  'delivery_quotes',
  {
    /** As `Session.owner`: `<user id>` or `guest:<guest id>`. */
    owner: text('owner').notNull(),
    deliveryType: integer('delivery_type').notNull(),
    /** sha256 (hex) of destination, parcel and point. */
    fingerprint: text('fingerprint').notNull(),
    costKop: integer('cost_kop'),
    costGateKop: integer('cost_gate_kop'),
    daysMin: integer('days_min'),
    daysMax: integer('days_max'),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.deliveryType, t.fingerprint] }), index('delivery_quotes_at').on(t.at)],
);
