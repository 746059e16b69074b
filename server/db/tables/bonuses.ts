import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { ledgerTx } from '#server/db/tables/ledger.ts';
import { periods } from '#server/db/tables/network.ts';
import { pointsEvents } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';

// Bonuses of closed months on their way to КС (docs/product/network.md#posting, docs/decisions/385). Money in kopecks. The
// migration `bonuses` adds what drizzle cannot say: a row changes once, when its movement is written.

const kop = (name: string) => bigint(name, { mode: 'number' });
const txId = () => bigint('tx_id', { mode: 'number' }).references(() => ledgerTx.id);

/** Who has looked at a closed month and lets it be paid: two different people. */
export const periodApprovals = pgTable(
  'period_approvals',
  {
    period: integer('period')
      .notNull()
      .references(() => periods.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Of the snapshot that was looked at. */
    sha256: text('sha256').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.period, t.userId] })],
);

/**
 * What a month pays a person: bonus, leader bonus and what was carried over, less what is carried on, go to КС in the movement
 * `tx_id`. One row per person and month, written before anything is posted.
 */
export const bonusRows = pgTable(
  'bonus_rows',
  {
    period: integer('period')
      .notNull()
      .references(() => periods.id),
    userId: integer('user_id').notNull(),
    /** A thousand people share a movement. */
    batch: integer('batch').notNull(),
    bonusKop: kop('bonus_kop').notNull(),
    leaderKop: kop('leader_kop').notNull(),
    carryInKop: kop('carry_in_kop').notNull(),
    carryOutKop: kop('carry_out_kop').notNull(),
    /** Null: not posted yet. */
    txId: txId(),
  },
  (t) => [
    primaryKey({ columns: [t.period, t.userId] }),
    index('bonus_rows_batch').on(t.period, t.batch),
    index('bonus_rows_person').on(t.userId, t.period),
    // None on txId: posting writes it into every row, and a row whose indexed columns stay is changed in its place (docs/decisions/560).
  ],
);

/** A paid month computed again without what came back late; its differences are posted as corrections. */
export const correctionRuns = pgTable('correction_runs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  period: integer('period')
    .notNull()
    .references(() => periods.id),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
});
/** Which run has counted a late return: each is counted once. */
export const lateReturns = pgTable('late_returns', {
  eventId: bigint('event_id', { mode: 'number' })
    .primaryKey()
    .references(() => pointsEvents.id),
  runId: bigint('run_id', { mode: 'number' })
    .notNull()
    .references(() => correctionRuns.id),
});
/** What a run gives a person, or takes. */
export const bonusCorrections = pgTable(
  'bonus_corrections',
  {
    runId: bigint('run_id', { mode: 'number' })
      .notNull()
      .references(() => correctionRuns.id),
    userId: integer('user_id').notNull(),
    batch: integer('batch').notNull(),
    diffKop: kop('diff_kop').notNull(),
    txId: txId(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.userId] }),
    index('bonus_corrections_person').on(t.userId),
    index('bonus_corrections_tx').on(t.txId),
  ],
);

/** «Оспорить начисление»: somebody does not agree with a month; one open question a month. */
export const bonusDisputes = pgTable(
  'bonus_disputes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    period: integer('period').notNull(),
    text: text('text').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
    answer: text('answer'),
    answeredBy: integer('answered_by').references(() => users.id),
    answeredAt: timestamp('answered_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [
    uniqueIndex('bonus_disputes_open')
      .on(t.userId, t.period)
      .where(sql`${t.answeredAt} is null`),
    index('bonus_disputes_at').on(t.at),
  ],
);
