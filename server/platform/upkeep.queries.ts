import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm';
import { type Db, LOCKS } from '#server/db/open.ts';
import { cartItems, carts } from '#server/db/tables/cart.ts';
import { mailOutbox, outsideCalls, smsOutbox } from '#server/db/tables/jobs.ts';
import { consents, guests, knownDevices, loginFailures, sessions } from '#server/db/tables/people.ts';

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}
export async function deleteOldLoginFailures(db: Db, before: Date): Promise<void> {
  await db.delete(loginFailures).where(lt(loginFailures.at, before));
}
export async function deleteOldDevices(db: Db, before: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.seenAt, before));
}
export async function deleteOldLetters(db: Db, before: Date): Promise<void> {
  await db.delete(mailOutbox).where(lt(mailOutbox.at, before));
  await db.delete(smsOutbox).where(lt(smsOutbox.at, before));
}
/** Those without an end stay until a job has found it. */
export async function deleteEndedCalls(db: Db, before: Date): Promise<void> {
  await db.delete(outsideCalls).where(lt(outsideCalls.endedAt, before));
}
/**
 * Guests that joined no account and on whom nothing hangs: no session, no piece in the cart, no consent (hearts of guests
 * live on the device). `session/guest` makes such a guest anew under the same id. An emptied cart stays: it belongs to the id
 * alone, and a phone that comes back throws away what is older than the version it remembers.
 */
export async function deleteIdleGuests(db: Db, before: Date): Promise<void> {
  const mine = eq(carts.guestId, guests.guestId);
  const pieces = db.select().from(carts).innerJoin(cartItems, eq(cartItems.cartId, carts.id)).where(mine);
  await db
    .delete(guests)
    .where(
      and(
        isNull(guests.boundAt),
        isNull(guests.userId),
        lt(guests.createdAt, before),
        notExists(db.select().from(sessions).where(eq(sessions.guestId, guests.guestId))),
        notExists(pieces),
        notExists(db.select().from(consents).where(eq(consents.guestId, guests.guestId))),
      ),
    );
}
/**
 * Pictures that no product shows any more. Young ones may belong to work that is still going on; a running import reuses
 * old ones too, so while it runs nothing is deleted.
 */
export async function deleteLonelyPictures(db: Db, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ok: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCKS.import}) as ok`);
    if (rows[0]?.ok !== true) return;
    await tx.execute(sql`
      delete from picture_originals o where o.created_at < ${before.toISOString()}::timestamptz
        and not exists (select from product_pictures p where p.sha256 = o.sha256)`);
  });
}
