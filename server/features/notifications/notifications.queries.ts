import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { notifications } from '#server/db/tables/notifications.ts';

export type NewNotification = Omit<typeof notifications.$inferInsert, 'id' | 'readAt'>;

/** Its number, or undefined when this event was told already. */
export async function insertNotification(tx: Tx, row: NewNotification): Promise<number | undefined> {
  const rows = await tx.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id });
  return rows[0]?.id;
}

export async function findNotification(db: DbOrTx, id: number) {
  return (await db.select().from(notifications).where(eq(notifications.id, id)))[0];
}

/** The newest first, those older than the number `before`; one more than `limit` when there are more. */
export const findNotifications = (
  db: DbOrTx,
  userId: number,
  { before, limit }: { before?: number | undefined; limit: number },
) =>
  // prettier-ignore
  db
    .select()
    .from(notifications)
    .where(
      and(eq(notifications.userId, userId), before === undefined ? undefined : lt(notifications.id, before)),
    )
    .orderBy(desc(notifications.id))
    .limit(limit + 1);

export async function countUnread(db: DbOrTx, userId: number): Promise<number> {
  const rows = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
  return rows[0]?.count ?? 0;
}

export async function markRead(tx: Tx, userId: number, upTo: number, readAt: Date): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt })
    .where(and(eq(notifications.userId, userId), lte(notifications.id, upTo), isNull(notifications.readAt)));
}

export async function deleteNotificationsBefore(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, before));
}
