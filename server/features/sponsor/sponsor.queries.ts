import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
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
