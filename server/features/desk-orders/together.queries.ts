import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';

// What may travel with an order (docs/product/desk.md#together): of the same account, to the same telephone.

const MOST = 20;
export type DeferredRow = { id: number; pieces: number; since: number };
/** Deferred orders of whoever has this order, the oldest first. */
export async function findDeferredOf(db: DbOrTx, orderId: number): Promise<DeferredRow[]> {
  const { rows } = await db.execute<DeferredRow>(sql`
    select d.id, d.items_count as pieces, (extract(epoch from d.status_at) * 1000)::float8 as since
    from orders o join orders d on d.user_id = o.user_id and d.recipient_phone = o.recipient_phone and d.id <> o.id
    where o.id = ${orderId} and d.status = 8 and d.shipment_id is null order by d.id limit ${MOST}`);
  return rows;
}

export type RiderRow = { parcelId: number; version: number; orderId: number; number: number; pieces: number };
/** Packed parcels of their other orders that go to the same place. */
export async function findRiders(db: DbOrTx, orderId: number): Promise<RiderRow[]> {
  const { rows } = await db.execute<RiderRow>(sql`
    select p.id as "parcelId", p.version, p.order_id as "orderId", p.number,
      (select coalesce(sum(pl.pieces), 0)::int from parcel_lines pl where pl.parcel_id = p.id) as pieces
    from orders o
    join orders r on r.user_id = o.user_id and r.recipient_phone = o.recipient_phone and r.id <> o.id
      and r.delivery_type = o.delivery_type and r.delivery->>'to' = o.delivery->>'to'
      and r.delivery->>'gateId' is not distinct from o.delivery->>'gateId'
    join parcels p on p.order_id = r.id
    where o.id = ${orderId} and r.status in (2, 3) and p.state = 'packed'
      and not exists (select from order_holds h where h.order_id = r.id and h.closed_at is null)
    order by p.order_id, p.number limit ${MOST}`);
  return rows;
}
/** Whose parcels these are. */
export async function findOrdersOfParcels(db: DbOrTx, parcelIds: readonly number[]): Promise<Map<number, number>> {
  const ids = sql.join(
    parcelIds.map((id) => sql`${id}::int`),
    sql`, `,
  );
  const { rows } = await db.execute<{ id: number; orderId: number }>(
    sql`select id, order_id as "orderId" from parcels where id in (${ids})`,
  );
  return new Map(rows.map(({ id, orderId }) => [id, orderId]));
}
