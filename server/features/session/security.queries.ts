import { and, desc, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { knownDevices } from '#server/db/tables/people.ts';
import { contactChanges } from '#server/db/tables/profile.ts';

export type ContactChange = typeof contactChanges.$inferSelect;

export async function insertContactChange(tx: Tx, row: typeof contactChanges.$inferInsert): Promise<number> {
  const rows = await tx.insert(contactChanges).values(row).returning({ id: contactChanges.id });
  return rows[0]!.id; // One row in, one id out.
}
export async function findContactChange(db: DbOrTx, id: number): Promise<ContactChange | undefined> {
  return (await db.select().from(contactChanges).where(eq(contactChanges.id, id)))[0];
}
/** The newest of each kind. */
export async function findLastChanges(
  db: DbOrTx,
  userId: number,
): Promise<Partial<Record<'email' | 'phone', ContactChange>>> {
  const rows = await db
    .selectDistinctOn([contactChanges.type])
    .from(contactChanges)
    .where(and(eq(contactChanges.userId, userId)))
    .orderBy(contactChanges.type, desc(contactChanges.at), desc(contactChanges.id));
  return Object.fromEntries(rows.map((row) => [row.type, row]));
}
/** Hashes of the devices on which the account has logged in. */
export async function findDeviceHashes(db: DbOrTx, userId: number): Promise<string[]> {
  const rows = await db
    .select({ idHash: knownDevices.idHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId));
  return rows.map(({ idHash }) => idHash);
}
