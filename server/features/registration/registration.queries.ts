import { and, desc, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { guests, sessions, users } from '#server/db/tables/people.ts';
import type { Contact } from '#server/platform/contact.rules.ts';

// Contents: 1 people, 2 addresses

export type Person = typeof users.$inferSelect;
type NewPerson = typeof users.$inferInsert;
/** The largest number that the column of a city takes: a larger one is no city, not an error of the database. */
const INT4_MAX = 2_147_483_647;

// ── 1 People ────────────────────────────────────────────────────────────────────────────────────
export async function insertPerson(tx: Tx, row: NewPerson): Promise<number> {
  const rows = await tx.insert(users).values(row).returning({ id: users.id });
  return rows[0]!.id; // One row in, one id out.
}
export async function findPerson(db: DbOrTx, id: number): Promise<Person | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}
/** Held to the end of the transaction. */
export async function lockPerson(tx: Tx, id: number): Promise<Person> {
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!person) throw new Error(`account ${id} is gone while it asks`);
  return person;
}
export async function updatePerson(tx: Tx, id: number, set: Partial<NewPerson>): Promise<void> {
  await tx.update(users).set(set).where(eq(users.id, id));
}
/** The account that a registration from this device has made and that still waits for its code. */
export async function findWaitingOfGuest(db: DbOrTx, guestId: string): Promise<Person | undefined> {
  const rows = await db
    .select({ person: users })
    .from(guests)
    .innerJoin(users, eq(users.id, guests.userId))
    .where(and(eq(guests.guestId, guestId), eq(users.role, 'user')));
  return rows[0]?.person;
}
/** Accounts that have waited for their code since before then, and whose person has not been here since; held until they are gone. */
export async function findAbandoned(tx: Tx, before: Date, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.role, 'user'),
        lt(users.registeredAt, before),
        eq(users.isDemo, false),
        sql`not exists (select from sessions s where s.user_id = ${users.id} and s.seen_at >= ${before})`,
        sql`not exists (select from orders o where o.user_id = ${users.id})`,
      ),
    )
    .orderBy(users.registeredAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map(({ id }) => id);
}
export async function hasCity(db: DbOrTx, id: number): Promise<number | null> {
  if (Math.abs(id) > INT4_MAX) return null;
  const rows = await db.select({ countryId: cities.countryId }).from(cities).where(eq(cities.id, id));
  return rows[0]?.countryId ?? null;
}
/** The next registration number of a country: its first two digits name it, six count (docs/product/people.md#registration-numbers). */
export async function takeConsId(tx: Tx, countryId: number): Promise<number> {
  const first = countryId * 1_000_000;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cons ${countryId}`}, 11))`);
  const { rows } = await tx.execute<{ next: number }>(
    sql`select coalesce(max(cons_id), ${first}) + 1 as next from (
      select max(cons_id) as cons_id from users where cons_id between ${first} and ${first + 999_999}
      union all select max(cons_id) from agreement_ends where cons_id between ${first} and ${first + 999_999}) taken`,
  );
  return Number(rows[0]!.next); // An aggregate has one row.
}
/** @returns their ids as the database keeps them, which are hashes. */
export async function endSessionsOf(tx: Tx, userId: number): Promise<string[]> {
  const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ idHash: sessions.idHash });
  return ended.map(({ idHash }) => idHash);
}

// ── 2 Addresses ─────────────────────────────────────────────────────────────────────────────────
const has = ({ type, target }: Contact): SQL =>
  type === 'email' ? eq(sql`lower(${users.email})`, target) : eq(users.phone, target);
const waitsFor = ({ type, target }: Contact): SQL =>
  type === 'email' ? eq(users.pendingEmail, target) : eq(users.pendingPhone, target);

/** Another account that has proved this address. */
export async function findOwner(tx: Tx, contact: Contact, exceptId: number): Promise<number | undefined> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(has(contact), ne(users.id, exceptId)));
  return rows[0]?.id;
}
export const isTaken = async (tx: Tx, contact: Contact, exceptId: number): Promise<boolean> =>
  (await findOwner(tx, contact, exceptId)) !== undefined;

/** Who may set a password by a code to this address: its owner, else the newcomer last written down with it. */
export async function findForPassword(db: DbOrTx, contact: Contact): Promise<Person | undefined> {
  const isNewcomer = and(waitsFor(contact), eq(users.role, 'user'), isNull(users.passwordHash));
  const rows = await db
    .select({ person: users })
    .from(users)
    .where(sql`${has(contact)} or (${isNewcomer})`)
    .orderBy(desc(sql`coalesce(${has(contact)}, false)`), desc(users.id))
    .limit(1);
  return rows[0]?.person;
}
