import { customType, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ImportReportView, ImportRowKind, ImportState } from '#contract/desk-import.ts';
import { at } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export type FeedOptions = { source: string | null; consRatioMilli: number | null; hideMissing: boolean };
/** A supplier's feed that the desk has brought (docs/product/desk.md#feeds). Its bytes go when it is written or given up. */
export const feedImports = pgTable(
  'feed_imports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** Where it is fetched from; null: it was sent. */
    address: text('address'),
    options: jsonb('options').$type<FeedOptions>().notNull(),
    /** Packed by gzip. */
    packed: bytea('packed'),
    state: text('state').$type<ImportState>().notNull(),
    progress: text('progress').notNull().default(''),
    error: text('error'),
    report: jsonb('report').$type<ImportReportView>(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('feed_imports_created').on(t.createdAt)],
);
/** What the last run said of each offer. */
export const feedImportRows = pgTable(
  'feed_import_rows',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => feedImports.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    kind: text('kind').$type<ImportRowKind>().notNull(),
    line: integer('line').notNull(),
    offerId: text('offer_id').notNull(),
    title: text('title').notNull(),
    category: text('category').notNull(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.n] }), index('feed_import_rows_kind').on(t.importId, t.kind, t.n)],
);
