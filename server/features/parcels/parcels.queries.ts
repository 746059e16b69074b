import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { orderLines } from '#server/db/tables/orders.ts';
import { cells, orderHolds, parcelLines, parcels, productPlaces } from '#server/db/tables/parcels.ts';
import { users } from '#server/db/tables/people.ts';

// Contents: 1 reading parcels, 2 writing them, 3 holds. Whoever writes holds the order (`lockOrder`).

// ── 1 Reading parcels ───────────────────────────────────────────────────────────────────────────
export type ParcelLineRecord = {
  parcelId: number;
  lineId: number;
  pieces: number;
  packed: number;
  code: string;
  article: string | null;
  ean: string;
  title: string;
  /** «Честный знак»: each unit has a code. */
  marked: boolean;
  /** Of how many units of the whole line, in whatever parcels, the code is known. */
  marks: number;
  shelf: string | null;
  cell: string | null;
};
export type ParcelRecord = typeof parcels.$inferSelect & {
  packerName: string | null;
  /** The order in whose parcel it lies. */
  insideOrder: number | null;
  lines: ParcelLineRecord[];
};
/** By number; lines in the order of the shelves, so that one walk is enough. */
export async function findParcels(db: DbOrTx, orderId: number): Promise<ParcelRecord[]> {
  const rows = await db
    .select({
      parcel: parcels,
      packerName: users.name,
      insideOrder: sql<number | null>`(select o.order_id from parcels o where o.id = ${parcels.insideId})`,
    })
    .from(parcels)
    .leftJoin(users, eq(users.id, parcels.packerId))
    .where(eq(parcels.orderId, orderId))
    .orderBy(parcels.number);
  if (rows.length === 0) return [];
  const ids = rows.map(({ parcel }) => parcel.id);
  const lines = await db
    .select({
      parcelId: parcelLines.parcelId,
      lineId: parcelLines.lineId,
      pieces: parcelLines.pieces,
      packed: parcelLines.packed,
      code: orderLines.code,
      article: products.article,
      ean: products.ean,
      title: orderLines.title,
      marked: orderLines.marked,
      marks: sql<number>`(select count(*)::int from marking_codes m where m.line_id = order_lines.id)`,
      shelf: cells.shelf,
      cell: cells.cell,
    })
    .from(parcelLines)
    .innerJoin(orderLines, eq(orderLines.id, parcelLines.lineId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .leftJoin(productPlaces, eq(productPlaces.productId, products.id))
    .leftJoin(cells, eq(cells.id, productPlaces.cellId))
    .where(and(inArray(parcelLines.parcelId, ids), sql`${parcelLines.pieces} > 0`))
    .orderBy(sql`${cells.shelf} nulls last`, asc(cells.cell), orderLines.position);
  return rows.map(({ parcel, ...more }) => ({
    ...parcel,
    ...more,
    lines: lines.filter(({ parcelId }) => parcelId === parcel.id),
  }));
}
/** What travels inside a parcel, by order. */
export const findInside = (db: DbOrTx, parcelId: number): Promise<{ id: number; orderId: number }[]> =>
  db
    .select({ id: parcels.id, orderId: parcels.orderId })
    .from(parcels)
    .where(eq(parcels.insideId, parcelId))
    .orderBy(parcels.orderId);
/** Whose parcel has this number of a carrier. */
export async function findTrack(db: DbOrTx, track: string, not: number): Promise<number | undefined> {
  const [row] = await db
    .select({ orderId: parcels.orderId })
    .from(parcels)
    .where(and(eq(parcels.track, track), ne(parcels.id, not)));
  return row?.orderId;
}

// ── 2 Writing parcels ───────────────────────────────────────────────────────────────────────────
type NewParcel = typeof parcels.$inferInsert;
export async function insertParcel(
  tx: Tx,
  parcel: NewParcel,
  lines: readonly { lineId: number; pieces: number; packed?: number }[],
): Promise<void> {
  const [made] = await tx.insert(parcels).values(parcel).returning({ id: parcels.id });
  const parcelId = made!.id; // One row in, one row out.
  // A shipment's own parcel holds other parcels, no pieces.
  if (lines.length > 0) await tx.insert(parcelLines).values(lines.map((line) => ({ parcelId, ...line })));
}
/** A step: whoever still shows the parcel as it was is told so. */
export async function stepParcel(tx: Tx, id: number, patch: Partial<NewParcel>): Promise<void> {
  await tx
    .update(parcels)
    .set({ ...patch, version: sql`${parcels.version} + 1` })
    .where(eq(parcels.id, id));
}
/** No step: the parcel stays what it is. */
export async function setPacker(tx: Tx, id: number, packerId: number): Promise<void> {
  await tx.update(parcels).set({ packerId }).where(eq(parcels.id, id));
}
export async function setParcelLine(
  tx: Tx,
  { parcelId, lineId, ...patch }: { parcelId: number; lineId: number; pieces?: number; packed?: number },
): Promise<void> {
  await tx
    .update(parcelLines)
    .set(patch)
    .where(and(eq(parcelLines.parcelId, parcelId), eq(parcelLines.lineId, lineId)));
}

// ── 3 Holds ─────────────────────────────────────────────────────────────────────────────────────
export type HoldRecord = typeof orderHolds.$inferSelect & { ownerName: string | null };
/** Those that are open, the nearest deadline first. */
export async function findHolds(db: DbOrTx, orderId: number): Promise<HoldRecord[]> {
  const rows = await db
    .select({ hold: orderHolds, ownerName: users.name })
    .from(orderHolds)
    .leftJoin(users, eq(users.id, orderHolds.ownerId))
    .where(and(eq(orderHolds.orderId, orderId), isNull(orderHolds.closedAt)))
    .orderBy(orderHolds.until, orderHolds.id);
  return rows.map(({ hold, ownerName }) => ({ ...hold, ownerName }));
}
export async function insertHold(
  tx: Tx,
  hold: Omit<typeof orderHolds.$inferInsert, 'id' | 'closedAt'>,
): Promise<number> {
  const [made] = await tx.insert(orderHolds).values(hold).returning({ id: orderHolds.id });
  return made!.id; // One row in, one row out.
}
export async function closeHold(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.update(orderHolds).set({ closedAt: at }).where(eq(orderHolds.id, id));
}
