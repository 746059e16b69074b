import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
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
