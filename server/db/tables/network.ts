import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/people.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
const xid = () =>
  xid8('xid')
    .notNull()
    .default(sql`pg_current_xact_id()`);

/**
 * The structure of consultants as it is read: `path` is the ids of everybody above and of the person, four bytes each, the highest
 * first. A structure is a range of paths, and the order of paths is pre-order. `users.sponsor_id` is the truth; triggers of the
 * migration `tree` keep this in step, so no writer can forget it (docs/decisions/331). Its index `tree_path`, unique, holds user_id too.
 */
export const tree = pgTable(
  'tree',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    path: bytea('path').notNull(),
    /** Of the transaction that put the person in: newcomers are found by it. */
    xid: xid(),
  },
  (t) => [index('tree_xid').on(t.xid)],
);

/** Whatever happened to the tree besides a newcomer: who keeps a copy of it reads the whole again. */
export const treeBreaks = pgTable(
  'tree_breaks',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid(),
    /** Null: all of it. */
    userId: integer('user_id'),
    what: text('what').$type<'moved' | 'left' | 'rebuilt'>().notNull(),
  },
  (t) => [index('tree_breaks_xid').on(t.xid)],
);

/**
 * Months that were closed or are being closed (docs/product/network.md#periods). A month without a row is open: its points still
 * count as they come.
 */
export const periods = pgTable('periods', {
  /** YYYYMM. */
  id: integer('id').primaryKey(),
  /** `closing`: no order comes in any more, those that are just being paid are waited for. `paid`: its bonuses stand on КС. */
  state: text('state').$type<'closing' | 'closed' | 'paid'>().notNull(),
  closedAt: timestamp('closed_at', { withTimezone: true, mode: 'date' }),
  people: integer('people'),
  ownHalf: bigint('own_half', { mode: 'number' }),
  bonusKop: bigint('bonus_kop', { mode: 'number' }),
  leaderKop: bigint('leader_kop', { mode: 'number' }),
  /** Of the rows of `period_people`, in their order (server/features/plan/closing/digest.rules.ts). */
  sha256: text('sha256'),
  /** When it was written down who gets what (`bonus_rows`), and when the last of it was posted. */
  plannedAt: timestamp('planned_at', { withTimezone: true, mode: 'date' }),
  paidAt: timestamp('paid_at', { withTimezone: true, mode: 'date' }),
  /** When agreements of twelve silent months up to this one were ended (docs/product/network.md#end-of-an-agreement). */
  agreementsAt: timestamp('agreements_at', { withTimezone: true, mode: 'date' }),
});

/** Who was warned that their agreement ends, and whose has ended: one row a person, month and step, never changed. */
export const agreementEnds = pgTable(
  'agreement_ends',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The youngest closed month that was counted. */
    period: integer('period').notNull(),
    step: text('step').$type<'warned' | 'ended'>().notNull(),
    /** The registration number, which nobody else gets. */
    consId: integer('cons_id').notNull(),
    /** To whom the structure has passed; null for a warning, and where there is nobody above. */
    heirId: integer('heir_id').references(() => users.id),
    /** So many consultants and clients of the first line have passed on. */
    consultants: integer('consultants').notNull().default(0),
    clients: integer('clients').notNull().default(0),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [unique('agreement_ends_once').on(t.userId, t.period, t.step), index('agreement_ends_number').on(t.consId)],
);

/**
 * The network as a closed month leaves it: written once, then refused by trigger. A partition for each month, made by the function
 * `period_people_open` of the migration `periods`. Volumes in half-points, money in kopecks.
 */
export const periodPeople = pgTable(
  'period_people',
  {
    period: integer('period').notNull(),
    userId: integer('user_id').notNull(),
    /** Place in pre-order, of the person and of the sponsor (−1 at the top). */
    pos: integer('pos').notNull(),
    parentPos: integer('parent_pos').notNull(),
    ownHalf: integer('own_half').notNull(),
    groupHalf: bigint('group_half', { mode: 'number' }).notNull(),
    amountKop: bigint('amount_kop', { mode: 'number' }).notNull(),
    status: integer('status').notNull(),
    percent: integer('percent').notNull(),
    /** The title that this month alone gives. */
    title: integer('title').notNull(),
    bonusKop: bigint('bonus_kop', { mode: 'number' }).notNull(),
    leaderKop: bigint('leader_kop', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.period, t.userId] }), unique('period_people_pos').on(t.period, t.pos)],
);
