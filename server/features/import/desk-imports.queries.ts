import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { ImportRowKind, ImportState } from '#contract/desk-import.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { feedImportRows, feedImports } from '#server/db/tables/feed-imports.ts';
import { users } from '#server/db/tables/people.ts';

// Imports of the desk. Contents: 1 reading, 2 changing, 3 rows of the report

export type ImportRecord = Omit<typeof feedImports.$inferSelect, 'packed'>;
export type NewImport = Omit<typeof feedImports.$inferInsert, 'id' | 'state' | 'progress' | 'error' | 'report'>;

// ── 1 Reading ───────────────────────────────────────────────────────────────────────────────────
/** Without the file, which may be long. */
const { packed: _packed, ...columns } = {
  id: feedImports.id,
  authorId: feedImports.authorId,
  name: feedImports.name,
  address: feedImports.address,
  options: feedImports.options,
  packed: feedImports.packed,
  state: feedImports.state,
  progress: feedImports.progress,
  error: feedImports.error,
  report: feedImports.report,
  createdAt: feedImports.createdAt,
};
const counts = sql<Partial<Record<ImportRowKind, number>>>`coalesce((
  select json_object_agg(k.kind, k.n) from (
    select r.kind, count(*)::int as n from feed_import_rows r where r.import_id = ${feedImports}.id group by r.kind) k), '{}'::json)`;
const whole = (db: DbOrTx) =>
  db
    .select({ feed: columns, author: users.name, counts })
    .from(feedImports)
    .innerJoin(users, eq(users.id, feedImports.authorId));
export type FoundImport = { feed: ImportRecord; author: string | null; counts: Partial<Record<ImportRowKind, number>> };

export const findImports = (db: DbOrTx, limit: number): Promise<FoundImport[]> =>
  whole(db).orderBy(desc(feedImports.id)).limit(limit);
export async function findImport(db: DbOrTx, id: number): Promise<FoundImport | undefined> {
  return (await whole(db).where(eq(feedImports.id, id)))[0];
}
export async function findPacked(db: DbOrTx, id: number): Promise<Buffer | null> {
  return (await db.select({ packed: feedImports.packed }).from(feedImports).where(eq(feedImports.id, id)))[0]?.packed ?? null; // prettier-ignore
}

// ── 2 Changing ──────────────────────────────────────────────────────────────────────────────────
export async function insertImport(tx: Tx, row: NewImport): Promise<number> {
  const rows = await tx
    .insert(feedImports)
    .values({ ...row, state: 'checking' })
    .returning({ id: feedImports.id });
  return rows[0]!.id; // An insert of one row answers one.
}
/** Held to the end of the transaction. */
export async function lockImport(tx: Tx, id: number): Promise<ImportRecord | undefined> {
  return (await tx.select(columns).from(feedImports).where(eq(feedImports.id, id)).for('no key update'))[0];
}
export async function writeImport(
  db: DbOrTx,
  id: number,
  patch: Partial<Pick<typeof feedImports.$inferInsert, 'state' | 'progress' | 'error' | 'report' | 'packed'>>,
  from?: ImportState,
): Promise<boolean> {
  const rows = await db
    .update(feedImports)
    .set(patch)
    .where(and(eq(feedImports.id, id), from && eq(feedImports.state, from)))
    .returning({ id: feedImports.id });
  return rows.length > 0;
}
/** A file that nobody has written into the shop is forgotten, with its report. */
export async function deleteOldImports(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(feedImports).where(lt(feedImports.createdAt, before));
}

// ── 3 Rows of the report ────────────────────────────────────────────────────────────────────────
export type RowRecord = typeof feedImportRows.$inferInsert;
export async function forgetRows(db: DbOrTx, importId: number): Promise<void> {
  await db.delete(feedImportRows).where(eq(feedImportRows.importId, importId));
}
export async function insertRows(db: DbOrTx, rows: readonly RowRecord[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`insert into feed_import_rows (import_id, n, kind, line, offer_id, title, category, text)
    select "importId", n, kind, line, "offerId", title, category, text from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x("importId" int, n int, kind text, line int, "offerId" text, title text, category text, text text)`);
}
export async function findRows(
  db: DbOrTx,
  {
    importId,
    kind,
    after,
    limit,
  }: { importId: number; kind?: ImportRowKind | undefined; after: number; limit: number },
): Promise<(typeof feedImportRows.$inferSelect)[]> {
  return db
    .select()
    .from(feedImportRows)
    .where(
      and(
        eq(feedImportRows.importId, importId),
        kind === undefined ? undefined : eq(feedImportRows.kind, kind),
        gt(feedImportRows.n, after),
      ),
    )
    .orderBy(asc(feedImportRows.n))
    .limit(limit);
}
