import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';

/** Accounts that wait for a code and whose person has proved to be this one; held to the end of the transaction. */
export async function findProvisionalOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.takenBy, userId), eq(users.role, 'user')))
    .for('update');
  return rows.map(({ id }) => id);
}
/** Hearts, and the version by which other phones hear of them. */
export async function moveFavourites(tx: Tx, fromId: number, toId: number): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    insert into favourites (user_id, product_id, added_at)
    select ${toId}, product_id, added_at from favourites where user_id = ${fromId} on conflict do nothing`);
  if (rowCount)
    await tx
      .update(users)
      .set({ favouritesVersion: sql`${users.favouritesVersion} + 1` })
      .where(eq(users.id, toId));
}
/** Sessions, cart, hearts and codes go with the row; its consents were another account's. */
export async function endProvisional(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`update notify_requests set user_id = null where user_id = ${id}`);
  await tx.execute(sql`update consents set user_id = null where user_id = ${id}`);
  await tx.delete(users).where(eq(users.id, id));
}
