import { and, asc, desc, eq, gt, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { DraftFields } from '#contract/desk-drafts.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { orderDrafts } from '#server/db/tables/order-drafts.ts';
import { orderEvents } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';
import { productColumns } from '#server/features/checkout/checkout.queries.ts';

// Orders that the desk writes down. Contents: 1 the drafts, 2 what they hold, 3 the order that one becomes

export type DraftRecord = typeof orderDrafts.$inferSelect;
export type BuyerRecord = typeof users.$inferSelect;

// ── 1 The drafts ────────────────────────────────────────────────────────────────────────────────
const withAuthor = { draft: orderDrafts, author: users.name };
/** The one that was touched last stands first. */
export async function findDrafts(db: DbOrTx, limit: number) {
  return db
    .select(withAuthor)
    .from(orderDrafts)
    .innerJoin(users, eq(users.id, orderDrafts.authorId))
    .orderBy(desc(orderDrafts.updatedAt), desc(orderDrafts.id))
    .limit(limit);
}
export async function findDraft(db: DbOrTx, id: number) {
  const rows = await db
    .select(withAuthor)
    .from(orderDrafts)
    .innerJoin(users, eq(users.id, orderDrafts.authorId))
    .where(eq(orderDrafts.id, id));
  return rows[0];
}
/** Held to the end of the transaction: two desks change one draft one after the other. */
export async function lockDraft(tx: Tx, id: number): Promise<DraftRecord | undefined> {
  return (await tx.select().from(orderDrafts).where(eq(orderDrafts.id, id)).for('update'))[0];
}
export async function insertDraft(tx: Tx, authorId: number, fields: DraftFields, now: Date): Promise<number> {
  const rows = await tx
    .insert(orderDrafts)
    .values({ authorId, fields, createdAt: now, updatedAt: now })
    .returning({ id: orderDrafts.id });
  return rows[0]!.id; // An insert of one row answers one.
}
export async function writeDraft(tx: Tx, id: number, fields: DraftFields, now: Date): Promise<void> {
  await tx
    .update(orderDrafts)
    .set({ fields, buyerId: fields.buyer_id, version: sql`${orderDrafts.version} + 1`, updatedAt: now })
    .where(eq(orderDrafts.id, id));
}
export async function deleteDraft(tx: Tx, id: number): Promise<void> {
  await tx.delete(orderDrafts).where(eq(orderDrafts.id, id));
}
export async function deleteOldDrafts(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(orderDrafts).where(lt(orderDrafts.updatedAt, before));
}

// ── 2 What they hold ────────────────────────────────────────────────────────────────────────────
const goodsColumns = { ...productColumns, pack: products.pack };
export async function findGoodsById(db: DbOrTx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select(goodsColumns)
    .from(products)
    .where(inArray(products.id, [...ids]));
}
export type GoodsRecord = Awaited<ReturnType<typeof findGoodsById>>[number];

/** What may be sold now: by its whole code or article first, else every word stands in the title. */
export async function findGoods(db: DbOrTx, q: string, limit: number): Promise<GoodsRecord[]> {
  const plain = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  const words = q
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/\s+/)
    .filter((word) => word !== '');
  const title = sql`replace(lower(${products.title}), 'ё', 'е')`;
  const isNamed = or(eq(products.code, q), eq(products.article, q), /^\d{8,14}$/.test(q) ? eq(products.ean, q) : undefined); // prettier-ignore
  return db
    .select(goodsColumns)
    .from(products)
    .where(
      and(
        eq(products.published, true),
        or(
          isNamed,
          ilike(products.code, `${plain(q)}%`),
          and(...words.map((word) => sql`${title} like ${`%${plain(word)}%`}`)),
        ),
      ),
    )
    .orderBy(sql`(${isNamed}) desc nulls last`, desc(gt(products.stockQty, 0)), asc(products.title), asc(products.id))
    .limit(limit);
}

export async function findBuyer(db: DbOrTx, id: number): Promise<BuyerRecord | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}
export type BuyerName = { email: string } | { phone: string } | { consId: number };
/** By a whole address or number alone: a piece of one must not open the book of people. */
export async function findBuyerNamed(db: DbOrTx, name: BuyerName): Promise<BuyerRecord | undefined> {
  const is =
    'email' in name
      ? eq(sql`lower(${users.email})`, name.email)
      : 'phone' in name
        ? eq(users.phone, name.phone)
        : eq(users.consId, name.consId);
  return (
    await db
      .select()
      .from(users)
      .where(and(is, isNull(users.deletedAt)))
  )[0];
}

// ── 3 The order that one becomes ────────────────────────────────────────────────────────────────
/** Guests' orders to one number are placed one after another, so that no two of them become the last that may. */
export async function holdNumber(tx: Tx, hash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`unpaid:${hash}`}, 0))`);
}
/** Its first lines of history are the desk's, not the buyer's. */
export async function signHistory(tx: Tx, orderId: number, actor: string): Promise<void> {
  await tx.update(orderEvents).set({ actor }).where(eq(orderEvents.orderId, orderId));
}
