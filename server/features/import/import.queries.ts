import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { categories, categorySources, priceHistory, products, productSources } from '#server/db/tables/catalogue.ts';

// Contents: 1 categories, 2 products, 3 offers missing from the feed

// ── 1 Categories ────────────────────────────────────────────────────────────────────────────────
export async function findSourceCategories(
  db: DbOrTx,
  source: string,
): Promise<{ key: string; id: number; title: string; parentId: number | null }[]> {
  return db
    .select({
      key: categorySources.categoryKey,
      id: categories.id,
      title: categories.title,
      parentId: categories.parentId,
    })
    .from(categorySources)
    .innerJoin(categories, eq(categories.id, categorySources.ourId))
    .where(eq(categorySources.source, source));
}
export async function findCategorySlugs(db: DbOrTx): Promise<Set<string>> {
  return new Set((await db.select({ slug: categories.slug }).from(categories)).map((row) => row.slug));
}
export async function nextCategoryIds(db: DbOrTx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('categories', 'id'))::int as id from generate_series(1, ${count})`,
  );
  return rows.map((row) => row.id);
}
type NewCategory = { id: number; parentId: number | null; title: string; slug: string; position: number; key: string };
export async function insertCategories(db: DbOrTx, source: string, rows: readonly NewCategory[]): Promise<void> {
  for (const part of slices(rows, 1000)) {
    await db
      .insert(categories)
      .values(part.map(({ id, parentId, title, slug, position }) => ({ id, parentId, title, slug, position })));
    await db.insert(categorySources).values(part.map(({ id, key }) => ({ source, categoryKey: key, ourId: id })));
  }
}
export async function updateCategory(
  db: DbOrTx,
  id: number,
  change: { title: string; parentId: number | null },
): Promise<void> {
  await db.update(categories).set(change).where(eq(categories.id, id));
}

// ── 2 Products ──────────────────────────────────────────────────────────────────────────────────
/**
 * Free six-digit codes: those after the highest first, then gaps (docs/product/catalogue.md#importer). Fewer than asked when
 * they run out.
 */
export async function freeCodes(db: DbOrTx, count: number): Promise<string[]> {
  const { rows: tops } = await db.execute<{ top: number }>(
    sql`select coalesce(max(code::int), 99999) as top from products where code ~ '^[1-9][0-9]{5}$'`,
  );
  const top = tops[0]?.top ?? 99_999;
  const fresh = Math.max(0, Math.min(count, 999_999 - top));
  const codes = Array.from({ length: fresh }, (_, at) => String(top + 1 + at));
  if (fresh === count) return codes;
  const { rows } = await db.execute<{ code: string }>(sql`select c::text as code from generate_series(100000, ${top}) c
    where not exists (select 1 from products p where p.code = c::text) order by c limit ${count - fresh}`);
  return [...codes, ...rows.map((row) => row.code)];
}

export type ProductRow = typeof products.$inferInsert;
export async function insertProducts(db: DbOrTx, rows: ProductRow[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const made = await db.insert(products).values(rows).returning({ id: products.id, code: products.code });
  return new Map(made.map((row) => [row.code, row.id]));
}
const KEEPS = new Set([
  'id',
  'code',
  'slug',
  'createdAt',
  'subtitle',
  'ean',
  'labels',
  'marked',
  'nutrients',
  'docs',
  'related',
  'isDemo',
]);
/** Everything a feed decides; code, slug and what the owner adds by hand stay. */
const fromFeed = Object.fromEntries(
  Object.entries(getTableColumns(products))
    .filter(([name]) => !KEEPS.has(name))
    .map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
);
/** A feed without the number leaves the one that the desk has typed. */
const KNOWN_EAN = sql`coalesce(nullif(excluded.ean, ''), ${products}.ean)`;
/** Many rows in one statement; every row carries the id, code and slug it has already. */
export async function updateProducts(db: DbOrTx, rows: (ProductRow & { id: number })[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(products)
    .values(rows)
    .onConflictDoUpdate({ target: products.id, set: { ...fromFeed, ean: KNOWN_EAN } });
}

export type SourceRow = typeof productSources.$inferInsert;
export async function saveSources(db: DbOrTx, rows: SourceRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(productSources)
    .values(rows)
    .onConflictDoUpdate({
      target: [productSources.source, productSources.offerId],
      set: { digest: sql`excluded.digest`, withheld: sql`excluded.withheld`, seenAt: sql`excluded.seen_at` },
    });
}
export async function insertPrices(db: DbOrTx, rows: (typeof priceHistory.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(priceHistory).values(rows);
}
export async function markSeen(db: DbOrTx, source: string, now: Date): Promise<void> {
  await db.execute(sql`update product_sources s set seen_at = ${now.toISOString()}::timestamptz
    from import_offers o where s.source = ${source} and s.offer_id = o.offer_id`);
}

// ── 3 Missing ───────────────────────────────────────────────────────────────────────────────────
/** Offers of this source that this feed does not hold; `shown` are those that buyers still see. */
export async function findMissing(db: DbOrTx, source: string): Promise<{ total: number; shown: number[] }> {
  const { rows } = await db.execute<{ id: number; published: boolean }>(sql`
    select p.id, p.published from product_sources s join products p on p.id = s.product_id
    where s.source = ${source} and not exists (select 1 from import_offers o where o.offer_id = s.offer_id)`);
  return { total: rows.length, shown: rows.filter((row) => row.published).map((row) => row.id) };
}
export async function hideProducts(db: DbOrTx, ids: readonly number[], now: Date): Promise<void> {
  for (const part of slices(ids, 5000)) {
    await db.update(products).set({ published: false, updatedAt: now }).where(inArray(products.id, part));
    await db.update(productSources).set({ withheld: 'missing' }).where(inArray(productSources.productId, part));
  }
}

function* slices<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
