import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Archives of what the shop holds about a person (docs/product/law.md#export). The bytes go when the link runs out. */
export const dataExports = pgTable(
  'data_exports',
  {
    /** In its link; only its owner's session opens it. */
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state').$type<'waiting' | 'ready' | 'failed'>().notNull().default('waiting'),
    /** Sections that are in it already: what the screen tells of the work. */
    partsDone: integer('parts_done').notNull().default(0),
    askedAt: at('asked_at').notNull(),
    readyAt: at('ready_at'),
    expiresAt: at('expires_at'),
    bytes: integer('bytes'),
    body: bytea('body'),
  },
  (t) => [
    // Two requests at once make one archive.
    uniqueIndex('data_exports_waiting')
      .on(t.userId)
      .where(sql`${t.state} = 'waiting'`),
    index('data_exports_user').on(t.userId, t.askedAt),
    index('data_exports_expires').on(t.expiresAt),
  ],
);
