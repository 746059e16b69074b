import { and, desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { deliveryAddresses } from '#server/db/tables/addresses.ts';
import { users } from '#server/db/tables/people.ts';

export type AddressRow = typeof deliveryAddresses.$inferSelect;
export type NewAddress = Omit<typeof deliveryAddresses.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>;

/** One change of a person's book at a time: its bound and its one default are counted under this lock. */
export async function holdBook(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
/** The one by default first, then the newest first. */
export const findBook = (db: DbOrTx, userId: number): Promise<AddressRow[]> =>
  db
    .select()
    .from(deliveryAddresses)
    .where(eq(deliveryAddresses.userId, userId))
    .orderBy(desc(deliveryAddresses.isDefault), desc(deliveryAddresses.id));

/** One address of this very person. */
export async function findAddress(db: DbOrTx, userId: number, id: number): Promise<AddressRow | undefined> {
  const rows = await db.select().from(deliveryAddresses).where(isOwn(userId, id));
  return rows[0];
}
/** Before another one takes its place: there is one by default at most. */
export async function clearDefault(tx: Tx, userId: number): Promise<void> {
  await tx
    .update(deliveryAddresses)
    .set({ isDefault: false })
    .where(and(eq(deliveryAddresses.userId, userId), deliveryAddresses.isDefault));
}
export async function insertAddress(tx: Tx, row: NewAddress, now: Date): Promise<number> {
  const rows = await tx
    .insert(deliveryAddresses)
    .values({ ...row, createdAt: now, updatedAt: now })
    .returning({ id: deliveryAddresses.id });
  return rows[0]!.id; // One row in, one id out.
}
export async function updateAddress(tx: Tx, id: number, row: NewAddress, now: Date): Promise<void> {
  await tx
    .update(deliveryAddresses)
    .set({ ...row, updatedAt: now })
    .where(isOwn(row.userId, id));
}
/** Whether there was such an address, and whether it was the one by default. */
export async function deleteAddress(tx: Tx, userId: number, id: number): Promise<{ isDefault: boolean } | undefined> {
  const rows = await tx
    .delete(deliveryAddresses)
    .where(isOwn(userId, id))
    .returning({ isDefault: deliveryAddresses.isDefault });
  return rows[0];
}
/** The newest one takes the place of a default that has gone. */
export async function makeNewestDefault(tx: Tx, userId: number): Promise<void> {
  await tx
    .update(deliveryAddresses)
    .set({ isDefault: true })
    .where(eq(deliveryAddresses.id, sql`(select max(a.id) from delivery_addresses a where a.user_id = ${userId})`));
}
const isOwn = (userId: number, id: number) => and(eq(deliveryAddresses.id, id), eq(deliveryAddresses.userId, userId));
