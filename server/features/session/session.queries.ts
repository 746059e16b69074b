import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { favourites } from '#server/db/tables/cart.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { guests, loginFailures, sessions, users } from '#server/db/tables/people.ts';
import type { LoginName } from '#server/features/session/login.rules.ts';

// Contents: 1 people, 2 guests, 3 the limiter of logins

export type PersonRow = typeof users.$inferSelect;

// ── 1 People ────────────────────────────────────────────────────────────────────────────────────
export async function findPersonByLogin(db: DbOrTx, name: LoginName): Promise<PersonRow | undefined> {
  const is = 'email' in name ? eq(sql`lower(${users.email})`, name.email) : eq(users.phone, name.phone);
  return (await db.select().from(users).where(is))[0];
}
export async function findPersonWithCity(
  db: DbOrTx,
  userId: number,
): Promise<{ person: PersonRow; city: { id: number; name: string } | null } | undefined> {
  const rows = await db
    .select({ person: users, city: { id: cities.id, name: cities.title } })
    .from(users)
    .leftJoin(cities, eq(cities.id, users.cityId))
    .where(eq(users.id, userId));
  return rows[0];
}
export async function findFavouriteIds(db: DbOrTx, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: favourites.productId })
    .from(favourites)
    .where(eq(favourites.userId, userId))
    .orderBy(desc(favourites.addedAt), favourites.productId);
  return rows.map((row) => row.id);
}
export async function writePriceView(tx: Tx, userId: number, viewPriceType: number): Promise<void> {
  await tx.update(users).set({ viewPriceType }).where(eq(users.id, userId));
}

// ── 2 Guests ────────────────────────────────────────────────────────────────────────────────────
/** Makes the guest if it is new; answers the account it is bound to, if any. */
export async function openGuestRow(tx: Tx, guestId: string, now: Date): Promise<number | null> {
  // Held to the end of the transaction: a login that binds this guest comes wholly before or after. Nothing changes in a
  // guest that is there, but an insert that does nothing would hold no row, and upkeep might take it away behind our back.
  const rows = await tx
    .insert(guests)
    .values({ guestId, createdAt: now })
    .onConflictDoUpdate({ target: guests.guestId, set: { createdAt: sql`${guests.createdAt}` } })
    .returning({ userId: guests.userId, boundAt: guests.boundAt });
  const row = rows[0];
  // The account may be gone; the binding stays (docs/product/offline.md#owners: for good).
  return row?.boundAt ? (row.userId ?? -1) : null;
}
export async function bindGuestRow(tx: Tx, guestId: string, userId: number, now: Date): Promise<void> {
  await tx
    .update(guests)
    .set({ userId, boundAt: now })
    .where(and(eq(guests.guestId, guestId), isNull(guests.boundAt)));
  // Whatever session still speaks for the guest ends here.
  await tx.delete(sessions).where(eq(sessions.guestId, guestId));
}
export async function isGuestOf(db: DbOrTx, guestId: string, userId: number): Promise<boolean> {
  const rows = await db
    .select({ guestId: guests.guestId })
    .from(guests)
    .where(and(eq(guests.guestId, guestId), eq(guests.userId, userId)));
  return rows.length > 0;
}

// ── 3 The limiter of logins ─────────────────────────────────────────────────────────────────────
/** Attempts on one bucket queue up here to the end of the transaction: parallel guesses cannot slip past the count. */
export async function lockBucket(tx: Tx, bucket: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 7))`);
}
export async function findFailures(tx: Tx, bucket: string, since: Date, limit: number): Promise<Date[]> {
  const rows = await tx
    .select({ at: loginFailures.at })
    .from(loginFailures)
    .where(and(eq(loginFailures.bucket, bucket), gt(loginFailures.at, since)))
    .orderBy(desc(loginFailures.at), desc(loginFailures.id))
    .limit(limit);
  return rows.map((row) => row.at);
}
export async function insertFailures(tx: Tx, buckets: readonly string[], at: Date): Promise<void> {
  await tx.insert(loginFailures).values(buckets.map((bucket) => ({ bucket, at })));
}
