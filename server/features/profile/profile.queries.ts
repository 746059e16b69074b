import { and, desc, eq, gt } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { contactCodes } from '#server/db/tables/codes.ts';
import { users } from '#server/db/tables/people.ts';

export type PersonSet = Partial<typeof users.$inferInsert>;
type WaitingCode = Pick<typeof contactCodes.$inferSelect, 'target' | 'createdAt' | 'expiresAt'>;

export async function updateProfile(tx: Tx, userId: number, set: PersonSet): Promise<void> {
  if (Object.keys(set).length > 0) await tx.update(users).set(set).where(eq(users.id, userId));
}
/** The address whose code this account waits for, as long as the code is good. */
export async function findWaitingContact(db: DbOrTx, userId: number, now: Date): Promise<WaitingCode | undefined> {
  const rows = await db
    .select({
      target: contactCodes.target,
      createdAt: contactCodes.createdAt,
      expiresAt: contactCodes.expiresAt,
      usedAt: contactCodes.usedAt,
    })
    .from(contactCodes)
    .where(and(eq(contactCodes.userId, userId), eq(contactCodes.purpose, 'contact'), gt(contactCodes.expiresAt, now)))
    .orderBy(desc(contactCodes.id))
    .limit(1);
  return rows[0]?.usedAt === null ? rows[0] : undefined;
}
/** The photograph before this one, under the lock of the person: of two that change it at once the second finds the first. */
export async function swapPhoto(tx: Tx, userId: number, photoId: string | null): Promise<string | null> {
  const rows = await tx.select({ photoId: users.photoId }).from(users).where(eq(users.id, userId)).for('update');
  await tx.update(users).set({ photoId }).where(eq(users.id, userId));
  return rows[0]?.photoId ?? null;
}
