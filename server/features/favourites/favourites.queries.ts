import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { favourites } from '#server/db/tables/cart.ts';
import { users } from '#server/db/tables/people.ts';

export type Favourites = { ids: number[]; version: number };

/** Ids, the latest first, and the version, both from one snapshot. */
export async function findFavourites(db: DbOrTx, userId: number): Promise<Favourites> {
  const rows = await db
    .select({
      version: users.favouritesVersion,
      ids: sql<
        number[]
      >`array(select f.product_id from favourites f where f.user_id = ${users.id} order by f.added_at desc, f.product_id)`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return rows[0] ?? { ids: [], version: 0 };
}

/** False when the heart was there already or the shop shows no such product. */
export async function insertFavourite(tx: Tx, userId: number, productId: number, now: Date): Promise<boolean> {
  const added = await tx.execute(
    sql`insert into favourites (user_id, product_id, added_at)
        select ${userId}, p.id, ${now.toISOString()}::timestamptz from products p where p.id = ${productId} and p.published
        on conflict do nothing returning product_id`,
  );
  return added.rows.length > 0;
}
export async function deleteFavourite(tx: Tx, userId: number, productId: number): Promise<boolean> {
  const gone = await tx
    .delete(favourites)
    .where(and(eq(favourites.userId, userId), eq(favourites.productId, productId)))
    .returning({ id: favourites.productId });
  return gone.length > 0;
}
export async function hasFavourite(tx: DbOrTx, userId: number, productId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: favourites.productId })
    .from(favourites)
    .where(and(eq(favourites.userId, userId), eq(favourites.productId, productId)));
  return rows.length > 0;
}
/** One change of a person's hearts at a time: on and off from two devices have an order, and versions follow it. */
export async function holdFavourites(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
export async function raiseFavouritesVersion(tx: Tx, userId: number): Promise<void> {
  await tx
    .update(users)
    .set({ favouritesVersion: sql`${users.favouritesVersion} + 1` })
    .where(eq(users.id, userId));
}
