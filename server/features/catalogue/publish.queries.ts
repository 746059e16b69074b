import { and, asc, between, desc, eq, inArray, isNotNull, isNull, lt, notInArray, sql } from 'drizzle-orm';
import { type DbOrTx, LOCKS, type Tx } from '#server/db/open.ts';
import {
  catalogueFiles,
  cataloguePointer,
  catalogueRevisions,
  categories,
  pictureOriginals,
  productPictures,
  products,
} from '#server/db/tables/catalogue.ts';
import { type CardRow, cardColumns } from '#server/features/catalogue/catalogue.queries.ts';

// Contents: 1 what is published, 2 revisions, 3 files

/** One publication at a time, to the end of the transaction (docs/product/catalogue.md#publishing). */
export async function lockPublishing(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.publish})`);
}

// ── 1 Published products only, in id order ──────────────────────────────────────────────────────
export type DetailRow = Awaited<ReturnType<typeof findDetailsIn>>[number];
const detailColumns = {
  id: products.id,
  subtitle: products.subtitle,
  descriptionHtml: products.descriptionHtml,
  composition: products.composition,
  nutrients: products.nutrients,
  usage: products.usage,
  contraindications: products.contraindications,
  storage: products.storage,
  shelfLife: products.shelfLife,
  qtyInPack: products.qtyInPack,
  volume: products.volume,
  weightGrams: products.weightGrams,
  maker: products.maker,
  sgr: products.sgr,
  ageFrom: products.ageFrom,
  marked: products.marked,
  docs: products.docs,
  related: products.related,
  variantGroup: products.variantGroup,
  params: products.params,
};
/** What the shards of the whole catalogue say of every product. */
export async function findPriceRows(tx: Tx) {
  return tx
    .select({
      id: products.id,
      actualPrice: products.actualPrice,
      actualConsPrice: products.actualConsPrice,
      oldPrice: products.oldPrice,
      stockQty: products.stockQty,
      ballsHalf: products.ballsHalf,
      categoryId: products.categoryId,
      createdAt: products.createdAt,
    })
    .from(products)
    .where(eq(products.published, true))
    .orderBy(asc(products.id));
}
const isPublishedIn = (from: number, to: number) => and(eq(products.published, true), between(products.id, from, to));
/** Cards and details of one range of ids, both ends included. */
export async function findCardsIn(tx: Tx, from: number, to: number): Promise<CardRow[]> {
  return tx.select(cardColumns).from(products).where(isPublishedIn(from, to)).orderBy(asc(products.id));
}
export async function findDetailsIn(tx: Tx, from: number, to: number) {
  return tx.select(detailColumns).from(products).where(isPublishedIn(from, to)).orderBy(asc(products.id));
}
/** Members of the groups that a range takes part in, wherever they stand. */
export async function findVariantsOf(tx: Tx, groups: readonly string[]) {
  if (groups.length === 0) return [];
  return tx
    .select({ id: products.id, variantGroup: products.variantGroup, params: products.params })
    .from(products)
    .where(and(eq(products.published, true), inArray(products.variantGroup, [...groups])))
    .orderBy(asc(products.id));
}
/** The product itself and the members of its group, for one product page. */
export async function findDetailRow(db: DbOrTx, id: number): Promise<DetailRow[]> {
  const group = db.select({ g: products.variantGroup }).from(products).where(eq(products.id, id));
  return db
    .select(detailColumns)
    .from(products)
    .where(and(eq(products.published, true), sql`(${products.id} = ${id} or ${products.variantGroup} = (${group}))`))
    .orderBy(asc(products.id));
}
const pictureColumns = {
  productId: productPictures.productId,
  sha256: productPictures.sha256,
  thumbhash: pictureOriginals.thumbhash,
  view: sql<string | null>`${pictureOriginals.spec}->>'view'`,
};
export async function findPicturesIn(tx: Tx, from: number, to: number) {
  return tx
    .select(pictureColumns)
    .from(productPictures)
    .innerJoin(products, and(eq(products.id, productPictures.productId), isPublishedIn(from, to)))
    .innerJoin(pictureOriginals, eq(pictureOriginals.sha256, productPictures.sha256))
    .orderBy(asc(productPictures.productId), asc(productPictures.position));
}
export async function findPicturesOf(db: DbOrTx, productIds: readonly number[]) {
  if (productIds.length === 0) return [];
  return db
    .select(pictureColumns)
    .from(productPictures)
    .innerJoin(pictureOriginals, eq(pictureOriginals.sha256, productPictures.sha256))
    .where(inArray(productPictures.productId, [...productIds]))
    .orderBy(asc(productPictures.productId), asc(productPictures.position));
}
export async function findCategoryRows(db: DbOrTx) {
  return db.select().from(categories).orderBy(asc(categories.position), asc(categories.id));
}

// ── 2 Revisions ─────────────────────────────────────────────────────────────────────────────────
export type Revision = { id: number; manifest: string };
export async function findCurrentRevision(db: DbOrTx): Promise<Revision | undefined> {
  const rows = await db
    .select({ id: catalogueRevisions.id, manifest: catalogueRevisions.manifest })
    .from(cataloguePointer)
    .innerJoin(catalogueRevisions, eq(catalogueRevisions.id, cataloguePointer.revisionId));
  return rows[0];
}
export async function findCurrentRevisionId(db: DbOrTx): Promise<number | undefined> {
  return (await db.select({ id: cataloguePointer.revisionId }).from(cataloguePointer))[0]?.id;
}
export async function flipRevision(
  tx: Tx,
  revision: { rev: string; manifest: string; publishedAt: Date },
): Promise<void> {
  const rows = await tx.insert(catalogueRevisions).values(revision).returning({ id: catalogueRevisions.id });
  const revisionId = rows[0]!.id;
  await tx
    .insert(cataloguePointer)
    .values({ one: true, revisionId })
    .onConflictDoUpdate({ target: cataloguePointer.one, set: { revisionId } });
}
/** Tells every node, at commit. */
export async function notifyNodes(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_notify('catalogue', '')`);
}
export async function deleteRevisionsBefore(tx: Tx, before: Date): Promise<void> {
  const current = tx.select({ id: cataloguePointer.revisionId }).from(cataloguePointer);
  await tx
    .delete(catalogueRevisions)
    .where(and(lt(catalogueRevisions.publishedAt, before), notInArray(catalogueRevisions.id, current)));
}
export async function findLastRevisions(db: DbOrTx, limit: number) {
  return db.select().from(catalogueRevisions).orderBy(desc(catalogueRevisions.id)).limit(limit);
}

// ── 3 Files ─────────────────────────────────────────────────────────────────────────────────────
export type FileRow = { sha256: string; audience: number; bytes: number; bodyBr: Buffer };
export async function findFile(db: DbOrTx, sha256: string): Promise<FileRow | undefined> {
  const { sha256: hash, audience, bytes, bodyBr } = catalogueFiles;
  return (await db.select({ sha256: hash, audience, bytes, bodyBr }).from(catalogueFiles).where(eq(hash, sha256)))[0];
}
/** Which of these hashes are kept already, with their compressed size. */
export async function findKnownFiles(tx: Tx, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ sha256: catalogueFiles.sha256 })
    .from(catalogueFiles)
    .where(inArray(catalogueFiles.sha256, [...hashes]));
  return new Set(rows.map((row) => row.sha256));
}
export async function insertFiles(tx: Tx, files: (typeof catalogueFiles.$inferInsert)[]): Promise<void> {
  for (let from = 0; from < files.length; from += 50)
    await tx.insert(catalogueFiles).values(files.slice(from, from + 50));
}
/** Files of this revision live; others are marked, and deleted once a slow client had its time to finish. */
export async function markDroppedFiles(tx: Tx, live: readonly string[], now: Date, deleteBefore: Date): Promise<void> {
  const list = [...live];
  await tx
    .update(catalogueFiles)
    .set({ droppedAt: null })
    .where(and(isNotNull(catalogueFiles.droppedAt), inArray(catalogueFiles.sha256, list)));
  await tx
    .update(catalogueFiles)
    .set({ droppedAt: now })
    .where(and(isNull(catalogueFiles.droppedAt), notInArray(catalogueFiles.sha256, list)));
  await tx.delete(catalogueFiles).where(lt(catalogueFiles.droppedAt, deleteBefore));
}
