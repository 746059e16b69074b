import { sql } from 'drizzle-orm';
import type { Placed } from '#contract/plan/tree.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';

// People of the network, as a registration leaves them.
let last = 0;
type NewPerson = Partial<typeof users.$inferInsert>;
export async function addPerson(db: DbOrTx, person: NewPerson): Promise<number> {
  const role = person.consId ? 'cons' : 'client';
  const rows = await db.insert(users).values({ role, name: 'Участник', ...person }).returning({ id: users.id }); // prettier-ignore
  return rows[0]!.id;
}
export const addConsultant = (db: DbOrTx, sponsorId: number | null, more: NewPerson = {}): Promise<number> =>
  addPerson(db, { sponsorId, consId: 1_100_000 + (last += 1), ...more });

/** All consultants with their sponsors, as the engine is given them. */
export async function sponsorsOf(db: DbOrTx): Promise<Placed[]> {
  const { rows } = await db.execute<Placed>(
    sql`select id, sponsor_id as "sponsorId" from users where cons_id is not null`,
  );
  return rows;
}
export async function forgetPeople(db: DbOrTx): Promise<void> {
  await db.execute(sql`truncate tree, tree_breaks`);
  await db.execute(sql`delete from users`);
}
/** What the database said of a statement that it refused. */
export async function causeOf(statement: Promise<unknown>): Promise<string> {
  try {
    await statement;
    return 'was not refused';
  } catch (error) {
    return (error as { cause?: Error }).cause?.message ?? String(error);
  }
}
