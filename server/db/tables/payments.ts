import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AttemptStatus } from '#contract/attempt-status.ts';
import type { ReceiptItem } from '#contract/receipts.ts';
import { orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** Whole kopecks. */
const kop = (name: string) => bigint(name, { mode: 'number' });

/** Attempts to pay an order or to top ЛС up (docs/product/payments.md#states). `status` moves by `confirm` alone. */
export const payments = pgTable(
  'payments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null: a deposit onto the ЛС of `owner_id` (docs/product/payments.md#deposits). */
    orderId: integer('order_id').references(() => orders.id),
    ownerId: integer('owner_id').references(() => users.id),
    /** The first of an order is 1; so is every one of a deposit. */
    attempt: integer('attempt').notNull(),
    code: integer('code').notNull(),
    /** A provider of server/gates/payments, `ledger` for ЛС, `transfer` for a transfer by requisites. Null until a link is asked for. */
    provider: text('provider'),
    status: text('status').$type<AttemptStatus>().notNull(),
    amountKop: kop('amount_kop').notNull(),
    /** What really came, by the provider's word. */
    capturedKop: kop('captured_kop').notNull().default(0),
    refundedKop: kop('refunded_kop').notNull().default(0),
    /** What the provider knows this attempt by, at every try. */
    idempotencyKey: uuid('idempotency_key').notNull().defaultRandom(),
    externalId: text('external_id'),
    confirmationUrl: text('confirmation_url'),
    /** Lines of the receipt that it was asked for with; null until then. */
    items: jsonb('items').$type<readonly ReceiptItem[]>(),
    /** Word of the protocol, or why we gave it up. */
    reason: text('reason'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** From then on its link is not given any more. */
    expiresAt: at('expires_at').notNull(),
    paidAt: at('paid_at'),
    /** When the provider is read again; null: its word is final. */
    checkAt: at('check_at'),
    checks: integer('checks').notNull().default(0),
    /** When a waiting screen last had the provider asked. */
    hurriedAt: at('hurried_at'),
    /** Given up by us; the provider is to be told. */
    cancelAt: at('cancel_at'),
  },
  (t) => [
    unique('payments_attempt').on(t.orderId, t.attempt),
    unique('payments_external').on(t.provider, t.externalId),
    uniqueIndex('payments_active')
      .on(t.orderId)
      .where(sql`status in ('created', 'pending')`),
    index('payments_check')
      .on(t.checkAt)
      .where(sql`check_at is not null`),
    index('payments_review')
      .on(t.orderId)
      .where(sql`status = 'needs_review'`),
    index('payments_cancel')
      .on(t.cancelAt)
      .where(sql`cancel_at is not null`),
    index('payments_owner')
      .on(t.ownerId, t.id)
      .where(sql`owner_id is not null`),
    check('payments_purpose', sql`(order_id is null) <> (owner_id is null)`),
  ],
);

/** What the shop learned of attempts, each once: the same news a second time changes nothing. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    provider: text('provider').notNull(),
    externalId: text('external_id').notNull(),
    event: text('event').notNull(),
    /** webhook, poll, return, link, desk … */
    source: text('source').notNull(),
    amountKop: kop('amount_kop'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    unique('payment_events_once').on(t.provider, t.externalId, t.event),
    index('payment_events_payment').on(t.paymentId),
  ],
);

/** Money on its way back. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** What asked for it, so that it is begun once; a refund by several payments has a row for each. */
    key: text('key').notNull(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    orderId: integer('order_id').notNull(),
    amountKop: kop('amount_kop').notNull(),
    /** `source`: the way it came. `ls`: onto the personal account. */
    target: text('target').$type<'source' | 'ls'>().notNull(),
    state: text('state').$type<'created' | 'pending' | 'succeeded' | 'failed'>().notNull().default('created'),
    /** What the provider knows it by, at every try. */
    idempotencyKey: uuid('idempotency_key').notNull().defaultRandom(),
    externalId: text('external_id'),
    /** Lines of its receipt. */
    items: jsonb('items').$type<readonly ReceiptItem[]>().notNull(),
    actor: text('actor').notNull(),
    reason: text('reason').notNull(),
    /** Why a provider would not; such a one waits for a person. */
    cause: text('cause'),
    /** It failed and certainly nothing went back: its sum is not set aside any more. */
    isFree: boolean('is_free').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    doneAt: at('done_at'),
  },
  (t) => [
    unique('refunds_once').on(t.key, t.paymentId),
    index('refunds_order').on(t.orderId),
    index('refunds_failed')
      .on(t.orderId)
      .where(sql`state = 'failed'`),
    index('refunds_open')
      .on(t.createdAt)
      .where(sql`state in ('created', 'pending')`),
  ],
);

/** Receipts of 54-ФЗ as they were made (docs/product/payments.md#receipts). */
export const receipts = pgTable(
  'receipts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null: of a deposit. */
    orderId: integer('order_id'),
    kind: text('kind').$type<'prepayment' | 'settlement' | 'refund'>().notNull(),
    /** What it belongs to: `payment:7`, `refund:3`, `order:30377`. */
    ref: text('ref').notNull(),
    /** Opens its page: 128 bits. */
    token: text('token').notNull().unique(),
    items: jsonb('items').$type<readonly ReceiptItem[]>().notNull(),
    sumKop: kop('sum_kop').notNull(),
    at: at('at').notNull().defaultNow(),
    /** A settlement is sent by itself, after the hand-over: when the provider had it. */
    sentAt: at('sent_at'),
  },
  (t) => [unique('receipts_once').on(t.kind, t.ref), index('receipts_order').on(t.orderId)],
);

/** The books of the embedded provider (server/gates/payments/sandbox.ts). */
export const sandboxPayments = pgTable('sandbox_payments', {
  externalId: text('external_id').primaryKey(),
  /** 32 random bytes: the address of its page. */
  token: text('token').notNull().unique(),
  paymentId: integer('payment_id').notNull(),
  /** Null: a deposit. */
  orderId: integer('order_id'),
  code: integer('code').notNull(),
  amountKop: kop('amount_kop').notNull(),
  returnUrl: text('return_url').notNull(),
  state: text('state').$type<'pending' | 'paid' | 'declined' | 'expired'>().notNull().default('pending'),
  /** Its end shows from then on. */
  effectiveAt: at('effective_at'),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});
export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    key: uuid('key').primaryKey(),
    externalId: text('external_id').notNull(),
    amountKop: kop('amount_kop').notNull(),
  },
  (t) => [index('sandbox_refunds_payment').on(t.externalId)],
);
