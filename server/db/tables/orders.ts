import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AccountType, Spends } from '#contract/amount-to-pay.ts';
import { at, products } from '#server/db/tables/catalogue.ts';
import { nameKey, surnameKey, users } from '#server/db/tables/people.ts';

/** Sum of each account's debt that an order collects, kopecks. */
export type Debts = Record<AccountType, number>;
/** What was agreed about the delivery when the order was placed: it is never computed again. */
export type FrozenDelivery = {
  type: number;
  name: string;
  costKop: number;
  gateType: string | null;
  gateId: string | null;
  /** One line: the point's address or the person's. */
  to: string;
  schedule: string | null;
  days: string | null;
  isFreeZone: boolean;
  source: string;
  address: Record<string, unknown> | null;
};

/** Numbers of orders are one sequence for the whole shop (docs/product/orders.md#numbers). Money in kopecks. */
export const orders = pgTable(
  'orders',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 30_001 }),
    userId: integer('user_id').references(() => users.id),
    guestId: uuid('guest_id'),
    /** Opens a guest's order without a login: 128 bits (docs/decisions/216). Null for an account's order. */
    publicToken: text('public_token').unique(),
    /** The idempotency key it was placed with. */
    placedKey: uuid('placed_key').unique(),
    /** `shipment`: it has no lines and carries deferred orders (docs/decisions/550). */
    cartKind: text('cart_kind').$type<'retail' | 'wholesale' | 'shipment'>().notNull(),
    cartId: integer('cart_id'),
    /** The version of the cart that it was made from: a second tab that still shows it is answered with this order. */
    cartVersion: integer('cart_version').notNull(),
    status: integer('status').notNull(),
    statusAt: at('status_at').notNull(),
    /** Rises with every change of its lines. */
    version: integer('version').notNull().default(1),
    paymentType: integer('payment_type').notNull(),
    /** Sum of the lines. */
    goodsKop: integer('goods_kop').notNull(),
    discountKop: integer('discount_kop').notNull().default(0),
    deliveryKop: integer('delivery_kop').notNull(),
    spend: jsonb('spend').$type<Spends>().notNull(),
    debts: jsonb('debts').$type<Debts>().notNull(),
    debitUse: boolean('debit_use').notNull().default(false),
    dueKop: integer('due_kop').notNull(),
    /** Taken from outside and kept; refunds lower it. */
    paidKop: integer('paid_kop').notNull().default(0),
    refundedKop: integer('refunded_kop').notNull().default(0),
    ballsHalf: integer('balls_half').notNull(),
    weightGrams: integer('weight_grams').notNull(),
    itemsCount: integer('items_count').notNull(),
    priceType: integer('price_type').$type<0 | 1>().notNull(),
    /** Whose volume the points are: the consultant, or the consultant of a client; null: the house account. */
    pointsUserId: integer('points_user_id'),
    recipientName: text('recipient_name').notNull(),
    recipientPhone: text('recipient_phone').notNull(),
    recipientEmail: text('recipient_email'),
    deliveryType: integer('delivery_type').notNull(),
    delivery: jsonb('delivery').$type<FrozenDelivery>().notNull(),
    comment: text('comment').notNull().default(''),
    /** False: the desk wrote it down, and the buyer has not given the consents that it needs. */
    isAgreed: boolean('is_agreed').notNull().default(true),
    track: text('track'),
    /** Of a deferred one: 1 its buyer was reminded, 2 told that its days are over (docs/product/orders.md#deferred). */
    deferredTold: integer('deferred_told').notNull().default(0),
    /** Of a deferred one: the shipment that its buyer has sent it with. */
    shipmentId: integer('shipment_id').references((): AnyPgColumn => orders.id),
    /** Four digits that the buyer shows at the counter. */
    issueCode: text('issue_code'),
    /** Hash of the network it was placed from: bounds unpaid orders of strangers. */
    networkHash: text('network_hash').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    payUntil: at('pay_until').notNull(),
    paidAt: at('paid_at'),
    cancelReason: text('cancel_reason'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (t) => [
    index('orders_user').on(t.userId, t.createdAt.desc()),
    index('orders_guest').on(t.guestId),
    // Guests' orders that join whoever proves the address they were placed with.
    index('orders_guest_phone')
      .on(t.recipientPhone)
      .where(sql`${t.userId} is null`),
    index('orders_guest_email')
      .on(sql`lower(${t.recipientEmail})`)
      .where(sql`${t.userId} is null`),
    // What the sweep of unpaid orders and the limits of unpaid orders look through.
    index('orders_unpaid')
      .on(t.payUntil)
      .where(sql`${t.status} in (0, 1)`),
    index('orders_unpaid_network')
      .on(t.networkHash)
      .where(sql`${t.status} in (0, 1)`),
    index('orders_status').on(t.status, t.createdAt),
    // What waits in the warehouse for a next order.
    index('orders_deferred')
      .on(t.statusAt)
      .where(sql`${t.status} = 8`),
    index('orders_shipment')
      .on(t.shipmentId)
      .where(sql`${t.shipmentId} is not null`),
    // The list of the desk is walked by number, each status by itself (docs/decisions/321).
    index('orders_desk').on(t.status, t.id),
    index('orders_sum').on(sql`(${t.goodsKop} + ${t.deliveryKop})`, t.id),
    index('orders_desk_sum').on(t.status, sql`(${t.goodsKop} + ${t.deliveryKop})`, t.id),
    // What a counter looks for a recipient by (docs/product/counter.md#finding).
    index('orders_recipient_name').on(nameKey({ name: t.recipientName })),
    index('orders_recipient_surname').on(surnameKey({ name: t.recipientName })),
    index('orders_phone_tail').on(sql`right(${t.recipientPhone}, 4)`),
    check('orders_money', sql`${t.goodsKop} >= 0 and ${t.deliveryKop} >= 0 and ${t.dueKop} >= 0 and ${t.paidKop} >= 0`),
  ],
);

/** A line as it was sold: nothing of it follows the product later. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    position: integer('position').notNull(),
    cartType: integer('cart_type').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    code: text('code').notNull(),
    title: text('title').notNull(),
    /** Now; `placedQuantity` is what was ordered before any change. */
    quantity: integer('quantity').notNull(),
    placedQuantity: integer('placed_quantity').notNull(),
    /** Of one piece, after and before discounts. */
    priceKop: integer('price_kop').notNull(),
    basePriceKop: integer('base_price_kop').notNull(),
    /** Consultant price of one piece, for the retail difference. */
    consPriceKop: integer('cons_price_kop').notNull(),
    vatPercent: integer('vat_percent').notNull(),
    /** Points of one piece, in half-points. */
    ballsHalf: integer('balls_half').notNull(),
    weightGrams: integer('weight_grams').notNull(),
    isBad: boolean('is_bad').notNull(),
    marked: boolean('marked').notNull(),
    returnedQuantity: integer('returned_quantity').notNull().default(0),
  },
  (t) => [
    uniqueIndex('order_lines_position').on(t.orderId, t.position),
    index('order_lines_product').on(t.productId),
    check('order_lines_quantity', sql`${t.quantity} >= 0 and ${t.returnedQuantity} between 0 and ${t.quantity}`),
  ],
);

/** What happened to an order, in order. `status` is set where it changed. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind')
      .$type<'status' | 'change' | 'comment' | 'payment' | 'refund' | 'link' | 'parcel' | 'hold' | 'note'>()
      .notNull(),
    status: integer('status'),
    /** buyer, shop, bank or desk:<user id>. */
    actor: text('actor').notNull(),
    note: text('note').notNull().default(''),
    at: at('at').notNull(),
  },
  (t) => [index('order_events_order').on(t.orderId, t.id)],
);

export type VersionLine = { lineId: number; quantity: number };
/** An order as it was before a change of its lines. */
export const orderVersions = pgTable(
  'order_versions',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    version: integer('version').notNull(),
    lines: jsonb('lines').$type<VersionLine[]>().notNull(),
    goodsKop: integer('goods_kop').notNull(),
    dueKop: integer('due_kop').notNull(),
    spend: jsonb('spend').$type<Spends>().notNull(),
    actor: text('actor').notNull(),
    endedAt: at('ended_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.version] })],
);

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
/**
 * Points of paid lines, the raw volume of the network (docs/product/orders.md#points): one insert per paid line, no ancestor
 * is touched. Whoever sums reads the events of finished transactions by `xid`.
 */
export const pointsEvents = pgTable(
  'points_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid8('xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    /** YYYYMM in Moscow time. */
    period: integer('period').notNull(),
    userId: integer('user_id').notNull(),
    half: integer('half').notNull(),
    amountKop: integer('amount_kop').notNull(),
    kind: text('kind').notNull(),
    orderId: integer('order_id'),
    lineId: integer('line_id'),
    returnId: integer('return_id'),
  },
  (t) => [
    unique('points_events_once').on(t.orderId, t.lineId, t.kind, t.returnId).nullsNotDistinct(),
    index('points_events_xid').on(t.xid),
  ],
);

/** Products whose published «many, few, none» is out of date: the job that publishes empties it. */
export const stockNews = pgTable('stock_news', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  at: at('at').notNull().defaultNow(),
});
