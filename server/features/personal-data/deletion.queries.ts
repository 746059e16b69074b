import { and, count, eq, isNotNull, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { orders } from '#server/db/tables/orders.ts';
import { sessions, users } from '#server/db/tables/people.ts';

export type Leaving = typeof users.$inferSelect;

/** Held to the end of the transaction: two requests come one after the other. */
export async function holdLeaving(tx: Tx, userId: number): Promise<Leaving | undefined> {
  return (await tx.select().from(users).where(eq(users.id, userId)).for('update'))[0];
}
export async function setDeleteAt(tx: Tx, userId: number, deleteAt: Date | null): Promise<void> {
  await tx.update(users).set({ deleteAt }).where(eq(users.id, userId));
}
export async function endOtherSessions(tx: Tx, userId: number, keptHash: string | null): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.idHash, keptHash ?? '')));
}
export async function countOpenOrders(db: DbOrTx, userId: number, ended: readonly number[]): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), notInArray(orders.status, [...ended])));
  return row?.n ?? 0;
}
/** Consultants under a person, however deep. `union` ends where a loop would go on. */
export async function countPeopleBelow(db: DbOrTx, userId: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    with recursive below(id) as (
      select id from users where sponsor_id = ${userId} and cons_id is not null
      union select u.id from users u join below b on u.sponsor_id = b.id where u.cons_id is not null
    ) select count(*)::int as n from below where id <> ${userId}`);
  return rows[0]?.n ?? 0;
}
export async function findDueAccounts(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deleteAt), lte(users.deleteAt, now), isNull(users.deletedAt)))
    .orderBy(users.deleteAt, users.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}
