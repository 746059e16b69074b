import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { sponsorVisits } from '#server/db/tables/sponsor.ts';
import type { SponsorRow } from '#server/features/sponsor/sponsor.rules.ts';

const find = async (db: DbOrTx, where: SQL | undefined): Promise<SponsorRow[]> =>
  db
    .select({
      id: users.id,
      consId: users.consId,
      name: users.name,
      city: cities.title,
      phone: users.phone,
      email: users.email,
      statusId: users.statusId,
      showContacts: users.showContacts,
      photoId: users.photoId,
    })
    .from(users)
    .leftJoin(cities, eq(cities.id, users.cityId))
    .where(and(isNotNull(users.consId), where)) as Promise<SponsorRow[]>; // The condition makes consId a number.

/** Active consultants among these numbers. */
export async function findActiveConsultants(db: DbOrTx, consIds: readonly number[]): Promise<SponsorRow[]> {
  return find(db, and(inArray(users.consId, [...consIds]), eq(users.active, true)));
}
export async function findConsultantById(db: DbOrTx, userId: number): Promise<SponsorRow | undefined> {
  return (await find(db, eq(users.id, userId)))[0];
}

/** A second visit of that day changes nothing. */
export async function insertVisit(tx: Tx, visit: typeof sponsorVisits.$inferInsert): Promise<void> {
  await tx.insert(sponsorVisits).values(visit).onConflictDoNothing();
}
/** How many consultants' links this visitor has come by on that day. */
export const countVisitsOf = (tx: Tx, visitor: string, day: string): Promise<number> =>
  tx.$count(sponsorVisits, and(eq(sponsorVisits.visitor, visitor), eq(sponsorVisits.day, day)));
/**
 * A buyer who has never paid an order goes over to this consultant; a consultant, a wholesale buyer and a blocked account never do.
 * True when the sponsor is another one now.
 */
export async function linkBuyer(tx: Tx, userId: number, sponsorId: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ sponsorId })
    .where(
      and(
        eq(users.id, userId),
        inArray(users.role, ['client', 'user']),
        eq(users.readonly, false),
        sql`${users.sponsorId} is distinct from ${sponsorId}`,
        sql`not exists (select from orders o where o.user_id = ${userId} and o.paid_at is not null)`,
      ),
    );
  return rowCount !== 0;
}
export async function deleteVisitsBefore(db: DbOrTx, day: string): Promise<void> {
  await db.delete(sponsorVisits).where(lt(sponsorVisits.day, day));
}
/** Since that moment: visits by this consultant's link, and people who have registered under them. */
export async function countInvited(
  db: DbOrTx,
  sponsorId: number,
  since: Date,
  day: string,
): Promise<{ visits: number; registered: number }> {
  const { rows } = await db.execute<{ visits: number; registered: number }>(sql`
    select (select count(*)::int from sponsor_visits where sponsor_id = ${sponsorId} and day >= ${day}) as visits,
           (select count(*)::int from users where sponsor_id = ${sponsorId} and registered_at >= ${since} and role <> 'user') as registered`);
  return rows[0] ?? { visits: 0, registered: 0 };
}
