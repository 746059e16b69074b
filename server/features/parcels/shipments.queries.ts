import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { parcels } from '#server/db/tables/parcels.ts';
import { carrierShipments, carrierStatuses } from '#server/db/tables/shipments.ts';
import type { CarrierStatus } from '#server/gates/carriers/port.ts';

export type Shipment = typeof carrierShipments.$inferSelect;
export async function findShipment(db: DbOrTx, parcelId: number): Promise<Shipment | undefined> {
  return (await db.select().from(carrierShipments).where(eq(carrierShipments.parcelId, parcelId)))[0];
}
export async function findShipmentByRef(db: DbOrTx, carrier: string, ref: string): Promise<Shipment | undefined> {
  const isIt = and(eq(carrierShipments.carrier, carrier), eq(carrierShipments.ref, ref));
  return (await db.select().from(carrierShipments).where(isIt))[0];
}
/** A parcel that was opened again and registered anew has the newer one. */
export async function writeShipment(
  tx: Tx,
  row: Pick<Shipment, 'parcelId' | 'carrier' | 'ref' | 'registeredAt'>,
): Promise<void> {
  const anew = { ...row, checkedAt: null, endedAt: null };
  await tx.insert(carrierShipments).values(row).onConflictDoUpdate({ target: carrierShipments.parcelId, set: anew });
}
/** Those on their way, whoever was not asked about for longest first. */
export async function findOpenShipments(db: DbOrTx, limit: number): Promise<(Shipment & { orderId: number })[]> {
  const rows = await db
    .select({ shipment: carrierShipments, orderId: parcels.orderId })
    .from(carrierShipments)
    .innerJoin(parcels, eq(parcels.id, carrierShipments.parcelId))
    .where(and(isNull(carrierShipments.endedAt), inArray(parcels.state, ['sent', 'at_point'])))
    .orderBy(sql`${carrierShipments.checkedAt} nulls first`, asc(carrierShipments.parcelId))
    .limit(limit);
  return rows.map(({ shipment, orderId }) => ({ ...shipment, orderId }));
}
export async function findOrderOfParcel(db: DbOrTx, parcelId: number): Promise<number | undefined> {
  return (await db.select({ orderId: parcels.orderId }).from(parcels).where(eq(parcels.id, parcelId)))[0]?.orderId;
}
export async function setShipment(tx: DbOrTx, parcelId: number, patch: Partial<Shipment>): Promise<void> {
  await tx.update(carrierShipments).set(patch).where(eq(carrierShipments.parcelId, parcelId));
}
/** Those of them that are news. */
export async function insertStatuses(
  tx: Tx,
  parcelId: number,
  statuses: readonly CarrierStatus[],
): Promise<CarrierStatus[]> {
  if (statuses.length === 0) return [];
  const rows = statuses.map(({ code, at, words, meaning }) => ({ parcelId, code, at, words, meaning }));
  return tx.insert(carrierStatuses).values(rows).onConflictDoNothing().returning({
    code: carrierStatuses.code,
    at: carrierStatuses.at,
    words: carrierStatuses.words,
    meaning: carrierStatuses.meaning,
  });
}
/** What the latest status that we know means, whichever came first. */
export async function findMeaning(tx: Tx, parcelId: number): Promise<CarrierStatus['meaning']> {
  const { rows } = await tx.execute<{ meaning: CarrierStatus['meaning'] }>(sql`
    select meaning from carrier_statuses where parcel_id = ${parcelId} and meaning is not null order by at desc, code limit 1`);
  return rows[0]?.meaning ?? null;
}
