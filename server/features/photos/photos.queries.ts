import { eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { photos } from '#server/db/tables/profile.ts';

export type PhotoRow = typeof photos.$inferSelect;

export async function findPhoto(db: DbOrTx, id: string): Promise<PhotoRow | undefined> {
  return (await db.select().from(photos).where(eq(photos.id, id)))[0];
}
export async function insertPhoto(tx: Tx, row: typeof photos.$inferInsert): Promise<void> {
  await tx.insert(photos).values(row);
}
export async function deletePhoto(tx: Tx, id: string): Promise<void> {
  await tx.delete(photos).where(eq(photos.id, id));
}
