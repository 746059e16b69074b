import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { consents, guests, users } from '#server/db/tables/people.ts';

export type ConsentLog = typeof consents.$inferSelect;

/** A person's own rows, and those of the guests whom their account has taken in. */
const isOf = (db: DbOrTx, userId: number): SQL | undefined =>
  or(
    eq(consents.userId, userId),
    inArray(
      consents.guestId,
      db
        .select({ id: guests.guestId })
        .from(guests)
        .where(and(eq(guests.userId, userId), sql`${guests.boundAt} is not null`)),
    ),
  );

/** The newest first. */
export async function findConsents(db: DbOrTx, userId: number): Promise<ConsentLog[]> {
  return db.select().from(consents).where(isOf(db, userId)).orderBy(desc(consents.at), desc(consents.id)).limit(1000);
}
export async function insertConsents(tx: Tx, rows: (typeof consents.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(consents).values(rows);
}
/** Whatever holds for that purpose ends now; what has ended keeps its time. */
export async function endConsents(tx: Tx, userId: number, purposes: readonly string[], now: Date): Promise<void> {
  await tx
    .update(consents)
    .set({ withdrawnAt: now })
    .where(and(isOf(tx, userId), inArray(consents.purpose, [...purposes]), isNull(consents.withdrawnAt)));
}
export async function hasConsent(db: DbOrTx, userId: number, purpose: string): Promise<boolean> {
  const rows = await db
    .select({ id: consents.id })
    .from(consents)
    .where(and(isOf(db, userId), eq(consents.purpose, purpose), isNull(consents.withdrawnAt)))
    .limit(1);
  return rows.length > 0;
}
/** Two changes of one person's consents come one after the other. */
export async function holdPerson(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}
export async function setSwitches(
  tx: Tx,
  userId: number,
  set: { sendEmail?: boolean; showContacts?: boolean },
): Promise<void> {
  await tx.update(users).set(set).where(eq(users.id, userId));
}
