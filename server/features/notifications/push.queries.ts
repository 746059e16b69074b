import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { pushSubscriptions } from '#server/db/tables/notifications.ts';

export type Subscription = typeof pushSubscriptions.$inferSelect;

export const findSubscriptions = (db: DbOrTx, userId: number): Promise<Subscription[]> =>
  db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));

export async function findSubscription(db: DbOrTx, id: number): Promise<Subscription | undefined> {
  return (await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id)))[0];
}

/** A browser is known for one session: what another one left of it is not. */
export async function isKnownEndpoint(db: DbOrTx, sessionHash: string, endpoint: string): Promise<boolean> {
  const rows = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionHash, sessionHash)));
  return rows.length > 0;
}

/** One browser has one row: whoever has logged in there last is told there. */
export async function saveSubscription(tx: Tx, row: Omit<Subscription, 'id'>): Promise<void> {
  const { endpoint: _, ...rest } = row;
  await tx.insert(pushSubscriptions).values(row).onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: rest });
}

/** Beyond `most` the oldest go. */
export async function dropOldest(tx: Tx, userId: number, most: number): Promise<void> {
  const newest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(most);
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, newest)));
}

export async function deleteSubscription(db: DbOrTx, id: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}
export async function deleteEndpoint(tx: Tx, userId: number, endpoint: string): Promise<void> {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}
