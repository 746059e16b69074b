import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/people.ts';

// The money of people: docs/product/money.md, docs/decisions/200. Sums are whole kopecks.
// The migration `ledger-guards` adds what drizzle cannot say: append-only, Σ = 0, limits of reversals, the house accounts.

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const kop = (name: string) => bigint(name, { mode: 'number' });
const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** Ids below it are the house's own accounts (server/features/accounts/house.rules.ts). */
export const FIRST_PERSON_ACCOUNT = 1000;

/**
 * ЛС, КС and БС of a person, opened when money first moves on them. House accounts have no owner and store no balance, so that
 * no two orders wait for one row: their sum is that of their entries.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: FIRST_PERSON_ACCOUNT }),
    ownerId: integer('owner_id').references(() => users.id),
    /** Of a person: contract/tables.ts ACCOUNT_TYPES. Of the house: its id. */
    type: integer('type').notNull(),
    balanceKop: kop('balance_kop').notNull().default(0),
    heldKop: kop('held_kop').notNull().default(0),
    /** What new spends may not go below: 0, or minus the credit of `account.debit`. */
    floorKop: kop('floor_kop').notNull().default(0),
    /** Rises with every entry. */
    version: integer('version').notNull().default(0),
    closedAt: at('closed_at'),
  },
  (t) => [
    unique('accounts_owner_type').on(t.ownerId, t.type).nullsNotDistinct(),
    check('accounts_held', sql`${t.heldKop} >= 0`),
    check('accounts_floor', sql`${t.floorKop} <= 0`),
    check(
      'accounts_house',
      sql`(${t.ownerId} is null) = (${t.id} < 1000) and (${t.ownerId} is not null or (${t.type} = ${t.id} and ${t.balanceKop} = 0 and ${t.heldKop} = 0 and ${t.version} = 0))`,
    ),
    check('accounts_person_type', sql`${t.ownerId} is null or ${t.type} in (0, 1, 2)`),
  ],
);

/** One movement of money. Never changed: a mistake is mended by another one that `reverses` it. */
export const ledgerTx = pgTable(
  'ledger_tx',
  {
    id: id(),
    /** Says what happened, so that it happens once: `order:30377:paid`. */
    key: text('key').notNull().unique(),
    kind: text('kind').notNull(),
    refType: text('ref_type').notNull(),
    refId: kop('ref_id').notNull(),
    /** `YYYYMM` where the movement belongs to a period of the plan. */
    period: integer('period'),
    /** `user:<id>`, `job:<name>`, `webhook:<provider>`, `seed`. */
    actor: text('actor').notNull(),
    /** In Russian: a person of the desk reads it. */
    reason: text('reason').notNull(),
    reverses: bigint('reverses', { mode: 'number' }).references((): AnyPgColumn => ledgerTx.id),
    at: at('at').notNull(),
  },
  (t) => [index('ledger_tx_ref').on(t.refType, t.refId), index('ledger_tx_reverses').on(t.reverses)],
);

/** Plus is to the account's favour. `balance_after` and `version` are the person's account as this entry left it. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    txId: bigint('tx_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTx.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    amountKop: kop('amount_kop').notNull(),
    balanceAfter: kop('balance_after'),
    version: integer('version'),
  },
  (t) => [
    uniqueIndex('ledger_entries_version').on(t.accountId, t.version),
    index('ledger_entries_tx').on(t.txId, t.id),
    check('ledger_entries_amount', sql`${t.amountKop} <> 0`),
    check(
      'ledger_entries_house',
      sql`(${t.accountId} < 1000) = (${t.version} is null) and (${t.version} is null) = (${t.balanceAfter} is null)`,
    ),
  ],
);

export type HoldState = 'held' | 'posted' | 'released' | 'expired';
/** Money set aside for an order until it is paid (posted), cancelled (released) or too late (expired). */
export const holds = pgTable(
  'holds',
  {
    id: id(),
    key: text('key').notNull().unique(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    amountKop: kop('amount_kop').notNull(),
    state: text('state').$type<HoldState>().notNull().default('held'),
    refType: text('ref_type').notNull(),
    refId: kop('ref_id').notNull(),
    expiresAt: at('expires_at').notNull(),
    txId: bigint('tx_id', { mode: 'number' }).references(() => ledgerTx.id),
  },
  (t) => [
    index('holds_ref').on(t.refType, t.refId),
    index('holds_live')
      .on(t.accountId)
      .where(sql`${t.state} = 'held'`),
    check('holds_amount', sql`${t.amountKop} > 0`),
    check('holds_state', sql`${t.state} in ('held', 'posted', 'released', 'expired')`),
    check('holds_posted', sql`(${t.state} = 'posted') = (${t.txId} is not null)`),
  ],
);

/** A gift on БС: what is left of it (what is held of it included) and until when. */
export const grants = pgTable(
  'grants',
  {
    id: id(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    amountKop: kop('amount_kop').notNull(),
    leftKop: kop('left_kop').notNull(),
    heldKop: kop('held_kop').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
    /** For which end its owner was told that it burns; one that was put off is told of again. */
    toldFor: at('told_for'),
    txId: bigint('tx_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTx.id),
  },
  (t) => [
    index('grants_account').on(t.accountId, t.expiresAt),
    index('grants_left')
      .on(t.expiresAt)
      .where(sql`${t.leftKop} > 0`),
    unique('grants_tx').on(t.txId, t.accountId),
    check(
      'grants_parts',
      sql`${t.amountKop} > 0 and ${t.heldKop} >= 0 and ${t.heldKop} <= ${t.leftKop} and ${t.leftKop} <= ${t.amountKop}`,
    ),
  ],
);

/**
 * Where a gift went: set aside by a hold, taken by an entry (a posted hold has both), or come back (below zero).
 * left = amount − Σ of the uses that have an entry.
 */
export const grantUses = pgTable(
  'grant_uses',
  {
    id: id(),
    grantId: bigint('grant_id', { mode: 'number' })
      .notNull()
      .references(() => grants.id),
    holdId: bigint('hold_id', { mode: 'number' }).references(() => holds.id),
    entryId: bigint('entry_id', { mode: 'number' }).references(() => ledgerEntries.id),
    amountKop: kop('amount_kop').notNull(),
  },
  (t) => [
    index('grant_uses_grant').on(t.grantId),
    index('grant_uses_hold').on(t.holdId),
    index('grant_uses_entry').on(t.entryId),
    check('grant_uses_amount', sql`${t.amountKop} <> 0`),
    check('grant_uses_why', sql`${t.holdId} is not null or ${t.entryId} is not null`),
  ],
);

/** What the last run of each check of the ledger found: every node tells the same in /metrics. */
export const ledgerChecks = pgTable('ledger_checks', {
  name: text('name').primaryKey(),
  damaged: integer('damaged').notNull(),
  checkedAt: at('checked_at').notNull(),
});
