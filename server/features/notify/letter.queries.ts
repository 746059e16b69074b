import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { consents, notifyRequests, users } from '#server/db/tables/people.ts';

/**
 * Requests that may be answered by a letter: to the account's own address, or to one that has been confirmed by its link; of
 * an account that is in use or of a guest; with a consent that was not withdrawn. A typed address may be a stranger's.
 */
const mayBeWritten = and(
  or(eq(notifyRequests.contact, sql`lower(${users.email})`), isNotNull(notifyRequests.confirmedAt)),
  or(eq(users.active, true), isNull(notifyRequests.userId)),
  isNull(consents.withdrawnAt),
);
const isOnSale = and(eq(products.published, true), gt(products.stockQty, 0));

/**
 * Takes waiting requests whose product is on sale, each one once whoever else is looking at the same moment.
 * The caller sends their letters as jobs of the same transaction.
 */
export async function takeAnswerable(tx: Tx, now: Date, limit: number): Promise<number[]> {
  const due = tx
    .select({ id: notifyRequests.id })
    .from(notifyRequests)
    .innerJoin(products, eq(products.id, notifyRequests.productId))
    .leftJoin(users, eq(users.id, notifyRequests.userId))
    .innerJoin(consents, eq(consents.id, notifyRequests.consentId))
    .where(and(isNull(notifyRequests.sentAt), isNull(notifyRequests.queuedAt), isOnSale, mayBeWritten))
    .orderBy(notifyRequests.id)
    .limit(limit)
    .for('update', { of: notifyRequests, skipLocked: true });
  const rows = await tx
    .update(notifyRequests)
    .set({ queuedAt: now })
    .where(inArray(notifyRequests.id, due))
    .returning({ id: notifyRequests.id });
  return rows.map((row) => row.id);
}

export type Due = {
  email: string;
  /** Whose account asked; null: a guest. */
  userId: number | null;
  askedAt: Date;
  onSale: boolean;
  product: { title: string; slug: string; isBad: boolean };
};
/** A request whose letter has not gone, as things stand now; undefined when it may not or need not go any more. */
export async function findDue(db: DbOrTx, requestId: number): Promise<Due | undefined> {
  const [row] = await db
    .select({
      email: notifyRequests.contact,
      userId: notifyRequests.userId,
      askedAt: notifyRequests.createdAt,
      onSale: sql<boolean>`${isOnSale}`,
      product: { title: products.title, slug: products.slug, isBad: products.isBad },
    })
    .from(notifyRequests)
    .innerJoin(products, eq(products.id, notifyRequests.productId))
    .leftJoin(users, eq(users.id, notifyRequests.userId))
    .innerJoin(consents, eq(consents.id, notifyRequests.consentId))
    .where(
      and(
        eq(notifyRequests.id, requestId),
        isNull(notifyRequests.sentAt),
        isNotNull(notifyRequests.queuedAt),
        mayBeWritten,
      ),
    );
  return row;
}
const isThis = (requestId: number, askedAt: Date) =>
  and(eq(notifyRequests.id, requestId), eq(notifyRequests.createdAt, askedAt), isNull(notifyRequests.sentAt));
export async function markSent(db: Db, requestId: number, askedAt: Date, now: Date): Promise<void> {
  await db.update(notifyRequests).set({ sentAt: now }).where(isThis(requestId, askedAt));
}
/** The product has run out again: the request waits on. */
export async function waitOn(db: Db, requestId: number, askedAt: Date): Promise<void> {
  await db.update(notifyRequests).set({ queuedAt: null }).where(isThis(requestId, askedAt));
}
