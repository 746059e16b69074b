import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { pickupPoints } from '#server/db/tables/delivery.ts';
import { accounts } from '#server/db/tables/ledger.ts';
import { orders, pointsEvents } from '#server/db/tables/orders.ts';
import { contactCodes } from '#server/db/tables/codes.ts';
import { knownDevices, sessions, users } from '#server/db/tables/people.ts';
import { operatorPoints } from '#server/db/tables/staff.ts';
import { wholesaleApplications } from '#server/db/tables/sponsor.ts';

// Contents: 1 the person, 2 what stands around, 3 points of an operator, 4 applications for wholesale, 5 ways in

// ── 1 The person ────────────────────────────────────────────────────────────────────────────────
export type PersonRow = typeof users.$inferSelect;
export type PersonChange = Partial<typeof users.$inferInsert>;

/** Holds the accounts of an act, in one order, and reads them as they are now: two acts on one account come one after the other. */
export async function lockPeople(tx: Tx, ids: readonly number[]): Promise<Map<number, PersonRow>> {
  const rows = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}
export async function findPerson(db: DbOrTx, id: number): Promise<PersonRow | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}
/** Writes the change and raises the version that acts of the desk name. */
export async function updatePerson(tx: Tx, id: number, change: PersonChange): Promise<void> {
  await tx
    .update(users)
    .set({ ...change, deskVersion: sql`${users.deskVersion} + 1` })
    .where(eq(users.id, id));
}
export async function findCityName(db: DbOrTx, id: number | null): Promise<string | null> {
  if (id === null) return null;
  return (await db.select({ title: cities.title }).from(cities).where(eq(cities.id, id)))[0]?.title ?? null;
}
export type NamedRow = Pick<PersonRow, 'id' | 'name' | 'consId'>;
const named = { id: users.id, name: users.name, consId: users.consId };
export async function findNamed(db: DbOrTx, id: number | null): Promise<NamedRow | undefined> {
  return id === null ? undefined : (await db.select(named).from(users).where(eq(users.id, id)))[0];
}

// ── 2 What stands around ────────────────────────────────────────────────────────────────────────
/** How many stand directly under this person. */
export const countPeopleUnder = (db: DbOrTx, id: number): Promise<number> => db.$count(users, eq(users.sponsorId, id));
export const countOrders = (db: DbOrTx, id: number): Promise<number> => db.$count(orders, eq(orders.userId, id));
/** Points of this person in a month from which on nothing is closed. */
export async function hasPointsSince(db: DbOrTx, userId: number, period: number): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists(select from ${pointsEvents} where user_id = ${userId} and period >= ${period}) as has`);
  return rows[0]?.has === true;
}
/** `account.debit`: credit on ЛС. */
export async function hasCreditOf(db: DbOrTx, userId: number): Promise<boolean> {
  const is = and(eq(accounts.ownerId, userId), eq(accounts.type, 0), sql`${accounts.floorKop} < 0`);
  return (await db.$count(accounts, is)) > 0;
}
/** Orders of this person whose money is not settled: they wait for it. */
export const countWaitingOrders = (db: DbOrTx, userId: number): Promise<number> =>
  db.$count(
    orders,
    and(eq(orders.userId, userId), inArray(orders.status, [ORDER_STATUSES.new, ORDER_STATUSES.awaiting])),
  );

// ── 3 Points of an operator ─────────────────────────────────────────────────────────────────────
export type PointRow = { type: number; id: string; name: string; address: string };
const point = {
  type: pickupPoints.deliveryType,
  id: pickupPoints.id,
  name: pickupPoints.name,
  address: sql<string>`concat_ws(', ', ${cities.title}, ${pickupPoints.address})`,
};
export const findPointsOf = (db: DbOrTx, userId: number): Promise<PointRow[]> =>
  db
    .select(point)
    .from(operatorPoints)
    .innerJoin(
      pickupPoints,
      and(eq(pickupPoints.deliveryType, operatorPoints.deliveryType), eq(pickupPoints.id, operatorPoints.pointId)),
    )
    .leftJoin(cities, eq(cities.id, pickupPoints.cityId))
    .where(eq(operatorPoints.userId, userId))
    .orderBy(cities.title, pickupPoints.name, pickupPoints.id);
/** Open points of the shop's own kinds of delivery. */
export const findOwnPoints = (
  db: DbOrTx,
  { types, pattern, limit }: { types: readonly number[]; pattern: string; limit: number },
): Promise<PointRow[]> =>
  db
    .select(point)
    .from(pickupPoints)
    .leftJoin(cities, eq(cities.id, pickupPoints.cityId))
    .where(
      and(
        inArray(pickupPoints.deliveryType, [...types]),
        sql`${pickupPoints.closedAt} is null`,
        sql`concat_ws(' ', ${cities.title}, ${pickupPoints.name}, ${pickupPoints.address}) ilike ${pattern}`,
      ),
    )
    .orderBy(cities.title, pickupPoints.name, pickupPoints.id)
    .limit(limit);
export async function writePointsOf(
  tx: Tx,
  userId: number,
  points: readonly Pick<PointRow, 'type' | 'id'>[],
): Promise<void> {
  await tx.delete(operatorPoints).where(eq(operatorPoints.userId, userId));
  if (points.length > 0)
    await tx
      .insert(operatorPoints)
      .values(points.map(({ type, id }) => ({ userId, deliveryType: type, pointId: id })))
      .onConflictDoNothing();
}

// ── 4 Applications for wholesale ────────────────────────────────────────────────────────────────
export type ApplicationRow = typeof wholesaleApplications.$inferSelect;
const waits = (userId: number): SQL | undefined =>
  and(eq(wholesaleApplications.userId, userId), eq(wholesaleApplications.state, 'waiting'));
export async function findApplication(db: DbOrTx, userId: number): Promise<ApplicationRow | undefined> {
  return (
    await db.select().from(wholesaleApplications).where(waits(userId)).orderBy(desc(wholesaleApplications.id)).limit(1)
  )[0];
}
export async function countApplications(db: DbOrTx): Promise<number> {
  const rows = await db
    .select({ waiting: count() })
    .from(wholesaleApplications)
    .where(eq(wholesaleApplications.state, 'waiting'));
  return rows[0]?.waiting ?? 0;
}
/** The name of the company; null: somebody has decided before. */
export async function decideApplication(
  tx: Tx,
  decision: { id: number; userId: number; state: 'approved' | 'refused'; by: number; reason: string; at: Date },
): Promise<string | null> {
  const { id, userId, state, by, reason, at } = decision;
  const rows = await tx
    .update(wholesaleApplications)
    .set({ state, decidedBy: by, decidedAt: at, reason })
    .where(and(waits(userId), eq(wholesaleApplications.id, id)))
    .returning({ company: wholesaleApplications.company });
  return rows[0]?.company ?? null;
}

export async function findApplicationById(db: DbOrTx, id: number): Promise<ApplicationRow | undefined> {
  return (await db.select().from(wholesaleApplications).where(eq(wholesaleApplications.id, id)))[0];
}

// ── 5 Ways in ───────────────────────────────────────────────────────────────────────────────────
/** Nobody is logged in any more, no device is a known one, and no code that was sent opens anything. */
export async function closeWaysIn(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await tx
    .update(contactCodes)
    .set({ usedAt: now })
    .where(and(eq(contactCodes.userId, userId), sql`${contactCodes.usedAt} is null`));
}
/** Who has this e-mail or telephone. */
export async function findOwner(
  db: DbOrTx,
  contact: { email: string } | { phone: string },
): Promise<{ id: number } | undefined> {
  const is = 'email' in contact ? eq(sql`lower(${users.email})`, contact.email) : eq(users.phone, contact.phone);
  return (await db.select({ id: users.id }).from(users).where(is))[0];
}
