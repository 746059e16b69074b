import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { pickupPoints } from '#server/db/tables/delivery.ts';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Which operator works at which pickup point (docs/product/rights.md#operators). */
export const operatorPoints = pgTable(
  'operator_points',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deliveryType: integer('delivery_type').notNull(),
    pointId: text('point_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.deliveryType, t.pointId] }),
    foreignKey({
      name: 'operator_points_point',
      columns: [t.deliveryType, t.pointId],
      foreignColumns: [pickupPoints.deliveryType, pickupPoints.id],
    }).onDelete('cascade'),
    index('operator_points_by_point').on(t.deliveryType, t.pointId),
  ],
);

export type SponsorMoveState = 'waiting' | 'done' | 'cancelled' | 'refused';
/** A person goes under another sponsor with a period (docs/product/rights.md#sponsor). */
export const sponsorMoves = pgTable(
  'sponsor_moves',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    fromId: integer('from_id').references(() => users.id),
    toId: integer('to_id')
      .notNull()
      .references(() => users.id),
    /** `YYYYMM`: the first period that counts under the new sponsor. */
    period: integer('period').notNull(),
    state: text('state').$type<SponsorMoveState>().notNull().default('waiting'),
    askedBy: integer('asked_by')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    askedAt: at('asked_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    uniqueIndex('sponsor_moves_waiting')
      .on(t.userId)
      .where(sql`${t.state} = 'waiting'`),
    index('sponsor_moves_due')
      .on(t.period)
      .where(sql`${t.state} = 'waiting'`),
    index('sponsor_moves_to')
      .on(t.toId)
      .where(sql`${t.state} = 'waiting'`),
  ],
);
