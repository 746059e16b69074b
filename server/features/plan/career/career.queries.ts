import { asc, eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { periodPeople } from '#server/db/tables/network.ts';
import { users } from '#server/db/tables/people.ts';

export type ClosedTitle = { period: number; title: number };
/** The titles that each closed month alone gave a person, the oldest first. */
export const findClosedTitles = (db: DbOrTx, userId: number): Promise<ClosedTitle[]> =>
  db
    .select({ period: periodPeople.period, title: periodPeople.title })
    .from(periodPeople)
    .where(eq(periodPeople.userId, userId))
    .orderBy(asc(periodPeople.period));

export async function findStanding(db: DbOrTx, userId: number): Promise<{ statusId: number; registeredAt: Date }> {
  const [row] = await db
    .select({ statusId: users.statusId, registeredAt: users.registeredAt })
    .from(users)
    .where(eq(users.id, userId));
  return row!; // The session's own person.
}
