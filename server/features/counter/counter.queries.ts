import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { pointOrders } from '#server/db/tables/counter.ts';
import { pickupPoints } from '#server/db/tables/delivery.ts';
import { orders } from '#server/db/tables/orders.ts';
import { nameKey, surnameKey, users } from '#server/db/tables/people.ts';
import { operatorPoints } from '#server/db/tables/staff.ts';

// Contents: 1 points of an operator, 2 what waits at a point, 3 finding, 4 one order at its point, 5 tries of a code

// ── 1 Points of an operator ─────────────────────────────────────────────────────────────────────
export type PointRow = { site: string; name: string; city: string | null; address: string; utcOffset: number };
const site = sql<string>`${pickupPoints.deliveryType} || ':' || ${pickupPoints.id}`;
const pointFields = {
  site,
  name: pickupPoints.name,
  city: sql<string | null>`(select c.title from cities c where c.id = pickup_points.city_id)`,
  address: pickupPoints.address,
  utcOffset: pickupPoints.utcOffset,
};
export function findOwnPoints(db: DbOrTx, userId: number): Promise<PointRow[]> {
  return db
    .select(pointFields)
    .from(operatorPoints)
    .innerJoin(
      pickupPoints,
      and(eq(pickupPoints.deliveryType, operatorPoints.deliveryType), eq(pickupPoints.id, operatorPoints.pointId)),
    )
    .where(eq(operatorPoints.userId, userId))
    .orderBy(pickupPoints.deliveryType, pickupPoints.id);
}
export async function findPoint(
  db: DbOrTx,
  { deliveryType, pointId }: { deliveryType: number; pointId: string },
): Promise<PointRow | undefined> {
  const isIt = and(eq(pickupPoints.deliveryType, deliveryType), eq(pickupPoints.id, pointId));
  return (await db.select(pointFields).from(pickupPoints).where(isIt))[0];
}

// ── 2 What waits at a point ─────────────────────────────────────────────────────────────────────
export type PointOrder = typeof pointOrders.$inferSelect;
export type WaitingRow = {
  point: PointOrder;
  name: string;
  phone: string;
};
const isWaiting = (where: string) =>
  and(eq(pointOrders.site, where), isNull(pointOrders.handedAt), isNull(pointOrders.leftAt));
export const countWaiting = (db: DbOrTx, where: string): Promise<number> => db.$count(pointOrders, isWaiting(where));
/** By number, above `after`. */
export function findWaiting(
  db: DbOrTx,
  where: string,
  { after, limit }: { after: number; limit: number },
): Promise<WaitingRow[]> {
  return db
    .select({ point: pointOrders, name: orders.recipientName, phone: orders.recipientPhone })
    .from(pointOrders)
    .innerJoin(orders, eq(orders.id, pointOrders.orderId))
    .where(and(isWaiting(where), gt(pointOrders.orderId, after)))
    .orderBy(pointOrders.orderId)
    .limit(limit);
}
export type LineRow = {
  orderId: number;
  lineId: number;
  title: string;
  code: string;
  pack: string;
  image: string | null;
  pieces: number;
  marked: boolean;
  scanned: number;
};
/** Lines that are still in their orders, with how many of their units have a code of «Честный знак». */
export async function findCounterLines(db: DbOrTx, ids: readonly number[]): Promise<LineRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<LineRow>(sql`
    select l.order_id as "orderId", l.id as "lineId", l.title, l.code, p.pack,
      (select pp.sha256 from product_pictures pp where pp.product_id = p.id order by pp.position limit 1) as image,
      l.quantity - l.returned_quantity as pieces, l.marked,
      case when l.marked then (select count(*)::int from marking_codes m where m.line_id = l.id) else 0 end as scanned
    from order_lines l join products p on p.id = l.product_id
    where l.order_id = any(${sql.param(ids)}::int[]) and l.quantity > l.returned_quantity order by l.order_id, l.position`);
  return rows;
}
export type ParcelPlace = { orderId: number; number: number; shelf: string | null; cell: string | null };
export async function findPlaces(db: DbOrTx, ids: readonly number[]): Promise<ParcelPlace[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<ParcelPlace>(sql`
    select p.order_id as "orderId", p.number, c.shelf, c.cell from parcels p left join cells c on c.id = p.cell_id
    where p.order_id = any(${sql.param(ids)}::int[]) and p.state in ('at_point', 'handed', 'returned') order by p.order_id, p.number`);
  return rows;
}

// ── 3 Finding ───────────────────────────────────────────────────────────────────────────────────
export type Wanted = { by: 'number'; id: number } | { by: 'phone'; digits: string } | { by: 'name'; words: string };
/** The newest first, whatever has become of them. Each way has an index of its own (docs/decisions/370). */
export async function findAtPoint(
  db: DbOrTx,
  where: string,
  wanted: Wanted,
  limit: number,
): Promise<(WaitingRow & { id: number })[]> {
  const rows = await db
    .select({ point: pointOrders, name: orders.recipientName, phone: orders.recipientPhone, id: orders.id })
    .from(pointOrders)
    .innerJoin(orders, eq(orders.id, pointOrders.orderId))
    .where(and(eq(pointOrders.site, where), matches(wanted)))
    .orderBy(sql`${pointOrders.orderId} desc`)
    .limit(limit);
  return rows;
}
function matches(wanted: Wanted): SQL {
  if (wanted.by === 'number') return eq(pointOrders.orderId, wanted.id);
  if (wanted.by === 'phone')
    return sql`right(${orders.recipientPhone}, 4) = ${wanted.digits.slice(-4)} and ${orders.recipientPhone} like ${`%${wanted.digits}`}`;
  const named = { name: orders.recipientName };
  // A range, not a pattern: an index of the collation «C» walks it.
  const begins = (key: SQL) => sql`(${key} >= ${wanted.words} and ${key} < ${`${wanted.words}\uffff`})`;
  return sql`(${begins(nameKey(named))} or ${begins(surnameKey(named))})`;
}

// ── 4 One order at its point ────────────────────────────────────────────────────────────────────
export async function findPointOrder(db: DbOrTx, orderId: number): Promise<PointOrder | undefined> {
  return (await db.select().from(pointOrders).where(eq(pointOrders.orderId, orderId)))[0];
}
/** An order comes to its point once; one that had gone back and comes again begins anew. */
export async function insertPointOrder(
  tx: Tx,
  row: Pick<PointOrder, 'orderId' | 'site' | 'arrivedAt' | 'arrivedBy' | 'keepUntil'>,
): Promise<void> {
  const anew = {
    reminders: 0,
    remindedAt: null,
    wrongTries: 0,
    locks: 0,
    lockedUntil: null,
    leftAt: null,
    leftBy: null,
  };
  await tx
    .insert(pointOrders)
    .values(row)
    .onConflictDoUpdate({ target: pointOrders.orderId, set: { ...row, ...anew } });
}
export async function setPointOrder(tx: Tx, orderId: number, patch: Partial<PointOrder>): Promise<void> {
  await tx.update(pointOrders).set(patch).where(eq(pointOrders.orderId, orderId));
}
/** False: somebody else was faster. */
export async function writeHanded(
  tx: Tx,
  orderId: number,
  by: { handedAt: Date; handedBy: number; handedTo: 'buyer' | 'proxy'; shiftId: number },
): Promise<boolean> {
  const rows = await tx
    .update(pointOrders)
    .set({ ...by, wrongTries: 0 })
    .where(and(eq(pointOrders.orderId, orderId), isNull(pointOrders.handedAt), isNull(pointOrders.leftAt)))
    .returning({ id: pointOrders.orderId });
  return rows.length === 1;
}
export async function findNamesOf(db: DbOrTx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whose storage ends by `soon`, by number from `after` on. */
export async function findDue(db: DbOrTx, soon: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: pointOrders.orderId })
    .from(pointOrders)
    .where(
      and(
        isNull(pointOrders.handedAt),
        isNull(pointOrders.leftAt),
        lte(pointOrders.keepUntil, soon),
        gt(pointOrders.orderId, after),
      ),
    )
    .orderBy(pointOrders.orderId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

// ── 5 Tries of a code ───────────────────────────────────────────────────────────────────────────
/** A wrong code counts; the last of `tries` locks until `until`. The order is held, so the next one finds it counted. */
export async function countWrongCode(
  db: DbOrTx,
  orderId: number,
  { now, until, tries }: { now: Date; until: Date; tries: number },
): Promise<void> {
  const isLast = sql`wrong_tries + 1 >= ${tries}::int`;
  const [moment, end] = [now, until].map((at) => sql`${at.toISOString()}::timestamptz`);
  await db.execute(sql`
    update point_orders set wrong_tries = case when ${isLast} then 0 else wrong_tries + 1 end,
      locks = locks + case when ${isLast} then 1 else 0 end, locked_until = case when ${isLast} then ${end} else locked_until end
    where order_id = ${orderId} and handed_at is null and (locked_until is null or locked_until <= ${moment})`);
}
