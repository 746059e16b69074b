import { and, count, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { cells, productPlaces } from '#server/db/tables/parcels.ts';

// Shelves of the warehouse and what lies on them. Contents: 1 reading, 2 writing

/** Whose cells these are: those of a pickup point bear its name. */
const WAREHOUSE = 'warehouse';

// ── 1 Reading ───────────────────────────────────────────────────────────────────────────────────
export type CellRow = typeof cells.$inferSelect;
export async function findShelves(db: DbOrTx): Promise<{ shelf: string; cells: number; products: number }[]> {
  return db
    .select({
      shelf: cells.shelf,
      cells: sql<number>`count(distinct ${cells.id})::int`,
      products: sql<number>`count(${productPlaces.productId})::int`,
    })
    .from(cells)
    .leftJoin(productPlaces, eq(productPlaces.cellId, cells.id))
    .where(eq(cells.site, WAREHOUSE))
    .groupBy(cells.shelf);
}
export const findCells = (db: DbOrTx, shelf: string): Promise<CellRow[]> =>
  db
    .select()
    .from(cells)
    .where(and(eq(cells.site, WAREHOUSE), eq(cells.shelf, shelf)));

export type PlacedRow = {
  productId: number;
  code: string;
  title: string;
  stock: number;
  cellId: number | null;
  shelf: string | null;
  cell: string | null;
};
const findPlaced = (db: DbOrTx, where: SQL | undefined, limit: number): Promise<PlacedRow[]> =>
  db
    .select({
      productId: products.id,
      code: products.code,
      title: products.title,
      stock: products.stockQty,
      cellId: cells.id,
      shelf: cells.shelf,
      cell: cells.cell,
    })
    .from(products)
    .leftJoin(productPlaces, eq(productPlaces.productId, products.id))
    .leftJoin(cells, eq(cells.id, productPlaces.cellId))
    .where(where)
    .orderBy(products.code)
    .limit(limit);
const ON_ONE_SHELF = 5000;
export const findOnShelf = (db: DbOrTx, shelf: string): Promise<PlacedRow[]> =>
  findPlaced(db, and(eq(cells.site, WAREHOUSE), eq(cells.shelf, shelf)), ON_ONE_SHELF);
/** `pattern`: words for LIKE, its own signs plain. */
export const findByWords = (db: DbOrTx, pattern: string, limit: number): Promise<PlacedRow[]> =>
  findPlaced(
    db,
    or(
      ilike(products.title, pattern),
      ilike(products.code, pattern),
      ilike(products.article, pattern),
      ilike(products.ean, pattern),
    ),
    limit,
  );
const isLoose = and(eq(products.published, true), isNull(productPlaces.cellId));
export const findLoose = (db: DbOrTx, limit: number): Promise<PlacedRow[]> => findPlaced(db, isLoose, limit);
export async function countLoose(db: DbOrTx): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(products)
    .leftJoin(productPlaces, eq(productPlaces.productId, products.id))
    .where(isLoose);
  return row?.n ?? 0;
}
/** By its own code, its article or the number on its pack, as scanned; `eans`: that number with noughts before it and without. */
export const findScanned = (db: DbOrTx, code: string, eans: readonly string[]): Promise<PlacedRow[]> =>
  findPlaced(
    db,
    or(
      sql`upper(${products.code}) = ${code}`,
      sql`upper(${products.article}) = ${code}`,
      eans.length === 0
        ? undefined
        : sql`${products.ean} in (${sql.join(
            eans.map((ean) => sql`${ean}`),
            sql`, `,
          )})`,
    ),
    2,
  );

// ── 2 Writing ───────────────────────────────────────────────────────────────────────────────────
/** Held, so that nothing is laid into a cell that is being taken away. */
export async function lockCell(tx: Tx, id: number): Promise<CellRow | undefined> {
  const where = and(eq(cells.id, id), eq(cells.site, WAREHOUSE));
  return (await tx.select().from(cells).where(where).for('update'))[0];
}
/** Those that were not there. */
export async function insertCells(tx: Tx, shelf: string, names: readonly string[]): Promise<CellRow[]> {
  return tx
    .insert(cells)
    .values(names.map((cell) => ({ site: WAREHOUSE, shelf, cell })))
    .onConflictDoNothing()
    .returning();
}
export async function findCellNamed(tx: Tx, { shelf, cell }: Pick<CellRow, 'shelf' | 'cell'>): Promise<number | null> {
  const where = and(eq(cells.site, WAREHOUSE), eq(cells.shelf, shelf), eq(cells.cell, cell));
  return (await tx.select({ id: cells.id }).from(cells).where(where))[0]?.id ?? null;
}
export async function renameCell(tx: Tx, id: number, name: Pick<CellRow, 'shelf' | 'cell'>): Promise<void> {
  await tx.update(cells).set(name).where(eq(cells.id, id));
}
export const countInCell = (tx: Tx, id: number): Promise<number> =>
  tx.$count(productPlaces, eq(productPlaces.cellId, id));
export async function deleteCell(tx: Tx, id: number): Promise<void> {
  await tx.delete(cells).where(eq(cells.id, id));
}
export async function setPlace(tx: Tx, productId: number, cellId: number | null): Promise<void> {
  if (cellId === null) {
    await tx.delete(productPlaces).where(eq(productPlaces.productId, productId));
    return;
  }
  await tx
    .insert(productPlaces)
    .values({ productId, cellId })
    .onConflictDoUpdate({ target: productPlaces.productId, set: { cellId } });
}
