import { eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { orders } from '#server/db/tables/orders.ts';
import { photos } from '#server/db/tables/profile.ts';
import { returnPhotos } from '#server/db/tables/returns.ts';

export type PhotoRow = typeof photos.$inferSelect;

export async function findPhoto(db: DbOrTx, id: string): Promise<PhotoRow | undefined> {
  return (await db.select().from(photos).where(eq(photos.id, id)))[0];
}
/** Whose order a photograph of a return belongs to, and the secret of its link. */
export async function findOrderOfPhoto(
  db: DbOrTx,
  id: string,
): Promise<{ userId: number | null; token: string | null } | undefined> {
  const [row] = await db
    .select({ userId: orders.userId, token: orders.publicToken })
    .from(returnPhotos)
    .innerJoin(orders, eq(orders.id, returnPhotos.orderId))
    .where(eq(returnPhotos.photoId, id));
  return row;
}
export async function insertPhoto(tx: Tx, row: typeof photos.$inferInsert): Promise<void> {
  await tx.insert(photos).values(row);
}
export async function deletePhoto(tx: Tx, id: string): Promise<void> {
  await tx.delete(photos).where(eq(photos.id, id));
}
