import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { markingCodes } from '#server/db/tables/counter.ts';
import { parcels } from '#server/db/tables/parcels.ts';
import { operatorPoints } from '#server/db/tables/staff.ts';

export async function findOperator(tx: Tx): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`select id from users where email = 'punkt@rostok.test'`);
  return rows[0]?.id;
}
export async function setOperator(tx: Tx, row: typeof operatorPoints.$inferInsert): Promise<void> {
  await tx.insert(operatorPoints).values(row).onConflictDoNothing();
}
type Lying = {
  orderId: number;
  site: string;
  arrivedAt: string;
  utcOffset: number;
  parcelIds: number[];
  lines: { lineId: number; pieces: number }[];
};
/** Demo orders that are ready at our own points; of their lines those that are marked. */
export async function findAtCounters(tx: Tx): Promise<Lying[]> {
  const { rows } = await tx.execute<Lying>(sql`
    select o.id as "orderId", k.delivery_type || ':' || k.id as site, to_char(o.status_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "arrivedAt", k.utc_offset as "utcOffset",
      array(select p.id from parcels p where p.order_id = o.id and p.state = 'at_point') as "parcelIds",
      coalesce((select json_agg(json_build_object('lineId', l.id, 'pieces', l.quantity - l.returned_quantity) order by l.position)
        from order_lines l where l.order_id = o.id and l.marked), '[]') as lines
    from orders o join pickup_points k on k.delivery_type = o.delivery_type and k.id = o.delivery->>'gateId'
    where o.is_demo and o.status = 5 and o.delivery_type in (3, 23) and not exists (select from point_orders a where a.order_id = o.id)
    order by o.id`);
  return rows;
}
export async function layDown(tx: Tx, parcelId: number, cellId: number): Promise<void> {
  await tx.update(parcels).set({ cellId }).where(eq(parcels.id, parcelId));
}
/** A GTIN that is nobody's: 2 begins numbers for use within a shop. */
const DEMO_GTIN = '02000000000008';
export async function insertDemoMark(tx: Tx, one: { lineId: number; serial: string; at: Date }): Promise<void> {
  const unit = `01${DEMO_GTIN}21${one.serial}`;
  await tx.insert(markingCodes).values({ unit, code: unit, lineId: one.lineId, at: one.at }).onConflictDoNothing();
}
/** What is on its way to a point becomes one supply. How many parcels it has. */
export async function insertDemoSupply(tx: Tx, site: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with coming as (
      select p.id, p.state_at from parcels p join orders o on o.id = p.order_id
      where p.state = 'sent' and p.box_id is null and o.is_demo and o.delivery_type || ':' || (o.delivery->>'gateId') = ${site}),
    made as (
      insert into boxes (site, created_at, sent_at) select ${site}, max(state_at), max(state_at) from coming having count(*) > 0 returning id)
    update parcels p set box_id = made.id from made, coming where p.id = coming.id`);
  return rowCount ?? 0;
}
